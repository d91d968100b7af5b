// The variations of a record: a line for each, with a button for each move and its comment.

import { make } from "./dom.js";

export class VariationList {
  // `look(path, ply)` is called for a click on a move.
  constructor(list, look) {
    this.list = list;
    this.look = look;
  }

  show(variations) {
    this.list.replaceChildren(...variations.map((variation) => this.line(variation)));
  }

  line({ path, ply, moves }) {
    const line = make("li", "", ply ? `after move ${ply}: ` : "from the start: ");
    line.style.marginInlineStart = `${path.length - 1}em`;
    moves.forEach(([move, comment], at) => {
      line.append(this.button(path, ply + at + 1, move));
      if (comment) line.append(make("span", "help", ` ${comment} `));
    });
    return line;
  }

  button(path, ply, move) {
    const made = make("button", "", move);
    made.dataset.place = `${path.join(".")}/${ply}`;
    made.ariaLabel = `move ${ply}: ${move}`;
    made.addEventListener("click", () => this.look(path, ply));
    return made;
  }

  current(path, ply) {
    const place = `${path.join(".")}/${ply}`;
    for (const made of this.list.querySelectorAll("button")) {
      made.setAttribute("aria-current", String(made.dataset.place === place));
    }
  }
}
