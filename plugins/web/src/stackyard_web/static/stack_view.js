// An enlarged side view of a stack: under the mouse, at the focus, or under a resting finger.

import { make, svgElement } from "./dom.js";

const REST = 350; // milliseconds
const KEPT_FREE = // to be clicked or read
  ".panel :is(a, button, input), .player, .prompt, .refusal, .goal, :is(.panel, .heads) :is(h1, h2), #text";
const GAP = 4; // pixels between the lens and the edge of the screen
const STEPS = 24; // of places tried across the screen
const PIECE = [64, 18]; // how wide and how high a piece is
const EDGE = 6; // half the height of its face

export class StackView {
  constructor(board) {
    this.board = board;
    this.box = make("div", "lens");
    Object.assign(this.box, { hidden: true, ariaHidden: "true" }); // the cell says the same
    document.body.append(this.box);
    this.timer = null;
    this.rested = false;
    const { box } = board;
    const hit = (event) => event.target.closest?.(".hit");
    box.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.soon(hit(event));
    });
    box.addEventListener("pointerdown", (event) => {
      this.rested = false;
      if (event.pointerType === "touch") this.soon(hit(event), true);
      else this.hide();
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      box.addEventListener(name, () => this.hide());
    }
    // A long press only shows the stack; it makes no move.
    box.addEventListener("click", (event) => this.rested && event.stopPropagation(), true);
    box.addEventListener("contextmenu", (event) => this.rested && event.preventDefault());
    box.addEventListener("focusin", (event) => {
      if (event.target.matches(".hit:focus-visible")) this.soon(event.target);
    });
    box.addEventListener("focusout", () => this.hide());
    box.addEventListener("keydown", () => this.hide());
  }

  soon(hit, finger = false) {
    this.hide();
    if (!hit) return;
    this.timer = setTimeout(() => {
      if (!hit.isConnected) return;
      this.rested = this.show(hit) && finger;
    }, REST);
  }

  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
  }

  // Show the stack on a cell; whether there is one.
  show(hit) {
    const stack = this.board.box.querySelector(`.stack[data-stack="${hit.dataset.cell}"]`);
    const pieces = [...(stack?.querySelectorAll(".piece") ?? [])];
    if (pieces.length < 2) return false;
    const letters = stack.dataset.letters.split(" ");
    const [across, up] = PIECE;
    const height = pieces.length * up + 2 * EDGE + 6;
    const size = { width: across + 6, height };
    const svg = svgElement("svg", { viewBox: `0 0 ${across + 6} ${height}`, ...size });
    const curve = `a${across / 2} ${EDGE} 0 0 0`;
    pieces.forEach((piece, level) => {
      const y = height - 3 - EDGE - (level + 1) * up;
      const colour = [...piece.classList].find((kind) => kind !== "piece");
      const sides = `M3 ${y}v${up}${curve} ${across} 0v${-up}${curve} ${-across} 0z`;
      svg.append(svgElement("path", { class: `piece ${colour}`, d: sides }));
      const middle = { x: 3 + across / 2, y: y + up / 2 + EDGE };
      svg.append(svgElement("text", { ...middle, class: `ink ${colour}`, "font-size": 13 }, letters[level]));
      if (level < pieces.length - 1) return;
      const face = { cx: middle.x, cy: y, rx: across / 2, ry: EDGE };
      svg.append(svgElement("ellipse", { class: `face ${colour}`, ...face }));
    });
    this.box.replaceChildren(make("p", "", hit.dataset.name ?? hit.ariaLabel), svg);
    this.box.hidden = false;
    const { left, top } = this.place(hit.getBoundingClientRect());
    this.box.style.left = `${left}px`;
    this.box.style.top = `${top}px`;
    return true;
  }

  // The spot nearest to a cell that covers the least of what one may click or has to read.
  place(cell) {
    const { width, height } = this.box.getBoundingClientRect();
    const clicked = [...this.board.box.querySelectorAll(".hit"), ...document.querySelectorAll(KEPT_FREE)];
    const taken = clicked.map((each) => each.getBoundingClientRect());
    const [wide, high] = [innerWidth - width - GAP, innerHeight - height - GAP];
    let best = { left: GAP, top: GAP, cost: Infinity };
    for (let down = 0; down <= STEPS; down += 1) {
      for (let across = 0; across <= STEPS; across += 1) {
        const left = Math.max(GAP, (wide * across) / STEPS);
        const top = Math.max(GAP, (high * down) / STEPS);
        const common = (box) =>
          Math.max(0, Math.min(box.right, left + width) - Math.max(box.left, left)) *
          Math.max(0, Math.min(box.bottom, top + height) - Math.max(box.top, top));
        const covered = taken.reduce((sum, box) => sum + common(box), 0);
        const away = Math.hypot(left + width / 2 - cell.left, top + height / 2 - cell.top);
        const cost = 10 * covered + away;
        if (cost < best.cost) best = { left, top, cost };
      }
    }
    return best;
  }
}
