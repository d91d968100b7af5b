// The clocks of both sides; the running one counts down between messages from the server.

import { make } from "./dom.js";

const LOW = 10; // seconds, below which tenths are shown

function words(seconds) {
  if (seconds < LOW) return (Math.floor(10 * seconds) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const rest = two(whole % 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

export class Clocks {
  constructor() {
    this.boxes = [0, 1].map((side) => {
      const box = make("span", "clock");
      box.role = "timer";
      box.dataset.side = side;
      return box;
    });
    setInterval(() => this.show(), 100);
    this.left = [null, null];
    this.running = null; // the side whose time runs down
  }

  // Set the seconds of each side, null without a limit, and the running side, null if none runs.
  set(left, running) {
    this.left = left;
    this.running = running;
    this.since = performance.now();
    this.show();
  }

  show() {
    this.boxes.forEach((box, side) => {
      const left = this.left[side];
      box.hidden = left === null;
      if (left === null) return;
      const gone = side === this.running ? (performance.now() - this.since) / 1000 : 0;
      const now = Math.max(left - gone, 0);
      const text = words(now);
      if (box.textContent !== text) box.textContent = text;
      box.classList.toggle("low", side === this.running && now < LOW);
    });
  }
}
