// A hint below the row of actions, which keeps its place: its words, its reasons and its line.

import { button, make } from "./dom.js";

export class Hint {
  // `walk(ply, moves)` puts a line on the board.
  constructor(box, walk) {
    this.box = box;
    this.walk = walk;
  }

  wait() {
    this.put(make("p", "", "Thinking …"));
  }

  show({ move, words, judgement, basis, reasons, line, ply }) {
    const list = make("ul", "", ...reasons.map((reason) => make("li", "", reason)));
    this.put(
      make("p", "", `Hint: ${move} – ${words}: ${judgement}. ${basis}.`),
      ...(reasons.length ? [list] : []),
      button(`Try the line: ${line.join(" ")}`, () => this.walk(ply, line)),
    );
  }

  put(...children) {
    this.box.replaceChildren(...children);
    this.box.hidden = false;
    children[0].scrollIntoView({ block: "nearest" });
  }

  leave() {
    this.box.hidden = true;
  }
}
