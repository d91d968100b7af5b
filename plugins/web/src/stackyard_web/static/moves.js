// The list of moves in a column for each player, each line with the number of its first move; a
// click shows the position after a move.

import { make } from "./dom.js";

export class Moves {
  constructor(list, look) {
    this.list = list;
    this.look = look;
    this.plies = [];
  }

  // Set the moves from number `since` on; the earlier ones stay.
  show(since, plies) {
    this.plies = [...this.plies.slice(0, since), ...plies];
    const lines = [];
    let turn = null; // the cell of the turn in progress
    for (const made of this.plies) {
      if (made.begins || !turn) {
        const line = lines.at(-1);
        // A second turn of one player, or one of the first player, begins a line.
        const fits = line && made.player === 1 && !line.children[2].firstChild;
        if (!fits) lines.push(this.line(made.ply));
        turn = lines.at(-1).children[1 + made.player];
      }
      turn.append(this.button(made));
    }
    this.list.replaceChildren(...lines);
  }

  line(number) {
    return make("li", "", make("span", "no", `${number}.`), make("div"), make("div"));
  }

  button(made) {
    const button = make("button", "", made.move);
    const words = `${this.colours?.[made.player] ?? ""} ${made.words}`;
    button.dataset.ply = made.ply;
    button.title = words;
    button.ariaLabel = `${made.move}: ${words}`;
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
