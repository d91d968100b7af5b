// The pieces beside the board, by kind and number.

import { make } from "./dom.js";

const SHOWN = 12; // pieces of a kind that are drawn

// While there is nothing in any, their room is kept empty.
export function showTrays(box, trays) {
  box.trays = trays;
  const empty = trays.every((tray) => !tray.pieces.length);
  box.replaceChildren(...trays.map((tray) => {
    if (empty) return make("div", "tray");
    const piles = tray.pieces.length ? tray.pieces.map(pile) : ["none"];
    return make("div", "tray", make("span", "", `${tray.title}:`), ...piles);
  }));
}

// What `box` shows, for a screen reader.
export function traysInWords({ trays }) {
  const kinds = (tray) => tray.pieces.map(([letter, count]) => `${count} ${letter}`).join(", ");
  return trays.map((tray) => `${tray.title}: ${kinds(tray) || "none"}.`).join(" ");
}

function pile([letter, count, colour, owner]) {
  const disc = () => make("span", `disc ${colour} ${owner === 1 ? "ringed" : ""}`);
  const discs = make("span", "discs", ...Array.from({ length: Math.min(count, SHOWN) }, disc));
  discs.ariaHidden = "true";
  return make("span", "pile", make("b", "", count), make("span", "unseen", letter), discs);
}
