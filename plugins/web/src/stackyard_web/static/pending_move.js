// A move that the server has not confirmed yet: it was sent, or waits for the connection.

import { sameMove } from "./turn.js";

// Whether a state tells that this move was played after `ply` plies.
function played(move, ply, state) {
  const made = state.plies[ply - state.since]?.move;
  return made !== undefined && sameMove(made, move);
}

export class PendingMove {
  // `send(message)` says whether the connection is open; `tell(sentence)` shows a sentence.
  constructor(send, tell) {
    this.transmit = send;
    this.tell = tell;
    this.move = null;
  }

  // Send a move chosen in a state; whether it is on its way.
  send(move, state) {
    this.move = move;
    this.ply = state.ply;
    this.position = state.position;
    this.waits = !this.transmit({ type: "move", move, version: state.version });
    if (this.waits) this.tell(`There is no connection now. Your move ${move} is kept, and sent when there is.`);
    return !this.waits;
  }

  // The connection is lost; what was sent may not have arrived.
  lost() {
    if (this.move === null || this.waits) return;
    this.waits = true;
    this.tell(`Your move ${this.move} may not have arrived. It is sent again when the connection is back.`);
  }

  // The server has sent a state.
  hear(state) {
    const { move } = this;
    if (move === null) return;
    const stands = state.ply === this.ply && state.position === this.position;
    if (stands && !this.waits) return;
    this.move = null;
    if (stands && state.winner === null) {
      this.send(move, state);
    } else if (this.waits && (state.ply <= this.ply || !played(move, this.ply, state))) {
      this.tell(`Your move ${move} was not played, because the match has changed meanwhile.`);
    }
  }

  // The server has refused something, or the player has chosen otherwise.
  drop() {
    this.move = null;
  }
}
