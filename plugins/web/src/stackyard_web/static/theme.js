// The theme of boards, stored in this browser: wood, slate or paper.

import * as storage from "./storage.js";

const THEMES = ["wood", "slate", "paper"];

export function theme() {
  const stored = storage.text("theme");
  return THEMES.includes(stored) ? stored : THEMES[0];
}

export function showTheme() {
  document.documentElement.dataset.theme = theme();
}

export function setTheme(name) {
  storage.set("theme", name);
  showTheme();
}
