// The best moves of a position, and a bar that says who is ahead.

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const FILLS = { red: "#d55e00", blue: "#0072b2", white: "#fbfaf5", black: "#33322f" };
const percent = (value) => `${Math.round(100 * value)} %`;

export function showAnalysis(box, told, state, point) {
  const [first, second] = state.seats.map((seat) => seat.colour);
  const words = `${first} ${percent(told.balance)}, ${second} ${percent(1 - told.balance)}`;
  const bar = shape("svg", {
    class: "balance",
    viewBox: "0 0 100 8",
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": `Balance: ${words}`,
  });
  const share = 100 * told.balance;
  bar.append(
    shape("rect", { x: 0, y: 0, width: 100, height: 8, fill: FILLS[second] ?? "#33322f" }),
    shape("rect", { x: 0, y: 0, width: share, height: 8, fill: FILLS[first] ?? "#fbfaf5" }),
    shape("rect", { x: 0.1, y: 0.1, width: 99.8, height: 7.8, fill: "none", stroke: "#888", "stroke-width": 0.3 }),
  );
  const title = document.createElement("p");
  const tried = told.moves.length ? ` and ${told.moves.join(" ")}` : "";
  title.textContent = `After move ${told.ply}${tried}: ${words}`;
  const list = document.createElement("ol");
  list.className = "candidates";
  for (const candidate of told.candidates) {
    const item = document.createElement("li");
    const part = (name, kind, text) => {
      const made = document.createElement(name);
      made.className = kind;
      made.textContent = text;
      item.append(made);
    };
    part("b", "", candidate.move);
    part("span", "", candidate.words);
    part("span", "value", percent(candidate.value));
    const then = candidate.best.length > 1 ? `; best play: ${candidate.best.join(" ")}` : "";
    part("p", "help", candidate.judgement + then);
    item.addEventListener("pointerenter", () => point(candidate.cells));
    item.addEventListener("pointerleave", () => point([]));
    list.append(item);
  }
  const basis = document.createElement("p");
  basis.className = "help";
  basis.textContent = told.basis ? `${told.basis}.` : "";
  box.replaceChildren(title, bar, list, basis);
}
