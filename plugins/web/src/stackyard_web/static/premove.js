// A move chosen while the other player thinks, and sent as soon as it is legal.

import { capitalize } from "./dom.js";
import { sameMove } from "./turn.js";

export class Premove {
  // `act` has: request(), which asks the server for the moves to choose from; offer(choices);
  // click(cell), which chooses among them; mark(cells); send(move); tell(sentence).
  constructor(act) {
    this.act = act;
    this.forget();
  }

  forget() {
    this.choices = null; // for choosing; null before the server has answered
    this.first = null; // the cell that was clicked before it had
    this.chosen = null;
    this.ply = null;
  }

  // Whether moves are offered for choosing in advance.
  get open() {
    return this.choices !== null && this.chosen === null;
  }

  click(cell, ply) {
    if (this.chosen) return this.withdraw();
    if (this.open && this.ply === ply) return this.act.click(cell);
    this.forget();
    this.ply = ply;
    this.first = cell;
    return this.act.request();
  }

  // The server's answer: the moves that may be legal at the player's next turn.
  hear({ ply, choices }) {
    if (ply !== this.ply || this.first === null) return;
    const cell = this.first;
    this.first = null;
    this.choices = choices;
    this.act.offer(choices);
    this.act.click(cell);
  }

  choose(choice, ply) {
    this.forget();
    this.ply = ply;
    this.chosen = choice;
    this.act.offer([]);
    this.mark();
    this.act.tell(`Chosen in advance: ${choice.move}. It is played if it is legal at your turn. Click the board to withdraw it.`);
  }

  withdraw() {
    const { move } = this.chosen;
    this.forget();
    this.mark();
    this.act.tell(`${capitalize(move)} is withdrawn; nothing is chosen in advance.`);
  }

  mark() {
    this.act.mark(this.chosen?.cells ?? []);
  }

  // Show what is chosen, or the moves to choose from, on a board that was drawn again; whether the
  // other player still thinks about the same position.
  show(state, mine) {
    const waits = state.ply === this.ply && !mine && state.winner === null;
    if (waits) this.mark();
    if (waits && this.open) this.act.offer(this.choices);
    return waits;
  }

  // The turn has changed; `mine`: whether it is the player's.
  update(state, mine) {
    if (this.show(state, mine)) return;
    const { chosen } = this;
    const legal = chosen && mine && state.choices.find((choice) => sameMove(choice.move, chosen.move));
    if (chosen && !mine && state.winner === null && state.ply > this.ply) {
      this.ply = state.ply; // the other player's turn has further moves
      this.mark();
      return;
    }
    this.forget();
    this.mark();
    if (!chosen) return;
    if (legal) this.act.send(legal.move);
    else if (state.winner === null) {
      this.act.tell(`Your move ${chosen.move}, chosen in advance, is dropped: it is not legal now.`);
    }
  }
}
