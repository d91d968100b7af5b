// The reasons of a hint, and a button that puts its line on the board.

import { button } from "./dom.js";

export function showReasons(box, told, walk) {
  const list = document.createElement("ul");
  for (const reason of told.reasons) {
    const item = document.createElement("li");
    item.textContent = reason;
    list.append(item);
  }
  const line = button(`Try the line: ${told.line.join(" ")}`, () => walk(told.ply, told.line));
  box.replaceChildren(...(told.reasons.length ? [list] : []), line);
  box.hidden = false;
}
