// Messages for screen readers; the latest ones stay, so that none is replaced unread.

import { make } from "./dom.js";

const KEPT = 8;
const box = document.getElementById("speech");

export function say(words) {
  if (!words) return;
  box.append(make("p", "", words));
  while (box.children.length > KEPT) box.firstChild.remove();
}
