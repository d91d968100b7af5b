// Open offers and requests: a draw, a takeback, a rematch.

import { button, capitalize, make } from "./dom.js";
import { say } from "./speech.js";

export class Offers {
  constructor(box, seats, send) {
    this.box = box;
    this.seats = seats;
    this.send = send;
    this.again = null; // a link to the rematch
    this.said = "";
  }

  show(state) {
    const going = state.winner === null;
    const who = (seat) => capitalize(state.seats[seat].called || state.seats[seat].colour);
    const asked = going ? [
      { by: state.offer, kind: "draw", own: "You offer a draw.", asks: "offers a draw." },
      { by: state.back, kind: "back", own: "You ask to take back your last turn.", asks: "asks to take back the last turn." },
    ].filter(({ by }) => by !== null) : [];
    const theirs = asked.filter(({ by }) => !this.seats.includes(by));
    const said = theirs.map(({ by, asks }) => `${who(by)} ${asks}`).join(" ");
    if (this.seats.length === 1 && said && said !== this.said) say(said);
    this.said = said;
    const shown = asked.flatMap((one) => this.ask(one, who));
    if (this.again && !asked.length) shown.push(this.again);
    this.box.replaceChildren(...shown);
    this.box.hidden = !shown.length;
  }

  // An open offer with its answers: the other player has two, and the one who asked may withdraw.
  ask({ by, kind, own, asks }, who) {
    const mine = this.seats.includes(by);
    const give = (name, accept) => button(name, () => this.send({ type: `answer_${kind}`, accept }));
    const answers = mine ? [give("Withdraw", false)] : [give("Accept", true), give("Decline", false)];
    const words = make("p", "", mine ? own : `${who(by)} ${asks}`);
    return [words, make("div", "row", ...(this.seats.length === 1 ? answers : []))];
  }

  // Two play at this screen: one offers a draw, and the other is asked before it is sent.
  askHere(state) {
    const [one, other] = [state.player, 1 - state.player].map((seat) => state.seats[seat].colour);
    const words = `${capitalize(one)} offers a draw. ${capitalize(other)}, do you agree?`;
    const accept = button("Accept", () => this.send({ type: "offer_draw" }));
    const answers = make("div", "row", accept, button("Decline", () => this.show(state)));
    this.box.replaceChildren(make("p", "", words), answers);
    this.box.hidden = false;
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
