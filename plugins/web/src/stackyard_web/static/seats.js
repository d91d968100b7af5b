// The two players at the edges of the board, with turn, presence and the number of watchers.

import { capitalize, element, make } from "./dom.js";

export class Seats {
  // `played` are the seats played on this page.
  constructor(played, clocks) {
    this.played = played;
    this.clocks = clocks;
    this.presence = null; // the latest message
  }

  // `below` is the seat whose side of the board is down.
  show(state, below) {
    if (!state) return;
    const { played, presence } = this;
    state.seats.forEach((seat, at) => {
      const box = element(at === below ? "own" : "rival");
      box.replaceChildren(
        make("span", `disc ${seat.colour}`),
        make("span", "name", capitalize(seat.colour)),
        make("span", "who", this.words(seat, at)),
        this.clocks.boxes[at],
      );
      const acting = state.winner === null && state.player === at;
      box.classList.toggle("acting", acting);
      if (acting) box.setAttribute("aria-current", "true");
      else box.removeAttribute("aria-current");
    });
    const watching = (presence?.watching ?? 0) - (played.length ? 0 : 1); // other than this page
    element("watching").textContent = watching > 0 ? `${watching} watching` : "";
    const invite = element("invite");
    if (invite && presence) invite.hidden = presence.been[1 - played[0]];
    const visited = played.length ? [0, 1].filter((at) => presence?.visitors[at]) : [];
    const whose = visited.map((at) => state.seats[at].colour).join(" and ");
    element("visited").textContent = visited.length
      ? `Another browser has opened the link of ${whose}, and watches.`
      : "";
  }

  // Whether a player is there, as far as the server knows.
  where(at) {
    const { seats, lost, been } = this.presence;
    if (seats[at]) return lost[at] ? "connection lost" : "here";
    return been[at] ? "away" : "not here yet";
  }

  words(seat, at) {
    if (!seat.human) return seat.name;
    const { played, presence } = this;
    const connections = presence?.seats[at] ?? 0;
    const twice = connections > 1 ? `open in ${connections} places` : "";
    const you = played.length === 1 && played.includes(at) ? "you" : "";
    const here = presence && !played.includes(at) ? this.where(at) : "";
    return [seat.called, you || here, twice].filter(Boolean).join(" · ");
  }
}
