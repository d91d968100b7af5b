// The banner at the end of a match: the result, and buttons for the next steps.

import { element } from "./dom.js";
import * as storage from "./storage.js";

const DRAW = 2;
const KEPT = 50; // matches

// The latest matches that count for the person's strength no more: those with help, and those that
// have counted, perhaps in another tab.
const spent = () => storage.text("helped").split(" ");

// Note hints, analyses and takebacks: such a match does not count.
export function noteHelp() {
  const { token } = element("table").dataset;
  const others = spent().filter((other) => other !== token);
  storage.set("helped", [token, ...others].slice(0, KEPT).join(" "));
}

// The result for the seats played on this page, as a key and in words.
function verdict(state, seats) {
  if (state.winner === DRAW) return ["drawn", "Nobody won"];
  if (seats.length !== 1) return ["drawn", "The game is over"];
  return seats[0] === state.winner ? ["won", "You won"] : ["lost", "You lost"];
}

// Show or hide the banner, which takes the room of the prompt. A review that was asked for stands
// below it; else it stands beside the moves. `focused` is what had the focus before the match ended.
export function showEnding(state, seats, just, focused) {
  const banner = element("ending");
  const finished = state.winner !== null;
  banner.hidden = !finished;
  element("result").hidden = !finished;
  element("result").textContent = finished ? `${state.result}.` : "";
  if (!finished) return element("moves").after(element("reviewbox"));
  const [kind, words] = verdict(state, seats);
  banner.dataset.verdict = kind;
  element("verdict").textContent = words;
  if (just) adapt(kind);
  element("review").hidden = !state.ply;
  const next = element("next"); // a stronger level
  if (next) next.hidden = kind !== "won";
  if (just) banner.scrollIntoView({ block: "nearest" });
  const isLost = [document.body, focused].includes(document.activeElement) && !focused.getClientRects().length;
  if (just && isLost) element("verdict").focus({ preventScroll: true }); // no button that a third press would use
}

// Offer a level that fits in the next form: a harder one after a win, an easier one after a loss.
// The results without help are kept for the choice of a fitting level.
function adapt(kind) {
  const { name, level, token } = element("table").dataset;
  if (!level) return;
  const points = { won: "1", lost: "0", drawn: "0.5" }[kind];
  if (!spent().includes(token)) storage.addResult(name, `${level}:${points}`);
  noteHelp();
  const step = { won: 1, lost: -1, drawn: 0 }[kind];
  storage.set(`level-${name}`, String(Math.max(1, Number(level) + step)));
}

// Pass the link for watchers on: to another program of a phone, or else to the clipboard.
export async function share(game, result) {
  const url = element("watchlink").value;
  try {
    if (navigator.share) await navigator.share({ title: game, text: `${game}: ${result}`, url });
    else {
      await navigator.clipboard.writeText(url);
      element("tell").textContent = "Link copied";
    }
  } catch (refused) {
    if (refused.name === "AbortError") return; // the person changed their mind
    element("sharebox").open = true;
    element("watchlink").select();
  }
}
