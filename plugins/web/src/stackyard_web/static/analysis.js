// The best moves of a position, and a bar that shows the balance.

import { svgElement } from "./dom.js";

const FILLS = { red: "#d55e00", blue: "#0072b2", white: "#fbfaf5", black: "#33322f" };
const percent = (value) => `${Math.round(100 * value)} %`;

export function showAnalysis(box, analysis, state, point) {
  const [first, second] = state.seats.map((seat) => seat.colour);
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
  const title = document.createElement("p");
  const tried = analysis.moves.length ? ` and ${analysis.moves.join(" ")}` : "";
  title.textContent = `After move ${analysis.ply}${tried}: ${words}`;
  const list = document.createElement("ol");
  list.className = "candidates";
  for (const candidate of analysis.candidates) {
    const item = document.createElement("li");
    const part = (name, kind, text) => {
      const made = document.createElement(name);
      made.className = kind;
      made.textContent = text;
      item.append(made);
    };
    part("b", "", candidate.move);
    part("span", "", candidate.words);
    part("span", "value", candidate.chance);
    const then = candidate.best.length > 1 ? `; best play: ${candidate.best.join(" ")}` : "";
    part("p", "help", candidate.judgement + then);
    item.addEventListener("pointerenter", () => point(candidate.cells));
    item.addEventListener("pointerleave", () => point([]));
    list.append(item);
  }
  const basis = document.createElement("p");
  basis.className = "help";
  basis.textContent = analysis.basis ? `${analysis.basis}.` : "";
  box.replaceChildren(title, bar, list, basis);
}
