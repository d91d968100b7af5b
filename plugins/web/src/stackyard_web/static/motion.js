// Pieces travel along the way of a move. The new position is drawn at once; the old stacks and the
// travelling pieces are shown above it until they arrive. Any other picture ends the motion.

import { svgElement } from "./dom.js";

const STEP = 200; // milliseconds from one cell to the next
const HASTE = 200; // milliseconds in which what still moves arrives when a further ply comes
const OFF_BOARD = -1; // in place of a cell
const LIFTED = 12; // units of the board, half-way between two cells
const AWAY = 46; // units from a cell to what is beside the board

export class Motion {
  constructor() {
    this.parts = []; // movements, with the drawings before and after
    this.running = [];
    this.layer = null;
    this.timer = null;
    this.waiting = []; // what is called when nothing moves any more
  }

  // Milliseconds until nothing moves.
  get left() {
    return this.parts.length ? latest(this.parts) - (performance.now() - this.begun) : 0;
  }

  // Call `act` when nothing moves.
  rest(act) {
    if (this.parts.length) this.waiting.push(act);
    else act();
  }

  stop() {
    this.clear();
    for (const act of this.waiting.splice(0)) act();
  }

  clear() {
    clearTimeout(this.timer);
    for (const animation of this.running) animation.cancel();
    this.layer?.remove();
    this.running = [];
    this.parts = [];
    this.layer = null;
  }

  // Show how `movements` lead from the drawing `before` to the one in `svg`. Movements that have not
  // ended yet are hurried, and these follow.
  play(svg, before, movements, backward) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !movements.length) return this.stop();
    const begun = this.parts.length ? this.begun : performance.now();
    const passed = performance.now() - begun;
    const earlier = hurried(this.parts, passed);
    this.clear();
    const wait = Math.max(passed, latest(earlier));
    const fresh = backward ? reversed(movements) : movements;
    this.begun = begun;
    this.parts = [
      ...earlier,
      ...fresh.map(([cells, count, start, level]) => {
        const from = wait + start * STEP;
        return { cells, count, level, before, from, end: from + (cells.length - 1) * STEP };
      }),
    ];
    this.show(svg, earlier[0]?.before ?? before);
  }

  show(svg, first) {
    const drawn = svg.firstElementChild;
    const passed = performance.now() - this.begun;
    this.layer = svgElement("g", { class: "moving", "aria-hidden": "true" });
    drawn.after(this.layer);
    const end = latest(this.parts);
    for (const [cell, change] of changes(first, drawn)) {
      const ends = this.parts.filter(({ cells }) => cells.includes(cell)).map((part) => part.end);
      const leaves = this.parts.filter(({ cells }) => cells[0] === cell).map((part) => part.from);
      const arrives = this.parts.some(({ cells }) => cells.at(-1) === cell);
      const until = (arrives ? Math.max(...ends) : Math.min(...leaves, end)) - passed;
      if (until <= 0) continue;
      if (change.now) this.hold(change.now, 0, 0, until);
      if (change.then) this.hold(this.layer.appendChild(change.then.cloneNode(true)), 0, 1, until);
    }
    for (const part of this.parts) this.carry(svg, part, drawn, passed);
    this.timer = setTimeout(() => this.stop(), end - passed);
  }

  // Give an element an opacity for a time; for the rest, that of a copy is `rest`.
  hold(element, rest, opacity, until) {
    if (this.layer.contains(element)) element.setAttribute("opacity", rest);
    this.running.push(element.animate([{ opacity }, { opacity }], { duration: until }));
  }

  carry(svg, { cells, count, level, before, from, end }, drawn, passed) {
    const [first, last] = [cells[0], cells.at(-1)];
    const target = pieces(drawn, last);
    const source = pieces(before, first);
    const arriving = level < 0 || source.length < level + count;
    const taken = arriving ? target.slice(-count) : source.slice(level, level + count);
    if (!taken.length) return;
    const group = svgElement("g", { opacity: 0 });
    group.append(...taken.map((piece) => piece.cloneNode(true)));
    const top = taken.at(-1);
    const face = top.parentElement.querySelector(".face")?.cloneNode(true);
    if (face) {
      const all = pieces(arriving ? drawn : before, arriving ? last : first);
      const [x, y] = difference(box(all.at(-1)), box(top));
      face.setAttribute("class", top.getAttribute("class").replace("piece", "face"));
      face.setAttribute("transform", `translate(${x} ${y})`);
      group.append(face);
    }
    this.layer.append(group);
    const here = box(taken[0]);
    const home = arriving ? last : first;
    const landed = target.length >= count ? box(target.at(-count)) : null;
    const stops = cells.map((cell, at) => {
      if (cell === OFF_BOARD) {
        const near = cells[at ? at - 1 : 1];
        const [x, y] = moved(svg, home, near);
        return { x, y: y - AWAY, opacity: 0 };
      }
      if (at === cells.length - 1 && landed) {
        const [x, y] = difference(here, landed);
        return { x, y, opacity: 1 };
      }
      const [x, y] = moved(svg, home, cell);
      return { x, y, opacity: 1 };
    });
    const frames = [frame(stops[0], 0)];
    for (let at = 1; at < stops.length; at += 1) {
      const [one, other] = [stops[at - 1], stops[at]];
      const x = (one.x + other.x) / 2;
      const y = Math.min(one.y, other.y, (one.y + other.y) / 2 - LIFTED);
      frames.push(frame({ x, y, opacity: Math.max(one.opacity, other.opacity) }), frame(other));
    }
    const timing = { delay: from - passed, duration: end - from, easing: "ease-in-out" };
    this.running.push(group.animate(frames, timing));
  }
}

const latest = (parts) => Math.max(0, ...parts.map((part) => part.end));

// The movements of the plies that have not ended, so fast that they end within HASTE.
function hurried(parts, passed) {
  const rest = latest(parts) - passed;
  const pace = rest > HASTE ? HASTE / rest : 1;
  const at = (time) => passed + (time - passed) * pace;
  const going = new Set(parts.filter((part) => part.end > passed).map((part) => part.before));
  return parts
    .filter((part) => going.has(part.before))
    .map((part) => ({ ...part, from: at(part.from), end: at(part.end) }));
}

function frame({ x, y, opacity }) {
  return { transform: `translate(${x}px, ${y}px)`, opacity };
}

// Travels from the end to the beginning.
function reversed(movements) {
  const end = Math.max(...movements.map(([cells, , start]) => start + cells.length - 1));
  return movements.map(([cells, count, start]) => {
    const back = [...cells].reverse();
    return [back, count, end - start - cells.length + 1, OFF_BOARD];
  });
}

// The stacks that differ between two drawings, by cell.
function changes(first, drawn) {
  const [then, now] = [first, drawn].map((drawing) => {
    const stacks = [...drawing.querySelectorAll(".stack")];
    return new Map(stacks.map((stack) => [Number(stack.dataset.stack), stack]));
  });
  const cells = [...new Set([...then.keys(), ...now.keys()])];
  return cells
    .filter((cell) => then.get(cell)?.outerHTML !== now.get(cell)?.outerHTML)
    .map((cell) => [cell, { then: then.get(cell), now: now.get(cell) }]);
}

function pieces(drawing, cell) {
  return [...drawing.querySelectorAll(`.stack[data-stack="${cell}"] .piece`)];
}

// The place of a shape by its path, since one that has been replaced has no box.
function box(piece) {
  const [x, y] = piece.getAttribute("d").match(/-?[\d.]+/g).map(Number);
  return { x, y };
}

function difference(one, other) {
  return [other.x - one.x, other.y - one.y];
}

// How far it is from one cell to another.
function moved(svg, from, to) {
  const [one, other] = [from, to].map((cell) => {
    const hit = svg.querySelector(`.hit[data-cell="${cell}"]`);
    return { x: Number(hit.dataset.x), y: Number(hit.dataset.y) };
  });
  return difference(one, other);
}
