// The best moves of a position, and a bar that shows the balance.

import { make, svgElement } from "./dom.js";

const FILLS = { red: "#d55e00", blue: "#0072b2", white: "#fbfaf5", black: "#33322f" };
const percent = (value) => `${Math.round(100 * value)} %`;

export class Analysis {
  // `send(message)` sends to the server, `place()` is that of the board, `point(cells)` marks cells.
  constructor(box, act) {
    this.box = box;
    this.act = act;
    this.told = null;
    this.waits = false; // for the server's answer
  }

  ask() {
    if (!this.act.send({ type: "analyse", ...this.act.place() })) return;
    this.box.textContent = "Thinking …";
    this.told = null;
    this.waits = true;
  }

  // No answer will come.
  fail() {
    if (this.waits) this.box.textContent = "";
    this.waits = false;
  }

  hear(told, seats) {
    this.waits = false;
    this.told = told;
    show(this.box, told, seats, (cells) => this.fits() && this.act.point(cells));
    this.mark();
  }

  // Whether the analysis belongs to the position on the board.
  fits() {
    const { ply, moves } = this.act.place();
    return this.told.ply === ply && String(this.told.moves) === String(moves);
  }

  mark() {
    this.box.classList.toggle("stale", this.told !== null && !this.fits());
  }
}

function show(box, analysis, seats, point) {
  const [first, second] = seats.map((seat) => seat.colour);
  const words = `${first} ${percent(analysis.balance)}, ${second} ${percent(1 - analysis.balance)}`;
  const bar = svgElement("svg", {
    class: "balance",
    viewBox: "0 0 100 8",
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": `Balance: ${words}`,
  });
  const share = 100 * analysis.balance;
  bar.append(
    svgElement("rect", { x: 0, y: 0, width: 100, height: 8, fill: FILLS[second] ?? "#33322f" }),
    svgElement("rect", { x: 0, y: 0, width: share, height: 8, fill: FILLS[first] ?? "#fbfaf5" }),
    svgElement("rect", { x: 0.1, y: 0.1, width: 99.8, height: 7.8, fill: "none", stroke: "#888", "stroke-width": 0.3 }),
  );
  const tried = analysis.moves.length ? ` and ${analysis.moves.join(" ")}` : "";
  const title = make("p", "", `After move ${analysis.ply}${tried}: ${words}`);
  const list = make("ol", "candidates");
  for (const { move, words, chance, judgement, best, cells } of analysis.candidates) {
    const then = best.length > 1 ? `; best play: ${best.join(" ")}` : "";
    const item = make("li", "", make("b", "", move), make("span", "", words), make("span", "value", chance));
    item.append(make("p", "help", judgement + then));
    item.addEventListener("pointerenter", () => point(cells));
    item.addEventListener("pointerleave", () => point([]));
    list.append(item);
  }
  box.replaceChildren(title, bar, list, make("p", "help", analysis.basis ? `${analysis.basis}.` : ""));
}
