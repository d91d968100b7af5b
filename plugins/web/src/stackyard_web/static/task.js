// A task on a board, a step of a lesson or a puzzle. The server judges each move and stores nothing.

import { Board } from "./board.js";
import { button, capitalize, element, make, sentence, showButton } from "./dom.js";
import { MoveChooser } from "./move_chooser.js";
import { post } from "./post.js";
import { reveal } from "./reveal.js";
import { ShownLine } from "./shown_line.js";
import { say } from "./speech.js";
import { StackView } from "./stack_view.js";
import { showTrays } from "./trays.js";

const FAR = 10_000; // plies between tasks, so that no piece moves from one task to the next
const BAD = ["refused", "other", "lost"];

export class Task {
  // `address` answers requests; `shown(told)` is called when an answer is on the page, and
  // `words(told)` gives its heading.
  constructor(address, words, shown) {
    this.address = address;
    this.words = words;
    this.shown = shown;
    this.which = {}; // the task, as the server knows it
    this.number = 0; // of the task, among those begun
    this.begun = false; // whether one was shown
    this.moves = []; // the learner's moves
    this.choices = []; // the legal moves
    this.hints = [];
    this.hinted = 0; // how many of them were shown
    this.latest = 0; // the number of the latest request
    this.board = new Board(
      element("board"),
      (cell) => {
        // An answer is awaited: a question about this cell would take its place.
        if (element("board").hasAttribute("aria-busy")) return;
        if (this.line.on) this.line.leave(); // a click ends the line, and goes on with the task
        if (this.choices.length) this.chooser.click(cell); // none when it is done
      },
      () => this.chooser.cancel(),
      () => say(`${this.board.words()} ${element("prompt").textContent}`),
    );
    this.line = new ShownLine(this.board, () => this.draw());
    new StackView(this.board);
    this.chooser = new MoveChooser(this.board, element("choices"), {
      play: (choice) => {
        this.chooser.offer([]);
        this.ask({ moves: this.moves, tried: choice.move });
      },
      why: (cells) => this.ask({ moves: this.moves, cells }),
    });
    element("again").addEventListener("click", () => this.ask({}));
    element("undo").addEventListener("click", () => this.ask({ moves: this.moves, back: true }));
    element("hint").addEventListener("click", () => {
      this.tell(this.hints[Math.min(this.hinted, this.hints.length - 1)] ?? "", "");
      this.hinted += 1;
      this.revealAnswer();
    });
  }

  begin(which) {
    this.which = which;
    this.begun ||= this.number > 0; // a task that was passed over before it came counts as one
    this.number += 1;
    this.ask({});
  }

  async ask(question) {
    this.line.stop();
    this.latest += 1;
    const number = this.latest;
    element("board").setAttribute("aria-busy", "true");
    const told = await post(this.address, { ...this.which, ...question });
    if (number !== this.latest) return undefined;
    if (!told.error) return this.show(told);
    this.chooser.offer(this.choices);
    element("board").removeAttribute("aria-busy");
    this.tell(`<p>${escaped(sentence(told.error))}</p>`, "bad");
    return this.revealAnswer();
  }

  show(told) {
    const done = told.verdict === "done";
    const fresh = told.verdict === "" && !told.moves.length;
    ({ moves: this.moves, hints: this.hints, choices: this.choices } = told);
    this.hinted = 0;
    if (told.turn_goes_on) this.chooser.release();
    element("title").textContent = this.words(told);
    element("text").innerHTML = told.text; // made by the server from Markdown, without HTML
    this.prompt = told.prompt;
    this.picture = { ...told.picture, ply: this.number * FAR + told.picture.ply };
    this.draw();
    this.board.mark("refused", told.refused);
    const made = told.made.map(sentence).join(" ");
    const kind = done ? "good" : BAD.includes(told.verdict) ? "bad" : "";
    this.tell(`${made ? `<p>${escaped(made)}</p>` : ""}${told.told}`, kind);
    this.offerLine(told.line, done);
    showButton(element("undo"), !done && this.moves.length > 0, () => this.board.rove(this.board.at, true));
    element("hint").hidden = done;
    this.shown(told);
    if (done) reveal(element("again").parentElement, element("told"));
    else if (!fresh) this.revealAnswer();
    else if (this.begun) reveal(element("title"), element("prompt"));
    this.begun = true;
    if (fresh) say(`${element("title").textContent}. ${element("text").textContent}`);
  }

  revealAnswer() {
    reveal(element("told"), element("board"));
  }

  // Show the position of the task.
  draw() {
    this.board.show(this.picture);
    showTrays(element("trays"), this.picture.trays);
    element("prompt").textContent = this.prompt;
    this.chooser.offer(this.choices);
  }

  // Play the refutation of a wrong move at once, and that of a tempting one on request; with
  // reduced motion both on request.
  offerLine(pictures, done) {
    if (!pictures.length) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const play = () => {
      this.chooser.offer([]);
      this.line.play(pictures);
    };
    const words = done ? "Show why the tempting move fails" : still ? "Show it" : "Show it again";
    element("told").append(button(words, () => {
      reveal(element("board"), element("prompt"));
      play();
    }));
    if (!done && !still) play();
  }

  tell(html, kind) {
    const box = element("told");
    box.innerHTML = html;
    box.className = `told ${kind}`;
    const [first] = box.querySelectorAll("p:last-child");
    if (first?.firstChild?.nodeType === Node.TEXT_NODE) {
      first.firstChild.textContent = capitalize(first.firstChild.textContent);
    }
  }
}

function escaped(words) {
  return make("p", "", words).innerHTML;
}
