// Announces the player's turn by title, icon, sound and notification.

import { showNotice } from "./push.js";
import { knock, ring } from "./sound.js";
import * as storage from "./storage.js";

const icon = document.querySelector('link[rel="icon"]');
const [plain, badge] = [icon.href, icon.href.replace("icon.svg", "icon-turn.svg")];
const title = document.title;

export const isSupported = "Notification" in window && isSecureContext;

// Ask for permission to show notifications; whether it is granted.
export async function requestPermission() {
  return (await Notification.requestPermission()) === "granted";
}

export function isEnabled() {
  return isSupported && Notification.permission === "granted" && storage.setting("notify");
}

// `turn`: whether it is the turn of this page's only seat; `moved`: whether a move was just made.
export function show(turn, moved, words) {
  document.title = turn ? `Your turn – ${title}` : title;
  icon.href = turn ? badge : plain;
  if (!moved) return;
  if (storage.setting("sound")) (turn ? ring : knock)();
  if (turn && document.hidden && isEnabled()) {
    notify(words);
  }
}

function notify(words) {
  let told;
  try {
    told = new Notification(document.title, { body: words, tag: location.pathname });
  } catch {
    showNotice(document.title, words).catch(() => {}); // on Android only a service worker may notify
    return;
  }
  told.addEventListener("click", () => {
    window.focus();
    told.close();
  });
}
