// Messages between the two players.

import { button, capitalize, element, make } from "./dom.js";
import { say } from "./speech.js";

const MOST = 300; // characters
const KEPT = 200; // messages

export class Chat {
  // `seats` are the seats played on this page; `send(message)` says whether the connection is open;
  // `note(sentence)` shows a new message beside the board, which screen readers read.
  constructor(seats, send, note) {
    this.box = element("chat");
    this.seats = seats;
    this.send = send;
    this.note = note;
    this.unread = 0;
    this.heard = null; // the time of the latest message, once they have come
    if (this.box) this.build();
  }

  build() {
    this.log = make("div", "lines");
    // New messages are spoken once, by `say` or `note`.
    Object.assign(this.log, { tabIndex: 0, role: "log", ariaLive: "off", ariaLabel: "Messages" });
    this.summary = this.box.querySelector("summary");
    this.box.append(this.log);
    this.box.addEventListener("toggle", () => this.count(0));
    if (this.seats.length !== 1) return;
    this.input = Object.assign(make("input"), { maxLength: MOST, autocomplete: "off", ariaLabel: "Message to the other player" });
    const form = make("form", "row", this.input, button("Send", () => {}));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (text && this.send({ type: "say", text })) this.input.value = "";
    });
    this.mute = button("Mute", () => this.send({ type: "mute", muted: !this.pressed(this.mute) }));
    this.show = button("Watchers may read", () =>
      this.send({ type: "show_messages", shown: !this.pressed(this.show) }),
    );
    this.show.title = "Watchers read later messages if both players want that.";
    this.box.append(form, make("div", "row", this.mute, this.show));
  }

  pressed(button) {
    return button.getAttribute("aria-pressed") === "true";
  }

  // All messages, and the wishes of both players.
  hear({ lines, muted, shown }, players) {
    if (!this.box) return;
    this.box.hidden = false;
    this.log.replaceChildren(...lines.map((line) => make("p", "", this.words(line, players))));
    this.log.scrollTop = this.log.scrollHeight;
    const missed = this.heard === null ? [] : lines.filter((line) => line.at > this.heard); // without a connection
    this.heard = lines.at(-1)?.at ?? this.heard ?? 0;
    for (const line of missed) this.announce(line, players);
    if (!this.input) return;
    const [own] = this.seats;
    this.mute.setAttribute("aria-pressed", String(muted[own]));
    this.show.setAttribute("aria-pressed", String(shown[own]));
    this.input.disabled = muted[1 - own];
    this.input.placeholder = muted[1 - own] ? "The other player has muted messages" : "";
  }

  add(line, players) {
    if (!this.box) return;
    this.box.hidden = false;
    this.log.append(make("p", "", this.words(line, players)));
    while (this.log.children.length > KEPT) this.log.firstChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
    this.heard = line.at;
    this.announce(line, players);
  }

  announce(line, players) {
    if (this.seats.includes(line.seat)) return undefined;
    const words = this.words(line, players);
    if (this.box.open) return say(words);
    this.count(this.unread + 1);
    return this.note(words);
  }

  count(unread) {
    this.unread = unread;
    this.summary.textContent = unread ? `Messages (${unread} new)` : "Messages";
  }

  words({ seat, text }, players) {
    return `${players[seat].called || capitalize(players[seat].colour)}: ${text}`;
  }
}
