// The two sides above the board: who plays, whose turn it is, who is there, how many watch.

const element = (id) => document.getElementById(id);
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export class Seats {
  // `played` are the seats that are played here.
  constructor(played, clocks) {
    this.played = played;
    this.clocks = clocks;
    this.presence = null; // as the server told it last
  }

  show(state) {
    if (!state) return;
    const { played, presence } = this;
    state.seats.forEach((seat, at) => {
      const box = element(`seat${at}`);
      const disc = document.createElement("span");
      disc.className = `disc ${seat.colour}`;
      const name = document.createElement("span");
      const who = document.createElement("span");
      name.textContent = capital(seat.colour);
      who.className = "who";
      who.textContent = this.words(seat, at);
      box.replaceChildren(disc, name, who, this.clocks.boxes[at]);
      const acting = state.winner === null && state.player === at;
      box.classList.toggle("acting", acting);
      if (acting) box.setAttribute("aria-current", "true");
      else box.removeAttribute("aria-current");
    });
    const watching = (presence?.watching ?? 0) - (played.length ? 0 : 1); // others than oneself
    element("watching").textContent = watching > 0 ? `${watching} watching` : "";
    const invite = element("invite");
    if (invite && presence) invite.hidden = presence.seats[1 - played[0]] > 0 && state.ply > 0;
  }

  words(seat, at) {
    if (!seat.human) return seat.name;
    const { played, presence } = this;
    if (played.length === 1 && played.includes(at)) return [seat.called, "you"].filter(Boolean).join(" · ");
    const here = presence && !played.includes(at) ? (presence.seats[at] ? "here" : "not here yet") : "";
    return [seat.called, here].filter(Boolean).join(" · ");
  }
}
