// A hint: its words, its reasons and its line, and its cells on the board.

import { button, make } from "./dom.js";

export class Hint {
  // `walk(ply, moves)` puts a line on the board.
  constructor(box, board, walk) {
    this.box = box;
    this.board = board;
    this.walk = walk;
    this.cells = [];
    this.waits = false; // for the server's answer
  }

  wait() {
    this.waits = true;
    this.put(make("p", "", "Thinking …"));
  }

  show({ move, words, judgement, basis, reasons, line, ply, cells }) {
    this.waits = false;
    this.cells = cells;
    this.mark();
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
    const [{ bottom }, { top }] = [this.box, this.board.box].map((each) => each.getBoundingClientRect());
    scrollBy(0, Math.max(0, Math.min(bottom - innerHeight, top))); // as far as all of the board is seen
  }

  // Update the marks, as after the board was redrawn.
  mark() {
    this.board.mark("hinted", this.cells);
  }

  // No answer will come.
  fail() {
    if (this.waits) this.leave();
  }

  leave() {
    this.waits = false;
    this.cells = [];
    this.mark();
    this.box.hidden = true;
  }
}
