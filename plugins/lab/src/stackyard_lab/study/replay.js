// Replays the games of a study: buttons, a slider, and the arrow keys, Home and End.

"use strict";

const SPACE = "http://www.w3.org/2000/svg";

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// The texts by slot after frame `at`; each frame is a list of slots and numbers of texts.
function stateAt(game, frames, at) {
  const state = new Map();
  for (const frame of frames.slice(0, at + 1))
    for (let i = 0; i < frame.length; i += 2) state.set(frame[i], game.texts[frame[i + 1]]);
  return state;
}

// Elements whose points are written as ~x,y~ from a place, as `replay.py` writes them.
function placed(elements, [x, y]) {
  return elements.replace(/(\w*)(=?"?)~([^,]*),([^~]*)~/g, (_, name, quote, right, down) => {
    const point = [Number(right) + x, Number(down) + y].map((each) => Number(each.toFixed(1)));
    if (!quote) return `${name}${point.join(" ")}`;
    return `${name}="${point[0]}" ${name.replace("x", "y")}="${point[1]}`;
  });
}

class Replay {
  constructor(section, game) {
    this.game = game;
    this.at = -1;
    this.shown = []; // the text of each slot
    this.find = (name) => section.querySelector(`.${name}`);
    const board = this.find("board");
    board.setAttribute("viewBox", game.view);
    board.classList.add(`tone-${game.tone}`);
    board.append(...game.places.map(() => document.createElementNS(SPACE, "g")));
    this.slots = [...board.children];
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
    const state = stateAt(this.game, this.game.board, at);
    this.slots.forEach((group, slot) => {
      const text = state.get(slot) ?? "";
      if (text !== this.shown[slot]) group.innerHTML = placed(text, this.game.places[slot]);
      this.shown[slot] = text;
    });
    const words = this.game.words[at];
    this.find("said").textContent = words;
    this.find("turn").value = at;
    this.find("turn").setAttribute("aria-valuetext", words);
    const cells = [...stateAt(this.game, this.game.cells, at)].sort(([one], [two]) => one - two);
    const filled = cells
      .filter(([, text]) => text)
      .map(([cell, text]) => `${this.game.names[cell]}: ${text}`);
    this.find("pieces").textContent = filled.join("; ") || "the board is empty";
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
