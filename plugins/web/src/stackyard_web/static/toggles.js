// How tables are shown on this browser: buttons that stay pressed, and are remembered.

import * as kept from "./kept.js";
import * as turn from "./turn.js";

const element = (id) => document.getElementById(id);

export class Toggles {
  // `alone`: one seat is played here, and no other.
  constructor(board, game, alone) {
    this.board = board;
    this.game = game;
    this.alone = alone;
    this.show();
  }

  // Whether the board of this game is turned round.
  get turned() {
    return kept.setting(`turned-${this.game}`);
  }

  // Change a setting; whether it is on now.
  change(setting, otherwise = false) {
    const on = !kept.setting(setting, otherwise);
    kept.set(setting, on);
    this.show();
    return on;
  }

  turn() {
    this.change(`turned-${this.game}`);
  }

  async notify() {
    const wanted = !turn.notifies();
    kept.set("notify", wanted && (await turn.askToNotify()));
    this.show();
  }

  show() {
    const pressed = {
      flip: this.turned,
      letters: kept.setting("letters", true),
      sound: kept.setting("sound"),
      notify: turn.notifies(),
    };
    for (const [id, on] of Object.entries(pressed)) {
      element(id).setAttribute("aria-pressed", String(on));
      element(id).disabled = false; // the script is there
    }
    element("notify").hidden = !turn.canNotify || !this.alone;
    this.board.box.classList.toggle("bare", !pressed.letters);
  }
}
