// Buttons and keys of a table: what they call.

import { reasonAgainst } from "./controls.js";
import { element } from "./dom.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "begin", End: "end" };

// A click on a button calls the act of its id, or has `tell(sentence)` say the reason against it. The
// page can be seen before its first state is here; a click then is kept until `arrival`.
export function listenToButtons(acts, arrival, tell) {
  for (const [id, act] of Object.entries(acts)) {
    element(id)?.addEventListener("click", async () => {
      await arrival;
      if (reasonAgainst(id)) tell(reasonAgainst(id));
      else act();
    });
  }
}

// Arrow keys step through the moves, as in a replay; Home and End lead to their ends, unless the page
// `tries()` moves.
export function listenToKeys(acts, tries) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(".hit, input, select, textarea, summary")) return;
    const act = acts[KEYS[event.key]];
    if (!act) return;
    event.preventDefault();
    if (!tries() || event.key.startsWith("Arrow")) act();
  });
}
