// Messages for screen readers; the latest ones stay, so that none is replaced unread.

import { capitalize, element, make } from "./dom.js";

const KEPT = 8;
const box = document.getElementById("speech");

export function say(words) {
  if (!words) return;
  box.append(make("p", "", words));
  while (box.children.length > KEPT) box.firstChild.remove();
}

// Announce the moves that are new since the state before, if any, then what is asked for.
export function announce(before, state, plies) {
  if (before && state.ply === before.ply && state.winner === before.winner) return;
  const known = before?.ply ?? state.ply - 1;
  if (state.ply < known) say("Moves were taken back.");
  for (const made of plies.slice(Math.max(known, 0))) {
    say(`${capitalize(state.seats[made.player].colour)} ${made.words}.`);
  }
  say(element("prompt").textContent);
}
