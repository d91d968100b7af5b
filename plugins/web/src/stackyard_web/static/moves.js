// The list of moves, one line for each turn; a click looks back to the position after a move.

export class Moves {
  constructor(list, look) {
    this.list = list;
    this.look = look;
    this.plies = [];
  }

  // The moves from number `since` on are these; those before are known.
  show(since, plies) {
    this.plies = [...this.plies.slice(0, since), ...plies];
    const lines = [];
    for (const made of this.plies) {
      if (made.begins || !lines.length) {
        const line = document.createElement("li");
        const number = document.createElement("span");
        number.className = "no";
        number.textContent = `${lines.length + 1}.`;
        const moves = document.createElement("div");
        line.append(number, moves);
        lines.push(line);
      }
      lines.at(-1).lastElementChild.append(this.button(made));
    }
    this.list.replaceChildren(...lines);
  }

  button(made) {
    const button = document.createElement("button");
    button.dataset.ply = made.ply;
    const text = document.createElement("b");
    text.textContent = made.move;
    const words = document.createElement("span");
    words.className = "words";
    words.textContent = `${this.colours?.[made.player] ?? ""} ${made.words}`;
    button.append(text, words);
    button.addEventListener("click", () => this.look(made.ply));
    return button;
  }

  current(ply) {
    for (const button of this.list.querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === ply;
      button.setAttribute("aria-current", String(here));
      if (here) {
        const box = this.list.getBoundingClientRect();
        const place = button.getBoundingClientRect();
        if (place.top < box.top || place.bottom > box.bottom) {
          this.list.scrollTop += place.top - box.top - box.height / 2;
        }
      }
    }
  }
}
