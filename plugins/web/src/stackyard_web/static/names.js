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
    this.done = !this.box || Boolean(storage.text("name")) || storage.setting(ASKED);
    element("nameform")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(element("myname").value.trim());
    });
    this.box?.addEventListener("submit", (event) => {
      event.preventDefault();
      if (element("askedname").value.trim()) this.take(element("askedname").value.trim());
      this.close();
    });
    element("unnamed")?.addEventListener("click", () => this.close());
  }

  take(name) {
    storage.set("name", name);
    element("myname").value = name;
    this.send({ type: "name", name });
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
    const moved = state.plies.some((made) => made.player === seat);
    const rated = Boolean(element("table").dataset.rated);
    if (rated || moved) this.box.hidden = state.winner !== null || Boolean(state.seats[seat].called);
  }
}
