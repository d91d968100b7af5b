// That it is one's turn, for somebody who looks elsewhere: title, icon, sound, notification.

import { knock, ring } from "./sound.js";
import * as kept from "./kept.js";

const icon = document.querySelector('link[rel="icon"]');
const [plain, badge] = [icon.href, icon.href.replace("icon.svg", "icon-turn.svg")];
const title = document.title;

export const canNotify = "Notification" in window && isSecureContext;

// Ask the browser whether it may notify; whether it may.
export async function askToNotify() {
  return (await Notification.requestPermission()) === "granted";
}

export function notifies() {
  return canNotify && Notification.permission === "granted" && kept.setting("notify");
}

// `turn`: whether it is the turn of this page alone; `moved`: whether a move has just been made.
export function show(turn, moved, words) {
  document.title = turn ? `Your turn – ${title}` : title;
  icon.href = turn ? badge : plain;
  if (!moved) return;
  if (kept.setting("sound")) (turn ? ring : knock)();
  if (turn && document.hidden && notifies()) {
    const told = new Notification(document.title, { body: words, tag: location.pathname });
    told.addEventListener("click", () => {
      window.focus();
      told.close();
    });
  }
}
