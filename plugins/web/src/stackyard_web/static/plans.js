// Conditional moves: lines of the explorer that the server plays for this player.

import { button, element, make } from "./dom.js";

export class Plans {
  // `explorer` shows the line to save; `send(message)` sends to the server; `tell(sentence)` shows.
  constructor(explorer, send, tell) {
    this.box = element("plans");
    this.explorer = explorer;
    this.send = send;
    this.tell = tell;
    this.offer = make("div", "row"); // below the line to save
    this.lines = [];
    this.shown = ""; // what the box holds
  }

  // The lines, as the server has them after `ply` plies.
  hear({ ply, lines }, state) {
    const dropped = this.lines.length > 0 && lines.length === 0 && this.ply !== ply;
    if (dropped && state.winner === null) {
      this.tell("Your conditional moves are used up, or do not fit the moves played; there are none now.");
    }
    this.lines = lines;
    this.ply = ply;
  }

  // `waits`: whether the other player is to move, so that answers can be planned.
  show(state, waits) {
    if (!this.box) return;
    const { explorer } = this;
    const apart = waits && explorer.on && explorer.ply === state.ply && explorer.moves().length > 1;
    const moves = apart ? explorer.moves() : [];
    if (!apart) this.offer.remove();
    else if (!this.offer.isConnected) explorer.box.append(this.offer);
    const shown = JSON.stringify([state.ply, moves, this.lines]);
    if (shown === this.shown) return; // a button in use stays
    this.shown = shown;
    const save = () => this.send({ type: "plan", ply: state.ply, moves });
    this.offer.replaceChildren(this.button("Play this answer automatically", save, `Conditional moves: ${moves.join(" ")}`));
    const children = [];
    if (this.lines.length) {
      children.push(make("p", "help", "Conditional moves, which are played for you, even when this page is closed:"));
    }
    for (const line of this.lines) {
      const words = make("span", "", `If ${line[0]}, then ${line.slice(1).join(" ")}`);
      const drop = () => this.send({ type: "drop_plan", moves: line });
      children.push(make("div", "row", words, this.button("Drop", drop, `Drop the line ${line.join(" ")}`)));
    }
    this.box.replaceChildren(...children);
    this.box.hidden = children.length === 0;
  }

  button(words, act, label) {
    const made = button(words, act);
    made.ariaLabel = `${words}. ${label}`;
    return made;
  }
}
