// A table: what the server tells is shown, what the person does is sent.

import { Board } from "./board.js";
import { Chooser } from "./choosing.js";
import { Clocks } from "./clock.js";
import { Connection } from "./connection.js";
import { Moves } from "./moves.js";
import { root } from "./root.js";
import { showAnalysis } from "./analysis.js";
import { showTrays } from "./trays.js";
import { knock } from "./sound.js";
import * as kept from "./kept.js";

const element = (id) => document.getElementById(id);
const { token } = element("table").dataset;

let seats = []; // those that are played here
let state = null;
let presence = null;
let past = null; // the ply that is looked back at
let awaited = null; // the ply that was asked for
let previewed = null;
let announced = -1; // the ply that was spoken last

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const say = (words) => {
  element("speech").textContent = words;
};

const board = new Board(element("board"), (cell) => touch(cell), () => chooser.cancel());
const chooser = new Chooser(board, element("choices"), { play, why, preview, restore, say });
const moves = new Moves(element("moves"), look);
const clocks = new Clocks();
const scheme = location.protocol === "https:" ? "wss" : "ws";
const line = new Connection(`${scheme}://${location.host}${root}/t/${token}/live`, hear, lost);

function hear(message) {
  const heard = {
    hello: welcome,
    state: update,
    presence: (told) => {
      presence = told;
      showSeats();
    },
    look: showPast,
    preview: showPreview,
    refusal: refuse,
    hint: showHint,
    analysis: (told) => showAnalysis(element("analysis"), told, state, hinted),
    rematch: offerRematch,
    said: showSaid,
    error: (told) => refuse({ sentence: told.sentence, cells: [] }),
  };
  heard[message.type]?.(message);
}

function welcome(message) {
  seats = message.seats;
  kept.remember(token);
  if (kept.setting("flip")) line.send({ type: "flip", flipped: true });
}

function update(told) {
  const played = state !== null && told.ply > state.ply;
  const before = state;
  state = told;
  moves.colours = state.seats.map((seat) => seat.colour);
  moves.show(state.since, state.plies);
  clocks.set(state.clocks, state.ticking ? state.player : null);
  element("said").replaceChildren();
  previewed = null;
  if (past !== null && past >= state.ply) past = null;
  if (past === null || played) present(played && before.ply + 3 > state.ply ? state.last : []);
  showControls();
  showSeats();
  if (played && kept.setting("sound")) knock();
  announce();
}

function mine() {
  return state !== null && state.winner === null && seats.includes(state.player);
}

// Back to the present, the last move sliding.
function present(path = []) {
  past = null;
  awaited = null;
  board.box.classList.remove("past");
  board.show(state.picture, path);
  showTrays(element("trays"), state.picture.trays);
  refuse({ sentence: "", cells: [] });
  chooser.offer(mine() ? state.choices : []);
  moves.current(state.ply);
  showAsked();
}

function showAsked() {
  const flip = kept.setting("flip") ? "&flip=1" : "";
  element("picture").href = `${root}/t/${token}/picture.svg?ply=${past ?? state.ply}${flip}`;
  const asked = element("asked");
  if (past !== null) asked.textContent = `After move ${past} of ${state.ply}`;
  else if (state.winner !== null) asked.textContent = `${state.result}.`;
  else if (mine() && seats.length === 1) asked.textContent = `Your turn: ${state.asked}`;
  else {
    const who = capital(state.seats[state.player].colour);
    asked.textContent = state.thinking ? `${who} is thinking …` : `${who}: ${state.asked}`;
  }
}

function announce() {
  if (state.ply === announced && state.winner === null) return;
  announced = state.ply;
  const made = moves.plies.at(-1);
  const last = made ? `${capital(state.seats[made.player].colour)} ${made.words}. ` : "";
  say(last + element("asked").textContent);
}

function showSeats() {
  if (!state) return;
  state.seats.forEach((seat, at) => {
    const box = element(`seat${at}`);
    const disc = document.createElement("span");
    disc.className = `disc ${seat.colour}`;
    const name = document.createElement("span");
    const who = document.createElement("span");
    name.textContent = capital(seat.colour);
    who.className = "who";
    who.textContent = words(seat, at);
    box.replaceChildren(disc, name, who, clocks.boxes[at]);
    const acting = state.winner === null && state.player === at;
    box.classList.toggle("acting", acting);
    if (acting) box.setAttribute("aria-current", "true");
    else box.removeAttribute("aria-current");
  });
  const watching = presence?.watching ?? 0;
  element("watching").textContent = watching ? `${watching} watching` : "";
  const invite = element("invite");
  if (invite && presence) invite.hidden = presence.seats[1 - seats[0]] > 0 && state.ply > 0;
}

function words(seat, at) {
  if (seats.includes(at)) return seats.length === 2 ? "" : "you";
  if (!seat.human) return seat.name;
  if (!presence) return "";
  return presence.seats[at] ? "here" : "not here yet";
}

function showControls() {
  const over = state.winner !== null;
  const place = seats.length === 2 ? 2 : seats[0];
  const able = (id, can) => {
    if (element(id)) element(id).disabled = !can;
  };
  able("undo", state.undo[place]);
  able("redo", state.redo[place]);
  able("hint", mine() && (state.advice || seats.length === 2));
  able("resign", !over && seats.length > 0);
  const human = seats.length === 2 || state.seats[1 - seats[0]]?.human;
  able("draw", !over && human && state.offer === null);
  for (const id of ["resign", "draw", "hint"]) if (element(id)) element(id).hidden = over;
  if (element("draw") && !human) element("draw").hidden = true;
  if (element("rematch")) element("rematch").hidden = !over;
  element("analysisbox").hidden = !(state.advice || seats.length === 2);
  element("result").hidden = !over;
  element("result").textContent = over ? `${state.result}.` : "";
  element("notice").hidden = !state.notice;
  element("notice").textContent = state.notice;
  element("positiontext").value = state.position;
  showOffer();
}

function showOffer() {
  const box = element("offer");
  const { offer } = state;
  if (offer === null || state.winner !== null) {
    if (!box.dataset.rematch) box.hidden = true;
    return;
  }
  const colour = capital(state.seats[offer].colour);
  const words = document.createElement("p");
  words.textContent = seats.includes(offer) ? "You offer a draw." : `${colour} offers a draw.`;
  box.replaceChildren(words);
  if (seats.length === 1 && !seats.includes(offer)) {
    const row = document.createElement("div");
    row.className = "row";
    for (const [name, accept] of [["Accept", true], ["Decline", false]]) {
      row.append(button(name, () => line.send({ type: "answer_draw", accept })));
    }
    box.append(row);
    say(words.textContent);
  }
  box.hidden = false;
}

function button(name, act) {
  const made = document.createElement("button");
  made.className = "button";
  made.textContent = name;
  made.addEventListener("click", act);
  return made;
}

function offerRematch(told) {
  if (told.by === null || seats.includes(told.by)) {
    location.href = told.url;
    return;
  }
  const box = element("offer");
  const link = document.createElement("a");
  link.className = "button primary";
  link.href = told.url;
  link.textContent = seats.length ? "Play again" : "Watch the next match";
  box.replaceChildren(link);
  box.dataset.rematch = "1";
  box.hidden = false;
  say("A rematch is offered.");
}

// What the person does

function touch(cell) {
  if (past !== null) return present();
  refuse({ sentence: "", cells: [] });
  if (!mine()) return why([cell]);
  return chooser.click(cell);
}

function play(choice) {
  previewed = null;
  chooser.offer([]);
  const sent = line.send({ type: "move", move: choice.move, version: state.version });
  if (!sent) present();
}

function why(cells) {
  if (state.winner === null && !mine()) {
    const who = state.seats[state.player].colour;
    return refuse({ sentence: seats.length ? `It is ${who}'s turn.` : "You are watching.", cells: [] });
  }
  return line.send({ type: "why", cells });
}

function refuse({ sentence, cells }) {
  element("refusal").textContent = sentence && capital(sentence).replace(/\.?$/, ".");
  board.mark("refused", cells);
  if (sentence && mine() && !chooser.open) chooser.offer(state.choices);
}

function preview(choice) {
  previewed = choice.move;
  line.send({ type: "preview", move: choice.move });
}

function showPreview(told) {
  if (told.move !== previewed || past !== null) return;
  board.show(told.picture);
  board.box.classList.add("preview");
  showTrays(element("trays"), told.picture.trays);
}

function restore() {
  if (previewed === null) return;
  previewed = null;
  if (!board.box.classList.contains("preview")) return;
  board.box.classList.remove("preview");
  board.show(state.picture);
  showTrays(element("trays"), state.picture.trays);
  chooser.mark();
}

function look(ply) {
  if (!state) return;
  const wanted = Math.max(0, Math.min(ply, state.ply));
  if (wanted === state.ply) present();
  else {
    awaited = wanted;
    line.send({ type: "look", ply: wanted });
  }
}

function showPast(told) {
  if (told.ply !== awaited) return;
  past = told.ply;
  chooser.offer([]);
  board.show(told.picture);
  board.box.classList.add("past");
  showTrays(element("trays"), told.picture.trays);
  moves.current(past);
  showAsked();
  say(`${element("asked").textContent}. ${told.picture.status}`);
}

function hinted(cells) {
  board.mark("hinted", cells);
}

function showHint(told) {
  if (past !== null) present();
  hinted(told.cells);
  const words = `Hint: ${told.move} – ${told.words}.`;
  element("refusal").textContent = words;
}

function showSaid(told) {
  const line = document.createElement("p");
  line.textContent = capital(told.sentence);
  element("said").append(line);
}

function lost(words) {
  element("lost").textContent = words;
  element("lost").hidden = !words;
}

const here = () => awaited ?? past ?? state.ply;
const clicks = {
  undo: () => line.send({ type: "undo" }),
  redo: () => line.send({ type: "redo" }),
  hint: () => {
    element("refusal").textContent = "Thinking …";
    line.send({ type: "hint" });
  },
  draw: () => line.send({ type: "offer_draw" }),
  resign: (event) => confirmed(event.currentTarget) && line.send({ type: "resign" }),
  rematch: () => line.send({ type: "rematch" }),
  begin: () => look(0),
  back: () => look(here() - 1),
  on: () => look(here() + 1),
  end: () => look(state.ply),
  analyse: () => {
    element("analysis").textContent = "Thinking …";
    line.send({ type: "analyse", ply: past ?? state.ply });
  },
  flip: () => {
    kept.set("flip", !kept.setting("flip"));
    showToggles();
    past = null;
    line.send({ type: "flip", flipped: kept.setting("flip") });
  },
  sound: () => {
    kept.set("sound", !kept.setting("sound"));
    showToggles();
    if (kept.setting("sound")) knock();
  },
};
for (const [id, act] of Object.entries(clicks)) element(id)?.addEventListener("click", act);

// The second click within three seconds means it.
function confirmed(asked) {
  if (asked.dataset.sure) return true;
  const words = asked.textContent;
  asked.dataset.sure = "1";
  asked.textContent = "Really?";
  setTimeout(() => {
    delete asked.dataset.sure;
    asked.textContent = words;
  }, 3000);
  return false;
}

function showToggles() {
  for (const id of ["flip", "sound"]) {
    element(id).setAttribute("aria-pressed", String(kept.setting(id)));
    element(id).disabled = false; // the script is there
  }
}
showToggles();
