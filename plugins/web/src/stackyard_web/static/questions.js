// Learning from a reviewed match: before each bad move, a better one is asked for on the board.

import { button, capitalize, make, sentence } from "./dom.js";

export class Questions {
  // `explorer` shows the positions, `send(message)` sends to the server, `say(words)` speaks.
  constructor(box, explorer, send, say) {
    this.box = box;
    this.explorer = explorer;
    this.send = send;
    this.say = say;
    this.moves = [];
    this.at = 0;
    this.words = make("p");
    this.row = make("div", "row");
    box.append(this.words, this.row);
  }

  get on() {
    return this.at < this.moves.length;
  }

  get question() {
    return this.moves[this.at];
  }

  begin(moves, colours) {
    this.colours = colours;
    this.moves = moves;
    this.go(0);
  }

  go(at) {
    this.at = at;
    if (!this.on) return this.leave();
    const { number, player, move, lost } = this.question;
    this.box.hidden = false;
    this.explorer.begin(number - 1);
    const who = capitalize(this.colours[player]);
    this.tell(`Question ${at + 1} of ${this.moves.length}: ${who} played ${move} here, ${lost}. What is better?`, [
      button("Solution", () => this.solve()),
      button("Next question", () => this.go(at + 1)),
      button("Leave", () => this.leave()),
    ]);
    this.box.scrollIntoView({ block: "nearest" });
  }

  // Judge a move; false if it is none that answers the question.
  play(move) {
    if (!this.on || this.explorer.at !== this.explorer.root) return false;
    const { number } = this.question;
    this.explorer.play(move);
    this.tell("Analysing …", []);
    this.send({ type: "attempt", number, move });
    return true;
  }

  hear(told) {
    if (!this.on || told.number !== this.question.number) return;
    if (told.keeps) this.tell(told.sentence, [this.following()]);
    else {
      this.explorer.add([told.move, ...told.line]);
      this.tell(told.sentence, [this.again(), button("Solution", () => this.solve()), this.following()]);
    }
    this.row.firstChild.focus({ preventScroll: true });
  }

  // No answer will come: the question is asked again, after the reason.
  fail(reason) {
    if (!this.on || this.row.children.length) return;
    this.go(this.at);
    if (reason) this.words.prepend(`${sentence(reason)} `);
  }

  solve() {
    const { line, better } = this.question;
    this.explorer.go(this.explorer.root);
    this.explorer.add(line);
    this.tell(`The best play: ${better}. Step through it with ▶ or the arrow keys.`, [this.following()]);
  }

  again() {
    return button("Try again", () => {
      this.explorer.go(this.explorer.root);
      this.tell("What is better?", [button("Solution", () => this.solve()), this.following()]);
    });
  }

  following() {
    const last = this.at + 1 === this.moves.length;
    return button(last ? "Done" : "Next question", () => this.go(this.at + 1));
  }

  tell(words, buttons) {
    this.words.textContent = words;
    this.row.replaceChildren(...buttons);
    this.say(words);
  }

  leave() {
    this.left();
    if (this.explorer.on) this.explorer.leave();
  }

  // The explorer was left.
  left() {
    this.moves = [];
    this.box.hidden = true;
  }
}
