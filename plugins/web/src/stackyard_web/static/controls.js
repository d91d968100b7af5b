// The buttons of a table: which of them are shown and enabled.

import { element } from "./dom.js";

const NOTHING_BACK = "You have no move to take back now.";
const ASKED_BACK = "A takeback is asked for already.";
const NOT_YET = "You can ask for a hint on your turn.";
const OFFERED = "A draw is offered already.";
const NOTHING_AGAIN = "No turn was taken back.";
const PATIENCE = 8000; // milliseconds for the click that confirms an action
const NO_OFFER = "Play a turn before you offer a draw again.";

// The place of a page's seats in the permissions of a state.
export const place = (seats) => (seats.length === 2 ? 2 : seats[0]);

// What a button that cannot be used now says when it is pressed; "" for one that can.
const reasons = new Map();

export const reasonAgainst = (id) => reasons.get(id) ?? "";

// A button with a reason against it is grey, and says the reason.
function show(id, shown, reason = "") {
  const made = element(id);
  if (!made) return;
  reasons.set(id, reason);
  made.hidden = !shown;
  made.title = reason;
  if (reason) made.setAttribute("aria-disabled", "true");
  else made.removeAttribute("aria-disabled");
}

// `seats` are the seats played on this page; `mine`: whether it is their turn.
export function showControls(state, seats, mine) {
  const going = state.winner === null;
  const advice = state.advice || seats.length === 2;
  const back = state.undo[place(seats)] || state.may_ask_back[place(seats)];
  const again = state.redo[place(seats)];
  const offers = seats.some((seat) => state.may_offer[seat]);
  show("undo", going || back, back ? "" : state.back !== null ? ASKED_BACK : NOTHING_BACK);
  show("redo", advice && (going || again), again ? "" : NOTHING_AGAIN);
  show("hint", going && advice, mine ? "" : NOT_YET);
  show("draw", going, state.offer !== null ? OFFERED : offers ? "" : NO_OFFER);
  show("resign", going);
  element("typed").hidden = !going || !seats.length;
  element("analysisbox").hidden = !advice;
  element("notice").hidden = !state.notice;
  element("notice").textContent = state.notice;
  element("positiontext").value = state.position;
  const setup = new URL(element("setup").href);
  setup.searchParams.set("position", state.position);
  element("setup").href = setup.href;
}

// Whether this is the second click within some seconds, which confirms the action. The first one
// says, by `tell(sentence)`, what a second one does.
export function confirmed(id, what, tell) {
  const pressed = element(id);
  const sentence = `Press ${pressed.textContent} again to ${what}.`;
  const forget = () => {
    delete pressed.dataset.sure;
    if (element("refusal").textContent === sentence) element("refusal").textContent = "";
  };
  const sure = "sure" in pressed.dataset;
  forget();
  if (sure) return true;
  pressed.dataset.sure = "";
  tell(sentence);
  setTimeout(forget, PATIENCE);
  return false;
}
