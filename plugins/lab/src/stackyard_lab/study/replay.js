// Replays the games of a study: buttons, a slider, and the arrow keys, Home and End.

"use strict";

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

class Replay {
  constructor(section, game) {
    this.game = game;
    this.at = -1;
    this.find = (name) => section.querySelector(`.${name}`);
    this.board = this.find("board");
    this.board.setAttribute("viewBox", game.view);
    this.board.classList.add(`tone-${game.tone}`);
    this.last = game.words.length - 1;
    this.find("turn").max = this.last;
    this.find("first").onclick = () => this.show(0);
    this.find("back").onclick = () => this.show(this.at - 1);
    this.find("next").onclick = () => this.show(this.at + 1);
    this.find("last").onclick = () => this.show(this.last);
    this.find("turn").oninput = (event) => this.show(Number(event.target.value));
    section.addEventListener("keydown", (event) => this.press(event));
    this.show(0);
    this.find("controls").hidden = false;
  }

  press(event) {
    const places = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    const target = event.target;
    if (!(event.key in places) || target.matches(".turn, .wide") || event.altKey || event.ctrlKey)
      return;
    event.preventDefault();
    this.show(places[event.key]);
  }

  show(wanted) {
    const at = Math.min(Math.max(wanted, 0), this.last);
    if (at === this.at) return;
    this.at = at;
    this.board.innerHTML = this.game.boards[at];
    const words = this.game.words[at];
    this.find("said").textContent = words;
    this.find("turn").value = at;
    this.find("turn").setAttribute("aria-valuetext", words);
    this.find("pieces").textContent = this.game.pieces[at];
    this.find("first").ariaDisabled = this.find("back").ariaDisabled = at === 0;
    this.find("last").ariaDisabled = this.find("next").ariaDisabled = at === this.last;
  }
}

for (const section of document.querySelectorAll(".replay")) {
  unpack(section.dataset.game).then(
    (game) => new Replay(section, game),
    () => {
      section.querySelector(".said").textContent = "This browser is too old to replay the game.";
    },
  );
}
