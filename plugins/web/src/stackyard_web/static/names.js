// The player's name: that of earlier matches, or one that is asked for once, at a table of the lobby
// at once, else after a move.

import { element } from "./dom.js";
import * as storage from "./storage.js";

const ASKED = "asked-name";

export class Names {
  // `seats` are the seats played on this page.
  constructor(seats, send) {
    this.seats = seats;
    this.send = send;
    this.box = element("asked");
    this.asked = false;
    this.done = !this.box || Boolean(storage.text("name")) || storage.setting(ASKED);
    element("nameform")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(element("myname").value.trim());
    });
    this.box?.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = element("askedname").value.trim();
      if (!name) return this.close();
      this.take(name);
      this.asked = true; // until the server has answered
      this.box.hidden = true;
    });
    element("unnamed")?.addEventListener("click", () => this.close());
  }

  take(name) {
    storage.set("name", name);
    element("myname").value = name;
    this.send({ type: "name", name });
  }

  // The server refuses something: the name typed where it was asked for, if that is under way.
  refused() {
    if (!this.asked) return;
    this.asked = false;
    storage.set("name", "");
    element("myname").value = "";
    this.box.hidden = false;
  }

  // Use the name from earlier matches.
  introduce(state) {
    if (this.seats.length !== 1) return;
    const name = storage.text("name");
    const { called } = state.seats[this.seats[0]];
    if (name && !called && state.ply < 2) this.send({ type: "name", name });
    element("myname").value = called || name;
  }

  close() {
    storage.set(ASKED, true);
    this.done = true;
    this.box.hidden = true;
  }

  show(state) {
    if (this.done) return;
    const [seat] = this.seats;
    if (this.asked && state.seats[seat].called) return this.close();
    const moved = state.plies.some((made) => made.player === seat);
    const rated = Boolean(element("table").dataset.rated);
    const settled = this.asked || state.winner !== null || Boolean(state.seats[seat].called);
    if (rated || moved) this.box.hidden = settled;
  }
}
