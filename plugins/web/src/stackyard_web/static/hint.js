// The reasons of a hint, and a button that puts its line on the board.

import { button, make } from "./dom.js";

export function showReasons(box, told, walk) {
  const list = make("ul", "", ...told.reasons.map((reason) => make("li", "", reason)));
  const line = button(`Try the line: ${told.line.join(" ")}`, () => walk(told.ply, told.line));
  box.replaceChildren(...(told.reasons.length ? [list] : []), line);
  box.hidden = false;
}
