// A graph of the expected score after each move.

import { button, svgElement } from "./dom.js";
const [WIDE, HIGH] = [300, 80];

export class ScoreGraph {
  // `ask(ply)` requests the analysis of a ply; `look(ply)` shows the ply.
  constructor(box, ask, look) {
    this.box = box;
    this.ask = ask;
    this.look = look;
    this.shares = []; // of the first player, by ply
    this.plies = 0;
    this.waits = false;
    box.addEventListener("click", (event) => {
      const svg = event.target.closest("svg");
      if (!svg) return;
      const { left, width } = svg.getBoundingClientRect();
      this.look(Math.round(((event.clientX - left) / width) * this.plies));
    });
  }

  begin(state) {
    this.plies = state.ply;
    this.colours = state.seats.map((seat) => seat.colour);
    this.shares = [];
    this.next();
  }

  next() {
    this.waits = this.shares.length <= this.plies;
    if (this.waits) this.ask(this.shares.length);
  }

  hear(told) {
    if (!this.waits || told.ply !== this.shares.length) return;
    this.shares.push(told.balance);
    this.draw();
    this.next();
  }

  // Stop after a change of the match or an error; the drawing stays.
  stop() {
    this.waits = false;
  }

  draw() {
    const x = (ply) => (this.plies ? (ply / this.plies) * WIDE : 0);
    const y = (share) => HIGH - share * HIGH;
    const points = this.shares.map((share, ply) => `${x(ply).toFixed(1)},${y(share).toFixed(1)}`);
    const [first, second] = this.colours;
    const last = Math.round(100 * this.shares.at(-1));
    const label = `Score by move: above the middle ${first} is ahead, below it ${second}. ` +
      `After move ${this.shares.length - 1}: ${first} ${last} %`;
    const svg = svgElement("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label });
    svg.append(
      svgElement("rect", { class: "frame", x: 0.5, y: 0.5, width: WIDE - 1, height: HIGH - 1 }),
      svgElement("line", { class: "even", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
      svgElement("polyline", { class: "score", points: points.join(" ") }),
    );
    const words = document.createElement("p");
    words.className = "help";
    const done = this.shares.length > this.plies;
    words.textContent = done
      ? `Above the middle ${first} is ahead, below it ${second}. Click to look at a move.`
      : `Move ${this.shares.length} of ${this.plies} …`;
    this.box.replaceChildren(svg, words);
    if (done && this.plies) this.box.append(this.turning(svg, x));
    if (done) this.box.scrollIntoView({ block: "nearest" });
  }

  // A button that shows the move which changed the score most; the graph marks it.
  turning(svg, x) {
    const changes = this.shares.slice(1).map((share, at) => Math.abs(share - this.shares[at]));
    const ply = changes.indexOf(Math.max(...changes)) + 1;
    svg.append(svgElement("line", { class: "turn", x1: x(ply), x2: x(ply), y1: 0, y2: HIGH }));
    const [before, after] = [this.shares[ply - 1], this.shares[ply]].map((share) => Math.round(100 * share));
    const words = `Largest change: move ${ply}, ${this.colours[0]} from ${before} to ${after} %`;
    return button(words, () => this.look(ply));
  }
}
