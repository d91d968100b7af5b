// The pieces beside the board, by kind and number.

const SHOWN = 12; // pieces of a kind that are drawn

export function showTrays(box, trays) {
  box.replaceChildren(...trays.map((tray) => {
    const line = document.createElement("div");
    line.className = "tray";
    const title = document.createElement("span");
    title.textContent = `${tray.title}:`;
    line.append(title, ...tray.pieces.map(pile));
    if (!tray.pieces.length) line.append("none");
    return line;
  }));
}

function pile([letter, count, colour, owner]) {
  const made = document.createElement("span");
  made.className = "pile";
  const number = document.createElement("b");
  number.textContent = count;
  const words = document.createElement("span");
  words.className = "unseen";
  words.textContent = letter;
  const discs = document.createElement("span");
  discs.className = "discs";
  discs.setAttribute("aria-hidden", "true");
  for (let at = 0; at < Math.min(count, SHOWN); at += 1) {
    const disc = document.createElement("span");
    disc.className = `disc ${colour} ${owner === 1 ? "ringed" : ""}`;
    discs.append(disc);
  }
  if (count) discs.lastChild.dataset.letter = letter;
  made.append(number, words, discs);
  return made;
}
