// A line of play that a board and its prompt show move by move, and then return to where they were.

import { showTrays } from "./trays.js";
import { element } from "./dom.js";

const PAUSE = 800; // milliseconds from one move to the next
const END = 2000; // until the board returns

export class ShownLine {
  // `done()` is called when the line is over or left, and shows the board as it was.
  constructor(board, done) {
    this.board = board;
    this.done = done;
    this.timer = null;
  }

  get on() {
    return this.timer !== null;
  }

  // Show pictures; the first, that of the start, without a motion. Those before make room.
  play(pictures) {
    this.stop();
    this.board.shown.ply = NaN;
    this.step(pictures, 0);
  }

  step(pictures, at) {
    this.board.show(pictures[at]);
    showTrays(element("trays"), pictures[at].trays);
    element("prompt").textContent = pictures[at].status;
    const last = at + 1 === pictures.length;
    this.timer = setTimeout(() => (last ? this.leave() : this.step(pictures, at + 1)), last ? END : PAUSE);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  leave() {
    this.stop();
    this.board.shown.ply = NaN;
    this.done();
  }
}
