// An enlarged side view of a stack: under the mouse, at the focus, or under a resting finger.

import { make, svgElement } from "./dom.js";

const REST = 350; // milliseconds
const GAP = 4; // pixels between the lens and the edge of its area
const STEPS = 24; // of places tried across that area
const NEAR = 40; // square pixels of other stacks that it covers, to be a pixel nearer
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
    this.under = null; // the cell to which the mouse has moved; a redrawing moves no mouse
    const { box } = board;
    const hit = (event) => event.target.closest?.(".hit");
    box.addEventListener("pointermove", (event) => {
      const cell = hit(event)?.dataset.cell;
      if (event.pointerType === "touch" || cell === this.under) return;
      this.under = cell;
      this.soon(hit(event));
    });
    box.addEventListener("pointerdown", (event) => {
      this.rested = false;
      if (event.pointerType === "touch") this.soon(hit(event), true);
      else this.hide();
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      box.addEventListener(name, () => this.hide());
    }
    box.addEventListener("pointerleave", () => {
      this.under = null;
    });
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
      this.rested = this.show(hit, finger) && finger;
    }, REST);
  }

  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
  }

  // Show the stack on a cell; whether there is one. Only what a finger shows, which goes with it,
  // may lie outside the board.
  show(hit, finger) {
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
    const screen = new DOMRect(0, 0, innerWidth, innerHeight);
    const area = finger ? screen : this.board.box.getBoundingClientRect();
    const [top, bottom] = [Math.max(area.top, 0) + GAP, Math.min(area.bottom, innerHeight) - GAP];
    this.box.style.maxHeight = `${bottom - top}px`;
    this.place(hit, { left: area.left + GAP, right: area.right - GAP, top, bottom });
    return true;
  }

  // Put the lens into an area, beside a cell, where it covers few other stacks.
  place(hit, area) {
    const cell = hit.getBoundingClientRect();
    const stacks = [...this.board.box.querySelectorAll(".stack")].map((each) => each.getBoundingClientRect());
    const { width, height } = this.box.getBoundingClientRect();
    let least = Infinity;
    for (let down = 0; down <= STEPS; down += 1) {
      for (let across = 0; across <= STEPS; across += 1) {
        const left = area.left + ((area.right - area.left - width) * across) / STEPS;
        const top = area.top + ((area.bottom - area.top - height) * down) / STEPS;
        const common = (box) =>
          Math.max(0, Math.min(box.right, left + width) - Math.max(box.left, left)) *
          Math.max(0, Math.min(box.bottom, top + height) - Math.max(box.top, top));
        const covered = stacks.reduce((sum, box) => sum + common(box), 100 * common(cell));
        const away = Math.hypot(
          left + width / 2 - (cell.left + cell.right) / 2,
          top + height / 2 - (cell.top + cell.bottom) / 2,
        );
        const cost = covered + NEAR * away;
        if (cost >= least) continue;
        least = cost;
        Object.assign(this.box.style, { left: `${left}px`, top: `${top}px` });
      }
    }
  }
}
