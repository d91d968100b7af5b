// The buttons of a table: which of them are shown and enabled.

import { element } from "./dom.js";

// `seats` are the seats played on this page; `mine`: whether it is their turn.
export function showControls(state, seats, mine) {
  const finished = state.winner !== null;
  const place = seats.length === 2 ? 2 : seats[0];
  const ask = !state.undo[place] && seats.length === 1 && state.seats.every((seat) => seat.human);
  const able = (id, can) => {
    if (element(id)) element(id).disabled = !can;
  };
  able("undo", state.undo[place] || state.may_ask_back[place]);
  if (element("undo")) element("undo").textContent = ask ? "Ask to take back" : "Undo";
  able("redo", state.redo[place]);
  able("hint", mine && (state.advice || seats.length === 2));
  able("resign", !finished && seats.length > 0);
  element("typed").hidden = finished || !seats.length;
  able("draw", seats.some((seat) => state.may_offer[seat]) && state.offer === null);
  for (const id of ["resign", "draw", "hint"]) if (element(id)) element(id).hidden = finished;
  element("analysisbox").hidden = !(state.advice || seats.length === 2);
  element("notice").hidden = !state.notice;
  element("notice").textContent = state.notice;
  element("positiontext").value = state.position;
  const setup = new URL(element("setup").href);
  setup.searchParams.set("position", state.position);
  element("setup").href = setup.href;
}

// Whether this is the second click within three seconds, which confirms the action.
export function confirmed(pressed) {
  if (pressed.dataset.sure) return true;
  const words = pressed.textContent;
  pressed.dataset.sure = "1";
  pressed.textContent = "Really?";
  setTimeout(() => {
    delete pressed.dataset.sure;
    pressed.textContent = words;
  }, 3000);
  return false;
}
