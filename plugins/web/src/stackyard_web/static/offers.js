// Open offers and requests: a draw, a takeback, a rematch.

import { button, capitalize, make } from "./dom.js";
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
    const other = 1 - this.seats[0];
    if (state.seats[other]?.human) this.tellDeclined(state, going, who(other)); // a computer says it itself
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

  // Show a sentence, and buttons below it.
  put(words, ...buttons) {
    this.box.replaceChildren(make("p", "", words), make("div", "row", ...buttons));
    this.box.hidden = false;
  }

  // The other player answers with a button; the one who asked may withdraw.
  ask(asker, own, theirs, answer) {
    const mine = this.seats.includes(asker);
    const give = (name, accept) =>
      button(name, () => {
        if (mine && this.own) this.own.withdrawn = true;
        this.send({ type: answer, accept });
      });
    const answers = mine ? [give("Withdraw", false)] : [give("Accept", true), give("Decline", false)];
    this.put(mine ? own : theirs, ...(this.seats.length === 1 ? answers : []));
    if (this.seats.length !== 1) return;
    if (!mine && this.said !== theirs) say(theirs);
    this.said = theirs;
  }

  // Two play at this screen: one offers a draw, and the other is asked before it is sent.
  askHere(state) {
    const [one, other] = [state.player, 1 - state.player].map((seat) => state.seats[seat].colour);
    const words = `${capitalize(one)} offers a draw. ${capitalize(other)}, do you agree?`;
    const accept = button("Accept", () => this.send({ type: "offer_draw" }));
    this.put(words, accept, button("Decline", () => this.show(state)));
    say(words);
  }

  rematch(link) {
    if (link.new && (link.by === null || this.seats.includes(link.by))) {
      location.href = link.url;
      return;
    }
    this.again = make("a", "button primary", this.seats.length ? "Play again" : "Watch the next match");
    this.again.href = link.url;
    this.box.replaceChildren(this.again);
    this.box.hidden = false;
    say(link.new ? "A rematch is offered." : "There is a rematch.");
  }
}
