// The buttons of a table: which of them are shown and enabled.

import { element } from "./dom.js";

// `seats` are the seats played on this page; `mine`: whether it is their turn.
export function showControls(state, seats, mine) {
  const over = state.winner !== null;
  const place = seats.length === 2 ? 2 : seats[0];
  const ask = !state.undo[place] && seats.length === 1 && state.seats.every((seat) => seat.human);
  const able = (id, can) => {
    if (element(id)) element(id).disabled = !can;
  };
  able("undo", state.undo[place] || state.may_ask_back[place]);
  if (element("undo")) element("undo").textContent = ask ? "Ask to take back" : "Undo";
  able("redo", state.redo[place]);
  able("hint", mine && (state.advice || seats.length === 2));
  able("resign", !over && seats.length > 0);
  element("typed").hidden = over || !seats.length;
  able("draw", seats.some((seat) => state.may_offer[seat]) && state.offer === null);
  for (const id of ["resign", "draw", "hint"]) if (element(id)) element(id).hidden = over;
  element("analysisbox").hidden = !(state.advice || seats.length === 2);
  element("notice").hidden = !state.notice;
  element("notice").textContent = state.notice;
  element("positiontext").value = state.position;
  const setup = new URL(element("setup").href);
  setup.searchParams.set("position", state.position);
  element("setup").href = setup.href;
}

// Whether this is the second click within three seconds, which confirms the action.
export function confirmed(asked) {
  if (asked.dataset.sure) return true;
  const words = asked.textContent;
  asked.dataset.sure = "1";
  asked.textContent = "Really?";
  setTimeout(() => {
    delete asked.dataset.sure;
    asked.textContent = words;
  }, 3000);
  return false;
}
