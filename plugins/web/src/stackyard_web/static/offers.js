// Open offers and requests: a draw, a takeback, a rematch.

import { button, capitalize } from "./dom.js";
import { say } from "./speech.js";

export class Offers {
  // `tell(sentence)` shows a sentence and speaks it.
  constructor(box, seats, send, tell) {
    this.box = box;
    this.seats = seats;
    this.send = send;
    this.tell = tell;
    this.own = null; // this page's open offer: its kind, and the ply at which it was made
    this.again = null; // a link to the rematch
    this.said = "";
  }

  show(state) {
    const going = state.winner === null;
    const who = (seat) => capitalize(state.seats[seat].called || state.seats[seat].colour);
    if (this.seats.length === 1) this.tellDeclined(state, going, who(1 - this.seats[0]));
    if (going && state.offer !== null) {
      this.ask(state.offer, "You offer a draw.", `${who(state.offer)} offers a draw.`, "answer_draw");
    } else if (going && state.back !== null) {
      const words = `${who(state.back)} asks to take back the last turn.`;
      this.ask(state.back, "You ask to take back your last turn.", words, "answer_back");
    } else {
      this.said = "";
      this.box.replaceChildren(...(this.again ? [this.again] : []));
      this.box.hidden = !this.again;
    }
  }

  // An own offer that is no longer open at the same ply was declined, unless it was withdrawn.
  tellDeclined(state, going, other) {
    const kind = [["draw", state.offer], ["back", state.back]].find(([, by]) => this.seats.includes(by))?.[0];
    const { own } = this;
    this.own = kind ? { kind, ply: state.ply, withdrawn: false } : null;
    if (!own || kind || !going || own.withdrawn || own.ply !== state.ply) return;
    this.tell(own.kind === "draw" ? `${other} declines the draw.` : `${other} declines to take back the turn.`);
  }

  // The other player answers with a button; the one who asked may withdraw.
  ask(asker, own, theirs, answer) {
    const mine = this.seats.includes(asker);
    const words = document.createElement("p");
    words.textContent = mine ? own : theirs;
    this.box.replaceChildren(words);
    this.box.hidden = false;
    if (this.seats.length !== 1) return;
    const row = document.createElement("div");
    row.className = "row";
    const answers = mine ? [["Withdraw", false]] : [["Accept", true], ["Decline", false]];
    for (const [name, accept] of answers) {
      row.append(button(name, () => {
        if (mine && this.own) this.own.withdrawn = true;
        this.send({ type: answer, accept });
      }));
    }
    this.box.append(row);
    if (!mine && this.said !== theirs) say(theirs);
    this.said = theirs;
  }

  // Two play at this screen: one offers a draw, and the other is asked before it is sent.
  askHere(state) {
    const [one, other] = [state.player, 1 - state.player].map((seat) => state.seats[seat].colour);
    const words = document.createElement("p");
    words.textContent = `${capitalize(one)} offers a draw. ${capitalize(other)}, do you agree?`;
    const row = document.createElement("div");
    row.className = "row";
    row.append(
      button("Accept", () => this.send({ type: "offer_draw" })),
      button("Decline", () => this.show(state)),
    );
    this.box.replaceChildren(words, row);
    this.box.hidden = false;
    say(words.textContent);
  }

  rematch(link) {
    if (link.new && (link.by === null || this.seats.includes(link.by))) {
      location.href = link.url;
      return;
    }
    this.again = document.createElement("a");
    this.again.className = "button primary";
    this.again.href = link.url;
    this.again.textContent = this.seats.length ? "Play again" : "Watch the next match";
    this.box.replaceChildren(this.again);
    this.box.hidden = false;
    say(link.new ? "A rematch is offered." : "There is a rematch.");
  }
}
