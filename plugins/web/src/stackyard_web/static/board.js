// The board drawn by the server: marks on cells, accessible names, roving focus, keys, animation.

import { svgElement } from "./dom.js";
import { Motion } from "./motion.js";
import { showTheme } from "./theme.js";

const ARROWS = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const SMALLEST = 12; // pixels of text that may matter for the rules

export class Board {
  // `choose(cell)` is called for a click, a tap, Enter or Space on a cell, `read()` for R.
  constructor(box, choose, cancel, read) {
    this.box = box;
    this.shown = { ply: NaN, movements: [] };
    this.motion = new Motion();
    this.drawn = 0; // when the latest picture stands still, or will
    this.pointed = false; // whether the latest choice was a click or a tap
    showTheme();
    this.at = 0; // the cell in the tab order
    new ResizeObserver(() => this.enlarge()).observe(box);
    box.addEventListener("click", (event) => {
      const hit = event.target.closest(".hit");
      if (!hit) return;
      this.rove(Number(hit.dataset.cell), false);
      this.pointed = event.detail > 0;
      choose(Number(hit.dataset.cell));
    });
    box.addEventListener("focusin", (event) => {
      const hit = event.target.closest(".hit"); // a screen reader can focus cells directly
      if (hit) this.rove(Number(hit.dataset.cell), false);
    });
    box.addEventListener("keydown", (event) => {
      const hit = event.target.closest(".hit");
      if (!hit || event.ctrlKey || event.metaKey || event.altKey) return;
      this.pointed = false;
      if (event.key in ARROWS) this.walk(hit, ARROWS[event.key]);
      else if (event.key === "Enter" || event.key === " ") choose(Number(hit.dataset.cell));
      else if (event.key === "Escape") cancel();
      else if (event.key === "r" || event.key === "R") read();
      else return;
      event.preventDefault();
    });
  }

  // Show a picture. If it comes one ply after the one shown, or before, its pieces travel.
  show(picture) {
    const focused = this.box.contains(document.activeElement);
    const before = this.box.querySelector("svg")?.firstElementChild;
    const parsed = new DOMParser().parseFromString(picture.board, "text/html");
    const same = this.put(parsed.querySelector("svg"));
    this.box.removeAttribute("aria-busy");
    this.enlarge();
    this.rove(this.hit(this.at) ? this.at : 0, focused);
    const steps = picture.ply - this.shown.ply;
    const later = steps === 1 ? picture : this.shown;
    if (same && before && Math.abs(steps) === 1) {
      this.motion.play(this.box.querySelector("svg"), before, later.movements, steps < 0);
    } else this.motion.stop();
    this.drawn = performance.now() + this.motion.left;
    this.shown = picture;
  }

  // Replace the drawing. If the cells are the same, their elements are reused: a screen reader
  // loses its place when the focused element is removed. Returns whether they are.
  put(drawn) {
    const shown = this.box.querySelector("svg");
    const [old, fresh] = [shown, drawn].map((svg) => [...(svg?.querySelectorAll(".hit") ?? [])]);
    this.prepare(drawn);
    const cells = (hits) => hits.map((hit) => hit.dataset.cell).join();
    if (cells(old) !== cells(fresh)) {
      drawn.setAttribute("role", "application"); // so that a screen reader passes the keys on
      this.box.replaceChildren(drawn);
      return false;
    }
    for (const name of ["viewBox", "class"]) shown.setAttribute(name, drawn.getAttribute(name));
    shown.firstElementChild.replaceWith(drawn.firstElementChild);
    old.forEach((hit, at) => {
      for (const name of ["class", "aria-label", "data-x", "data-y"]) {
        hit.setAttribute(name, fresh[at].getAttribute(name));
      }
      delete hit.dataset.name;
      hit.querySelector(".dot")?.remove();
      hit.prepend(...[...fresh[at].children].slice(0, -1));
      // The shape under the pointer stays: pressing one element and releasing another is no click.
      for (const { name, value } of fresh[at].lastElementChild.attributes) hit.lastElementChild.setAttribute(name, value);
    });
    return true;
  }

  // Add a dot to each empty cell, to be shown where a move can go, and tell the page the board's tone.
  prepare(drawn) {
    const tone = [...drawn.classList].find((kind) => kind.startsWith("tone-"));
    for (const other of [...document.body.classList]) {
      if (other.startsWith("tone-") && other !== tone) document.body.classList.remove(other);
    }
    document.body.classList.add(tone);
    const held = new Set([...drawn.querySelectorAll(".stack")].map((each) => each.dataset.stack));
    const upright = drawn.classList.contains("upright");
    for (const hit of drawn.querySelectorAll(".hit")) {
      if (upright || held.has(hit.dataset.cell)) continue;
      hit.prepend(svgElement("circle", { class: "dot", cx: hit.dataset.x, cy: hit.dataset.y, r: 6 }));
    }
  }

  // On a small screen, enlarge heights, notes and names beyond the scale of the board. The letters
  // of pieces, which repeat their colours, keep their size.
  enlarge() {
    const unit = this.box.querySelector("svg")?.getScreenCTM()?.a;
    if (!unit) return;
    for (const text of this.box.querySelectorAll("text:not(.letter)")) {
      const small = Number(text.getAttribute("font-size")) * unit < SMALLEST;
      text.style.fontSize = small ? `${SMALLEST / unit}px` : "";
    }
  }

  hit(cell) {
    return this.box.querySelector(`.hit[data-cell="${cell}"]`);
  }

  rove(cell, focus) {
    this.hit(this.at)?.setAttribute("tabindex", "-1");
    this.at = cell;
    const hit = this.hit(cell);
    hit?.setAttribute("tabindex", "0");
    if (focus) hit?.focus();
  }

  // Move the focus to the nearest cell in a direction, preferring cells straight ahead.
  walk(hit, [right, down]) {
    const place = (other) => [Number(other.dataset.x), Number(other.dataset.y)];
    const [x, y] = place(hit);
    let best = null;
    let least = Infinity;
    for (const other of this.box.querySelectorAll(".hit")) {
      const [ox, oy] = place(other);
      const forward = (ox - x) * right + (oy - y) * down;
      const aside = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
      if (forward > 1 && aside <= 2 * forward && forward + 2 * aside < least) {
        least = forward + 2 * aside;
        best = other;
      }
    }
    if (best) this.rove(Number(best.dataset.cell), true);
  }

  // Mark exactly these cells with a class.
  mark(name, cells) {
    for (const hit of this.box.querySelectorAll(`.hit.${name}`)) hit.classList.remove(name);
    for (const cell of cells) this.hit(cell)?.classList.add(name);
  }

  // Update the accessible name of each cell with its possible actions.
  name() {
    const open = this.box.classList.contains("yours");
    const chosen = this.box.classList.contains("chosen");
    for (const hit of this.box.querySelectorAll(".hit")) {
      const has = (kind) => hit.classList.contains(kind);
      hit.dataset.name ??= hit.getAttribute("aria-label");
      let can = "";
      if (has("selected")) can = ", chosen";
      else if (has("target")) can = ", the move can go here";
      else if (open && !chosen && has("choice")) can = ", a move can begin here";
      hit.setAttribute("aria-label", hit.dataset.name + can);
    }
  }

  // A description of all cells that are not empty, row by row from the top.
  words() {
    const names = [...this.box.querySelectorAll(".hit")].map((hit) => hit.ariaLabel);
    const held = names.filter((name) => !/^[^,]*, empty/.test(name));
    const rest = held.length < names.length ? "All other cells are empty." : "";
    return held.length ? `${held.join("; ")}. ${rest}` : "The board is empty.";
  }
}
