// Display settings: toggle buttons, stored in this browser.

import { element } from "./dom.js";
import * as storage from "./storage.js";
import { setTheme, theme } from "./theme.js";
import * as turnNotice from "./turn_notice.js";

export const FINGERS = matchMedia("(pointer: coarse)").matches;

export class Toggles {
  // `alone`: whether exactly one seat is played on this page.
  constructor(board, game, alone) {
    this.board = board;
    this.game = game;
    this.alone = alone;
    this.show();
    element("settings").addEventListener("click", () => {
      const open = element("boardsettings").hidden;
      element("boardsettings").hidden = !open;
      element("settings").setAttribute("aria-expanded", String(open));
    });
    element("theme").value = theme();
    element("theme").addEventListener("change", (event) => setTheme(event.target.value));
  }

  // Whether the board of this game is turned.
  get turned() {
    return storage.setting(`turned-${this.game}`);
  }

  // Whether a move is asked about before it is played; at first, where fingers play.
  get confirms() {
    return storage.setting("confirm", FINGERS);
  }

  // Toggle a setting; whether it is on now.
  change(setting, otherwise = false) {
    const on = !storage.setting(setting, otherwise);
    storage.set(setting, on);
    this.show();
    return on;
  }

  turn() {
    this.change(`turned-${this.game}`);
  }

  async notify() {
    const wanted = !turnNotice.isEnabled();
    storage.set("notify", wanted && (await turnNotice.requestPermission()));
    this.show();
  }

  show() {
    const pressed = {
      flip: this.turned,
      letters: storage.setting("letters"),
      confirm: this.confirms,
      sound: storage.setting("sound"),
      notify: turnNotice.isEnabled(),
    };
    for (const [id, on] of Object.entries(pressed)) {
      element(id).setAttribute("aria-pressed", String(on));
    }
    element("notify").hidden = !turnNotice.isSupported || !this.alone;
    this.board.box.classList.toggle("lettered", pressed.letters);
  }
}
