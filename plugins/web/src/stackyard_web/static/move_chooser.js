// Chooses a move by its cells, step by step; buttons decide between moves with equal cells.
// They come when a cell is chosen; only moves that no cell stands for, such as a pass, have them
// before.

import { button, capitalize } from "./dom.js";
import { say } from "./speech.js";

const MOST = 12; // buttons at once
const HABIT = 700; // milliseconds in which a hand goes on to the end of a move that is played already
const REACTION = 350; // milliseconds in which nobody answers what has come on the board

export class MoveChooser {
  // `act` has: play(choice), why(cells), and where moves are shown before they are played also
  // confirms(), preview(choice), restore().
  constructor(board, box, act) {
    this.board = board;
    this.box = box;
    this.act = { confirms: () => false, preview: () => {}, restore: () => {}, ...act };
    this.choices = [];
    this.path = [];
    this.open = false;
    this.unconfirmed = null; // the move to be confirmed
    this.made = { cells: [], at: -HABIT }; // the latest move played by clicks
  }

  // Set the legal moves; none when it is not the player's turn.
  offer(choices) {
    this.choices = choices;
    this.open = choices.length > 0;
    this.clear();
  }

  clear() {
    this.path = [];
    this.unconfirmed = null;
    this.mark();
    this.ask(this.choices.filter((choice) => choice.button));
  }

  cancel() {
    this.act.restore();
    this.clear();
  }

  // The moves that begin with the chosen cells.
  left() {
    const { path } = this;
    return this.choices.filter((choice) => path.every((cell, at) => choice.cells[at] === cell));
  }

  // Whether a move begins at a cell.
  begins(cell) {
    return this.choices.some((choice) => choice.cells[0] === cell);
  }

  // Whether a click only repeats or ends the move that the click before has played: it comes soon
  // after that, and too soon to be meant for what the board shows now.
  follows(cell) {
    const now = performance.now();
    const soon = now - this.made.at < HABIT && now - this.board.drawn < REACTION;
    const meant = !this.board.pointed && this.begins(cell); // as by a key
    return soon && !meant && this.made.cells.includes(cell);
  }

  // The next click is meant, as when the turn goes on.
  release() {
    this.made.cells = [];
  }

  click(cell) {
    const { path } = this;
    if (this.unconfirmed) this.act.restore();
    if (!path.length) return this.begin(cell);
    const left = this.left();
    const later = left.filter((choice) => choice.cells.slice(path.length).includes(cell));
    if (later.length === 1) return this.decide(later[0]);
    if (later.length) {
      const next = later.filter((choice) => choice.cells[path.length] === cell);
      if (next.length && next.some((choice) => choice.cells.length > path.length + 1)) {
        this.path = [...path, cell];
        return this.step();
      }
      const ending = later.filter((choice) => choice.cells.at(-1) === cell);
      return this.ask(later.length > MOST && ending.length ? ending : later, true);
    }
    if (cell === path.at(-1)) return left.length === 1 ? this.decide(left[0]) : this.cancel();
    if (this.begins(cell)) return this.begin(cell);
    // What leaves no choice of cells is over: the click asks for another beginning.
    const over = left.length === 1 || left.every((choice) => choice.cells.length === path.length);
    if (over || this.unconfirmed) this.clear();
    return this.act.why(over ? [cell] : [...path, cell]);
  }

  begin(cell) {
    if (this.follows(cell)) return undefined;
    if (!this.begins(cell)) return this.act.why([cell]);
    this.path = [cell];
    return this.step();
  }

  step() {
    const left = this.left();
    const complete = left.filter((choice) => choice.cells.length === this.path.length);
    if (left.length === 1) return this.decide(left[0]); // there is nothing to choose
    this.unconfirmed = null;
    this.mark();
    const same = left.every((choice) => String(choice.cells) === String(left[0].cells));
    const targets = [...this.targets()].map((there) => this.board.hit(there)?.dataset.name);
    const further = `It can go to ${targets.join("; ")}.`;
    if (complete.length || (same && left.length > 1)) return this.ask(left, true, further);
    this.ask([]);
    return say(`Chosen. ${further}`);
  }

  // Play a move chosen on the board. If moves are confirmed, show it first, with a button to play
  // it; a second click on its last cell plays it too.
  decide(choice) {
    if (this.unconfirmed === choice || !this.act.confirms()) {
      this.made = { cells: choice.cells, at: performance.now() };
      return this.act.play(choice);
    }
    this.unconfirmed = choice;
    this.mark();
    this.ask([choice], true);
    const [play] = this.box.children;
    play.classList.add("primary");
    play.textContent = `Play ${choice.move}`;
    this.box.append(button("Cancel", () => this.cancel()));
    this.box.scrollIntoView({ block: "nearest" });
    return this.act.preview(choice);
  }

  // Play a move by its button: the click after it on the board is meant.
  press(choice) {
    this.release();
    return this.act.play(choice);
  }

  targets() {
    const cells = this.left().flatMap((choice) => choice.cells.slice(this.path.length));
    return new Set(this.path.length ? cells : []);
  }

  // Update the marks, as after the board was redrawn.
  mark() {
    this.board.mark("selected", this.path);
    this.board.mark("target", this.targets());
    this.board.box.classList.toggle("chosen", this.path.length > 0);
    this.board.box.classList.toggle("yours", this.open);
    this.board.name();
  }

  // Show a button for each of these moves; pointing at a button previews its move. Of more than
  // MOST the shortest ways have one; `further` says which cells lead to the others.
  ask(found, urgent = false, further = "") {
    const short = [...found].sort((one, other) => one.cells.length - other.cells.length);
    const choices = (found.length > MOST ? short : found).slice(0, MOST);
    const beyond = choices.length < found.length ? `There are more. ${further}` : "";
    this.box.replaceChildren();
    this.box.hidden = choices.length === 0;
    const numbers = choices.every((choice) => /^[0-9]+$/.test(choice.move));
    this.box.classList.toggle("chips", numbers);
    for (const choice of choices) {
      const words = capitalize(choice.words || choice.move);
      const made = button(numbers ? choice.move : words, () => this.press(choice));
      made.dataset.move = choice.move;
      if (numbers) {
        made.title = words;
        made.setAttribute("aria-label", words);
      }
      // Not when it appears under a pointer that rests.
      made.addEventListener("pointermove", () => this.act.preview(choice));
      made.addEventListener("focus", () => made.matches(":focus-visible") && this.act.preview(choice));
      for (const event of ["pointerleave", "blur"]) {
        made.addEventListener(event, () => this.unconfirmed || this.act.restore());
      }
      made.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        this.cancel();
        this.board.rove(this.board.at, true);
      });
      this.box.append(made);
    }
    if (urgent) {
      say(`${choices.length === 1 ? "1 move" : `${choices.length} moves`} to choose from. ${beyond}`.trim());
      const keyboard = this.board.box.contains(document.activeElement);
      if (keyboard && document.activeElement.matches(":focus-visible")) {
        this.box.firstElementChild?.focus();
      }
    }
  }
}
