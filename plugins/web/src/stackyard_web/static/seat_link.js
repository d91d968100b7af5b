// The seat that this page's link is for: held by this browser, or by another one.

import { button, element, make } from "./dom.js";
import { say } from "./speech.js";
import * as storage from "./storage.js";

const CODE = /^#code=([A-Z2-7-]{10,12})$/;
const TAB = storage.random(8); // tells this tab from others of the browser

// The subprotocols: a public one that the server accepts, and one that tells it which browser this
// is. None if the browser stores nothing.
export function subprotocols() {
  const secret = storage.seatSecret(element("table").dataset.token);
  return secret ? ["stackyard", `seat.${secret}.${TAB}`] : [];
}

const row = (...children) => make("div", "row", ...children);

export class SeatLink {
  // `box` is filled; `played` are the seats for which the page was made.
  constructor(box, played, send) {
    this.box = box;
    this.played = played;
    this.send = send;
    this.code = location.hash.match(CODE)?.[1];
    this.trying = ""; // the code that is sent and not answered yet
    this.shown = null; // the place of the code, on the page of a holder
  }

  // The server says which seats this page plays.
  hello(told) {
    if (!told.seats.length && told.link.length && this.code) {
      this.send({ type: "take_seat", code: this.code });
      this.trying = this.code;
      this.code = null;
      history.replaceState(null, "", location.pathname + location.search);
      return;
    }
    this.trying = "";
    if (String(told.seats) !== String(this.played)) this.reload(told.seats.length > 0);
    else if (!told.seats.length && told.link.length) this.showTaken();
    else if (told.seats.length && !this.shown) this.showHeld();
  }

  // The server refuses something: the code of the address, if it was under way. The page for
  // watchers tries it again, and shows why it is refused.
  refused() {
    if (this.trying) this.reload(false, `code=${this.trying}`);
    this.trying = "";
  }

  // The page for players and that for watchers are made by the server.
  reload(plays, hash = "") {
    const there = new URL(location.href);
    if (plays) there.searchParams.delete("watch");
    else there.searchParams.set("watch", "1");
    if (there.href === location.href) this.showTaken();
    else location.replace(Object.assign(there, { hash }).href);
  }

  showTaken() {
    const label = make("label", "", "Or type the code that the other browser shows");
    const input = Object.assign(make("input"), { id: "seatcode", maxLength: 30, autocomplete: "off" });
    label.htmlFor = input.id;
    const form = make("form", "", label, row(input, button("Take the seat", () => {})));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ type: "take_seat", code: input.value });
    });
    const words = "This seat is played in another browser, so you are watching.";
    const ask = button("Ask for the seat", () => {
      ask.textContent = this.send({ type: "ask_seat" }) ? "Asked" : "Ask for the seat";
    });
    this.box.className = "offer";
    this.box.replaceChildren(make("p", "", words), row(ask), form);
    this.box.hidden = false;
  }

  showHeld() {
    const words = storage.browserSecret()
      ? "This browser holds your seat: others who open your link can only watch. To play on another device, or if this browser forgets its data, you need a code."
      : "This browser stores nothing, so everybody with your link can play your seat.";
    const details = make("details", "", make("summary", "", "Your seat"), make("p", "help", words));
    if (storage.browserSecret()) {
      details.append(row(button("Show the code", () => this.send({ type: "seat_code" }))));
    }
    this.shown = make("div");
    this.request = make("div", "offer");
    this.request.hidden = true;
    details.append(this.shown);
    this.box.replaceChildren(this.request, details);
    this.box.hidden = false;
  }

  showCode({ code }) {
    const { base } = this.box.dataset;
    const value = `${base ?? location.origin}${location.pathname}#code=${code}`;
    const input = Object.assign(make("input"), { readOnly: true, value, ariaLabel: "Link with the code" });
    input.addEventListener("focus", () => input.select());
    const words = `The code is ${code}. Keep it to yourself: anybody with it can play for you. This link contains it${base ? "" : ", and works only on this machine"}:`;
    this.shown.replaceChildren(make("p", "", words), row(input));
    say(`The code is ${code}.`);
  }

  // A visitor asks for the seat of this page, or does so no more.
  requested({ open }) {
    this.request.replaceChildren();
    this.request.hidden = !open;
    if (!open) return;
    const words = "Somebody with your link asks for your seat.";
    const give = button("Hand it over", () => this.send({ type: "answer_seat", accept: true }));
    const keep = button("Keep it", () => this.send({ type: "answer_seat", accept: false }));
    this.request.append(make("p", "", words), row(keep, give));
    say(words);
  }
}
