// The review of a finished match: a graph of the chances, its turning points on boards, the bad moves.

import { button, capitalize, make, svgElement } from "./dom.js";

const [WIDE, HIGH] = [300, 80];

export class Review {
  // `send(message)` sends to the server, `look(ply)` shows a ply, `step(ply, moves)` a line from
  // there, `learn(moves)` asks about moves.
  constructor(box, { send, look, step, learn, seats }) {
    this.box = box;
    this.send = send;
    this.look = look;
    this.step = step;
    this.learn = learn;
    this.seats = seats;
    this.status = make("p", "help");
    this.status.role = "status";
    this.graph = make("div");
    this.row = make("div", "row");
    this.report = make("div");
    box.querySelector("div").replaceChildren(this.graph, this.status, this.row, this.report);
    this.graph.addEventListener("click", (event) => {
      const svg = event.target.closest("svg");
      if (!svg) return;
      const { left, width } = svg.getBoundingClientRect();
      this.look(Math.round(((event.clientX - left) / width) * this.last));
    });
    box.addEventListener("toggle", () => box.open && this.told === undefined && this.ask());
    this.told = undefined;
    this.wanted = false; // whether the server shall go on
  }

  // Show the box after the end of a match; forget the review of one that goes on.
  update(state, plies) {
    this.colours = state.seats.map((seat) => seat.colour);
    this.plies = plies;
    this.box.hidden = state.winner === null || !state.ply;
    if (!this.box.hidden) return;
    this.box.open = false;
    this.told = undefined;
    this.wanted = false;
    for (const part of [this.graph, this.row, this.report]) part.replaceChildren();
  }

  begin() {
    this.box.open = true;
    if (this.told === undefined) this.ask();
    this.box.scrollIntoView({ block: "nearest" });
  }

  ask() {
    this.wanted = true;
    this.draw(this.told ?? { positions: [[null], ...this.plies.map(() => [null])], moves: [], points: [] });
    this.told = null;
    this.status.textContent = "Analysing …";
    if (!this.send({ type: "review" })) this.fail();
  }

  // The server has refused something; a review that has not begun can be asked for again.
  fail() {
    if (this.told !== null) return;
    this.status.textContent = "";
    this.row.replaceChildren(button("Try again", () => this.ask()));
  }

  // There is a new connection: the server ended the review with the one before.
  back() {
    if (this.wanted && (this.told === null || this.told.growing)) this.ask();
  }

  hear(answer) {
    const told = { ...answer, growing: answer.growing && this.wanted };
    this.told = told;
    this.draw(told);
    this.row.replaceChildren();
    this.report.replaceChildren();
    if (told.growing) {
      this.status.textContent = `${told.done} of ${told.positions.length} positions analysed …`;
      this.row.append(button("Stop", () => this.stop()));
      return;
    }
    const whole = told.done === told.positions.length;
    this.status.textContent = whole ? `${told.basis}.` : `Stopped. ${told.basis}.`;
    if (!whole) this.row.append(button("Go on", () => this.ask()));
    const mistakes = told.moves.filter((move) => move.question && this.asks(move.player));
    if (mistakes.length) this.row.append(button(`Learn from mistakes (${mistakes.length})`, () => this.learn(mistakes)));
    this.list();
  }

  asks(player) {
    return this.seats.length !== 1 || this.seats[0] === player;
  }

  stop() {
    this.wanted = false;
    this.send({ type: "stop_review" });
    this.hear(this.told);
  }

  // Draw what is known; the graph has its place before anything is.
  draw({ positions, moves, points }) {
    this.last = positions.length - 1;
    const x = (ply) => ((this.last ? ply / this.last : 0) * WIDE).toFixed(1);
    const y = (share) => (HIGH - share * HIGH).toFixed(1);
    const [first, second] = this.colours;
    const svg = svgElement("svg", {
      class: "graph",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `The chances of ${first} after each move. The same is in the table below.`,
    });
    svg.append(
      svgElement("rect", { class: "frame", x: 0.5, y: 0.5, width: WIDE - 1, height: HIGH - 1 }),
      svgElement("line", { class: "even", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
    );
    const known = positions.map(([share, interval], ply) => ({ ply, share, interval }));
    for (const run of runs(known)) {
      const high = run.map(({ ply, share, interval }) => `${x(ply)},${y(interval ? interval[1] : share)}`);
      const low = run.map(({ ply, share, interval }) => `${x(ply)},${y(interval ? interval[0] : share)}`);
      svg.append(
        svgElement("polygon", { class: "band", points: [...high, ...low.reverse()].join(" ") }),
        svgElement("polyline", { class: "score", points: run.map(({ ply, share }) => `${x(ply)},${y(share)}`).join(" ") }),
      );
    }
    for (const move of moves) {
      const line = { class: `bad ${move.grade}`, x1: x(move.number), x2: x(move.number) };
      const [from, to] = move.player === 0 ? [HIGH, HIGH - 8] : [0, 8];
      const mark = svgElement("line", { ...line, y1: from, y2: to });
      mark.append(svgElement("title", {}, `Move ${move.number}: ${move.lost}`));
      svg.append(mark);
    }
    const words = `Above the middle ${first} is ahead, below it ${second}; marks are bad moves of ${second} at the top, of ${first} at the bottom. Click to look at a move.`;
    const pins = points.map((point, at) => this.pin(point, at, positions));
    this.graph.replaceChildren(make("div", "graphfield", svg, ...pins), make("p", "help", words));
  }

  // The number of a turning point, at its place on the graph.
  pin({ number, heading }, at, positions) {
    const pin = button(String(at + 1), () => this.look(number));
    pin.className = "pin";
    pin.title = heading;
    pin.ariaLabel = `${at + 1}: ${heading}`;
    pin.style.left = within(this.last ? number / this.last : 0);
    const share = positions[number][0] ?? 0.5;
    pin.style.top = within(1 - share);
    return pin;
  }

  // How the match went, its turning points, and on request the bad moves and all moves.
  list() {
    const { story, points, moves, counts } = this.told;
    const list = make("ol", "points", ...points.map((point, at) => this.point(point, at)));
    const bad = make("details", "", make("summary", "", "Every bad move"));
    counts.forEach((words, player) => {
      const items = moves.filter((move) => move.player === player).map(({ number, move, lost, better }) => {
        const told = `Move ${number}, ${move}: ${lost}; better ${better}`;
        return make("li", "", button(told, () => this.look(number)));
      });
      bad.append(make("h3", "", words), make("ul", "judged", ...items));
    });
    this.report.append(make("p", "", story), list);
    if (!points.length) this.report.append(make("p", "", "No single move decided it."));
    this.report.append(bad, this.table());
  }

  // A turning point: the board before it leads to the move, and the better play can be stepped through.
  point({ number, heading, sentences, board, played, better, line }, at) {
    const link = button("", () => this.look(number));
    link.classList.add("miniature");
    link.ariaLabel = `Look at ${heading}`;
    const svg = new DOMParser().parseFromString(board, "text/html").querySelector("svg");
    svg.ariaHidden = "true";
    for (const hit of svg.querySelectorAll(".hit")) {
      const cell = Number(hit.dataset.cell);
      const kind = better.includes(cell) ? "hinted" : played.includes(cell) ? "refused" : "";
      hit.setAttribute("class", `hit ${kind}`);
      for (const name of ["role", "tabindex", "aria-label"]) hit.removeAttribute(name);
    }
    link.append(svg);
    const words = make("div", "", make("h3", "", `${at + 1}. ${heading}`), ...sentences.map((each) => make("p", "", each)));
    if (line.length) words.append(button("Step through the better play", () => this.step(number - 1, line)));
    return make("li", "", link, words);
  }

  table() {
    const table = make("table", "judged");
    const header = table.createTHead().insertRow();
    for (const title of ["Move", "Played", `Chances of ${this.colours[0]}`, "Judgement"]) {
      header.append(Object.assign(make("th", "", title), { scope: "col" }));
    }
    const body = table.createTBody();
    const judged = new Map(this.told.moves.map((move) => [move.number, move.grade]));
    this.told.positions.forEach(([, , words], ply) => {
      const played = this.plies[ply - 1];
      const move = played ? `${this.colours[played.player]} ${played.move}` : "";
      const texts = [ply || "Start", move, words, capitalize(judged.get(ply) ?? "")];
      body.insertRow().append(...texts.map((text) => make("td", "", text)));
    });
    return make("details", "", make("summary", "", "All moves in a table"), table);
  }
}

// A part of the graph's width or height, at which a pin lies inside the graph.
function within(part) {
  return `clamp(12px, ${part * 100}%, 100% - 12px)`;
}

// The known positions, in runs without a gap.
function runs(positions) {
  const found = [[]];
  for (const position of positions) {
    if (position.share !== null) found.at(-1).push(position);
    else if (found.at(-1).length) found.push([]);
  }
  return found.filter((run) => run.length);
}
