// Enlarges a board whose cells are too small for a finger; the board then scrolls in its box.

const TARGET = 44; // pixels that a finger needs
const ENOUGH = 24; // pixels of a cell that a touch hits well enough: what it chose is shown before it counts
const SLIGHT = 1.06; // times; so little is missing to no cell that it matters
const LONG = 4; // times as wide as high
const finger = matchMedia("(pointer: coarse)");

// The smaller side of a cell, in pixels of the screen.
function side(cell) {
  const { width, height } = cell.closest(".hit").lastElementChild.getBoundingClientRect();
  return Math.min(width, height);
}

export class Zoom {
  // `button` turns the enlargement on and off; the first touch of a small cell in a turn turns it on.
  constructor(box, button) {
    this.box = box;
    this.button = button;
    this.wanted = null; // whether to enlarge, as the person chose
    this.touched = false;
    new ResizeObserver(() => this.fit()).observe(box);
    new MutationObserver(() => this.fit()).observe(box, { childList: true });
    button.addEventListener("click", () => this.turn(!this.on));
    box.addEventListener("pointerdown", (event) => {
      this.touched = event.pointerType === "touch";
    }, true);
    box.addEventListener("click", (event) => {
      const small = !this.button.hidden && !this.on && box.classList.contains("yours");
      const cell = event.target.closest(".hit > *");
      if (!small || !this.touched || !event.detail || (cell && side(cell) >= ENOUGH)) return;
      event.stopPropagation();
      this.turn(true, event);
    }, true);
  }

  // A long row would be a low strip: it is enlarged from the beginning, also for a mouse.
  get row() {
    const svg = this.box.querySelector("svg.upright");
    return svg !== null && svg.viewBox.baseVal.width > LONG * svg.viewBox.baseVal.height;
  }

  get on() {
    return this.wanted ?? this.row;
  }

  // Show the whole board again, as after a turn.
  leave() {
    if (this.wanted && !this.row) this.turn(false);
  }

  // Enlarge or not; the spot of a click stays where it is.
  turn(on, spot = null) {
    const svg = this.box.querySelector("svg");
    const middle = this.box.getBoundingClientRect();
    const x = spot?.clientX ?? middle.left + middle.width / 2;
    const y = spot?.clientY ?? middle.top + middle.height / 2;
    const held = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    this.wanted = on;
    this.fit();
    const now = () => held.matrixTransform(svg.getScreenCTM());
    this.box.scrollBy(now().x - x, now().y - y);
    if (spot) scrollBy(0, now().y - y); // where the box has nothing left to scroll
  }

  // How many times too small the smallest cell is; below 1 if every cell is large enough.
  need(svg) {
    const sizes = [...svg.querySelectorAll(".hit > :last-child")].map((shape) => {
      const { width, height } = shape.getBBox();
      return Math.min(width, height);
    });
    const counts = finger.matches || this.row;
    return counts && sizes.length ? TARGET / (Math.min(...sizes) * svg.getScreenCTM().a) : 1;
  }

  fit() {
    const svg = this.box.querySelector("svg");
    if (!svg?.getScreenCTM()) return;
    const { scrollLeft, scrollTop } = this.box;
    for (const name of ["width", "height", "maxHeight"]) svg.style[name] = "";
    this.box.classList.remove("enlarged");
    const need = this.need(svg);
    this.button.hidden = need <= SLIGHT;
    this.button.textContent = this.on ? "Whole board" : "Zoom in";
    if (need <= SLIGHT || !this.on) return;
    const { width, height } = svg.viewBox.baseVal;
    const unit = svg.getScreenCTM().a * need * 1.001; // rounding must not take the last pixel
    svg.style.width = `${width * unit}px`;
    svg.style.height = `${height * unit}px`;
    svg.style.maxHeight = "none";
    this.box.classList.add("enlarged");
    this.box.scrollTo(scrollLeft, scrollTop);
  }
}
