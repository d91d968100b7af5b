// The reasons of a hint, and a button that puts its line on the board.

export function showReasons(box, told, walk) {
  const list = document.createElement("ul");
  for (const reason of told.reasons) {
    const item = document.createElement("li");
    item.textContent = reason;
    list.append(item);
  }
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = `Try the line: ${told.line.join(" ")}`;
  button.addEventListener("click", () => walk(told.ply, told.line));
  box.replaceChildren(...(told.reasons.length ? [list] : []), button);
  box.hidden = false;
}
