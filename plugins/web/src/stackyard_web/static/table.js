// The page of a table: shows messages of the server, and sends the actions of the player.

import { Board } from "./board.js";
import { MoveChooser } from "./move_chooser.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clock.js";
import { Connection } from "./connection.js";
import { confirmed, place, showControls } from "./controls.js";
import { capitalize, element, make, sentence as asSentence } from "./dom.js";
import { Moves } from "./moves.js";
import { root } from "./root_path.js";
import { Names } from "./names.js";
import { Offers } from "./offers.js";
import { noteHelp, share, showEnding } from "./ending.js";
import { Patches } from "./message_patches.js";
import { PendingMove } from "./pending_move.js";
import { Plans } from "./plans.js";
import { Premove } from "./premove.js";
import { listenToButtons, listenToKeys } from "./presses.js";
import { subscribe, unsubscribe } from "./push.js";
import { Seats } from "./seats.js";
import { SeatLink, subprotocols } from "./seat_link.js";
import { Analysis } from "./analysis.js";
import { Hint } from "./hint.js";
import { Explorer } from "./explorer.js";
import { Questions } from "./questions.js";
import { Review } from "./review.js";
import { StackView } from "./stack_view.js";
import { announce, say } from "./speech.js";
import { showTrays, traysInWords } from "./trays.js";
import { knock } from "./sound.js";
import { FINGERS, Toggles } from "./toggles.js";
import { Zoom } from "./zoom.js";
import * as storage from "./storage.js";
import { sameMove, sameTurn } from "./turn.js";
import * as turnNotice from "./turn_notice.js";

const { token, name, game, played } = element("table").dataset;

const seats = JSON.parse(played); // the seats played on this page
let state = null;
let arrive = null; // called with the first state
const arrival = new Promise((resolve) => {
  arrive = resolve;
});
let past = null; // the earlier ply on the board
let awaited = null; // the requested ply
let previewed = null;
let explored = null; // the latest position of the explorer

// The player's own side is at the bottom, unless the board was turned.
const flipped = () => (seats.length === 1 && seats[0] === 1) !== toggles.turned;

const board = new Board(
  element("board"),
  (cell) => touch(cell),
  () => chooser.cancel(),
  () => say(`${board.words()} ${traysInWords(element("trays"))} ${element("prompt").textContent}`),
);
new StackView(board);
const toggles = new Toggles(board, name, seats.length === 1);
const chooser = new MoveChooser(board, element("choices"), {
  ...{ play, why, preview, restore },
  confirms: () => toggles.confirms && !explorer.on,
});
const zoom = new Zoom(board.box, element("zoom"));
const moves = new Moves(element("moves"), look);
const clocks = new Clocks();
const sides = new Seats(seats, clocks);
const offers = new Offers(element("offer"), seats, send);
const names = new Names(seats, send);
const scheme = location.protocol === "https:" ? "wss" : "ws";
const address = () => `${scheme}://${location.host}${root}/t/${token}/live?patches=1&flip=${flipped() ? 1 : 0}`;
const patches = new Patches();
const chat = new Chat(seats, send, (sentence) => showPluginMessage({ sentence }));
const seatLink = new SeatLink(element("seatbox"), seats, send);
const line = new Connection(address, subprotocols(), { hear: receive, lost, back });
const pending = new PendingMove((message) => line.send(message), showSentence);

// Send a message; whether the connection is open.
function send(message) {
  const sent = line.send(message);
  const kept = pending.move === null ? "" : ` Your move ${pending.move} is kept.`;
  if (!sent) showSentence(`There is no connection now. Do that again when it is back.${kept}`);
  return sent;
}

function receive(message) {
  const handlers = {
    patch: (told) => receive(patches.apply(told.parts)),
    hello: (told) => {
      // A seat that another browser holds is no match of this one.
      if (told.seats.length || !told.link.length) storage.addMatch(token);
      else storage.removeMatch(token);
      seatLink.hello(told);
    },
    seat_asked: (told) => seatLink.requested(told),
    seat_code: (told) => seatLink.showCode(told),
    state: update,
    presence: (told) => {
      sides.presence = told;
      sides.show(state, flipped() ? 1 : 0);
    },
    look: showPast,
    replies: (told) => premove.hear(told),
    plans: (told) => {
      plans.hear(told, state);
      plans.show(state, !mine());
    },
    explored: showExplored,
    preview: showPreview,
    refusal: (told) => {
      pending.drop();
      refuse(told);
    },
    hint: showHint,
    analysis: (told) => {
      if (state.winner === null) noteHelp();
      analysis.hear(told, state.seats);
    },
    review: (told) => review.hear(told),
    attempt: (told) => questions.hear(told),
    rematch: (told) => offers.rematch(told),
    messages: (told) => chat.hear(told, state.seats),
    line: (told) => chat.add(told, state.seats),
    said: showPluginMessage,
    error: (told) => {
      unanswered(told.sentence);
      seatLink.refused();
      names.refused();
      review.fail();
      pending.drop();
      refuse({ sentence: told.sentence, cells: [] });
    },
  };
  handlers[message.type]?.(message);
}

function update(told) {
  const played = state !== null && told.ply > state.ply;
  const before = state;
  const stands = sameTurn(before, told);
  const turned = stands && before.picture.board !== told.picture.board;
  state = told;
  arrive();
  if (before === null) introduce();
  moves.colours = state.seats.map((seat) => seat.colour);
  moves.show(state.since, state.plies);
  clocks.set(state.clocks, state.ticking ? state.player : null);
  if (stands) {
    moves.current(past ?? state.ply);
    if (turned && past === null && !explorer.on) redraw();
    else showAsked();
  } else {
    if (!played || told.plies.at(-1)?.begins !== false) element("said").replaceChildren(); // those of the turn stay
    if (played && state.player === before.player) chooser.release();
    if (past !== null && past >= state.ply) past = null;
    if (explorer.on) showAsked();
    else if (past === null || played) present();
  }
  if (played && seats.length === 1 && told.player !== before.player) zoom.leave();
  const focused = document.activeElement;
  showControls(state, seats, mine());
  const just = before !== null && before.winner === null;
  board.motion.rest(() => {
    review.update(state, moves.plies);
    showEnding(state, seats, just, focused);
  });
  offers.show(state);
  names.show(state);
  sides.show(state, flipped() ? 1 : 0);
  announce(before, state, moves.plies);
  const alone = mine() && seats.length === 1;
  turnNotice.show(alone, played, element("prompt").textContent);
  const typed = element("typedmove").value.trim();
  if (played && told.plies.some(({ move }) => sameMove(move, typed))) element("typedmove").value = "";
  pending.hear(told);
  if (!stands) premove.update(told, mine());
  plans.show(told, !mine());
}

const explorer = new Explorer(
  element("explored"),
  (message) => {
    chooser.offer([]); // a click before the answer would move in the position that was left
    send(message);
  },
  () => {
    chooser.release();
    past = null;
    awaited = null;
    board.box.classList.remove("past");
    board.box.classList.add("tried");
  },
  () => {
    questions.left();
    board.box.classList.remove("tried");
    present();
    plans.show(state, !mine());
  },
);
const analysis = new Analysis(element("analysis"), {
  send,
  // The place that the board shows: a ply, and the moves tried from there.
  place: () => (explorer.on ? { ply: explorer.ply, moves: explorer.moves() } : { ply: past ?? state.ply, moves: [] }),
  point: (cells) => board.mark("hinted", cells),
});
const hint = new Hint(element("reasons"), board, (ply, moves) => explorer.begin(ply, moves));
const plans = new Plans(explorer, send, showSentence);
const premove = new Premove({
  request: () => send({ type: "replies" }),
  offer: (choices) => {
    if (choices.length) board.mark("choice", new Set(choices.map((choice) => choice.cells[0])));
    chooser.offer(choices);
  },
  click: (cell) => chooser.click(cell),
  mark: (cells) => board.mark("planned", cells),
  send: (move) => pending.send(move, state),
  tell: showSentence,
});
const questions = new Questions(element("questions"), explorer, send, say);
const review = new Review(element("reviewbox"), {
  ...{ send, look, seats },
  step: (ply, line) => explorer.begin(ply, line),
  learn: (found) => questions.begin(found, moves.colours),
});

function showExplored(told) {
  if (!explorer.awaits(told)) return;
  explorer.wanted = "";
  explored = told;
  board.show(told.picture);
  trays(told.picture);
  hint.leave();
  refuse({ sentence: "", cells: [] });
  chooser.offer(told.choices);
  showAsked();
  plans.show(state, !mine());
  say(told.picture.status);
}

function mine() {
  return state !== null && state.winner === null && seats.includes(state.player);
}

// Show the current position.
function present() {
  past = null;
  previewed = null;
  awaited = null;
  board.box.classList.remove("past", "preview");
  board.show(state.picture);
  trays(state.picture);
  hint.leave();
  refuse({ sentence: "", cells: [] });
  chooser.offer(mine() ? state.choices : []);
  premove.show(state, mine());
  moves.current(state.ply);
  showAsked();
}

// Draw the same position again, from the other side; what is chosen stays.
function redraw() {
  board.box.classList.remove("past", "preview");
  board.show(state.picture);
  hint.mark();
  chooser.mark();
  premove.mark();
  if (previewed !== null) send({ type: "preview", move: previewed });
  showAsked();
}

function trays(picture) {
  showTrays(element("trays"), picture.trays);
}

function showAsked() {
  const flip = flipped() ? "&flip=1" : "";
  element("picture").href = `${root}/t/${token}/picture.svg?ply=${past ?? state.ply}${flip}`;
  const prompt = element("prompt");
  analysis.mark();
  prompt.classList.toggle("unseen", state.winner !== null && past === null && !explorer.on); // the banner shows it
  if (explorer.on) prompt.textContent = `Trying moves – ${explored?.picture.status ?? ""}`;
  else if (past !== null) prompt.textContent = `After move ${past} of ${state.ply}`;
  else if (state.winner !== null) prompt.textContent = `${state.result}.`;
  else if (mine() && seats.length === 1) prompt.textContent = `Your turn: ${state.prompt}`;
  else {
    const who = capitalize(state.seats[state.player].colour);
    prompt.textContent = state.thinking ? `${who} is thinking …` : `${who}: ${state.prompt}`;
  }
}

// The first state has come.
function introduce() {
  names.introduce(state);
  if (turnNotice.isEnabled() && seats.length === 1) subscribe(send);
}

// Actions of the player

function touch(cell) {
  if (past !== null) return present();
  refuse({ sentence: "", cells: [] });
  if (explorer.on || mine()) return chooser.click(cell);
  if (chooser.follows(cell)) return undefined;
  return state.winner === null && seats.length === 1 ? premove.click(cell, state.ply) : why([cell]);
}

function play(choice) {
  previewed = null;
  if (explorer.on) {
    chooser.release();
    return questions.play(choice.move) || explorer.play(choice.move);
  }
  if (!mine()) return premove.choose(choice, state.ply);
  chooser.offer([]);
  if (!pending.send(choice.move, state)) chooser.offer(state.choices);
}

function tryTyped(move) {
  const choice = chooser.choices.find((known) => sameMove(known.move, move));
  if (!choice) return why([]);
  element("typedmove").value = "";
  return play(choice);
}

function why(cells) {
  if (explorer.on) {
    const sentence = explorer.wanted ? "The position is not shown yet. Try again." : "That is no legal move here.";
    return refuse({ sentence, cells });
  }
  if (premove.open) return refuse({ sentence: "You cannot plan that move.", cells });
  if (state.winner === null && !mine()) {
    const who = state.seats[state.player].colour;
    return refuse({ sentence: seats.length ? `It is ${who}'s turn.` : "You are watching.", cells: [] });
  }
  return send({ type: "why", cells });
}

function refuse({ sentence, cells }) {
  element("refusal").classList.remove("told");
  element("refusal").textContent = sentence && asSentence(sentence);
  board.mark("refused", cells);
  if (sentence && mine() && past === null && !chooser.open && !explorer.on) chooser.offer(state.choices);
}

function preview(choice) {
  if (explorer.on || !mine() || previewed === choice.move) return;
  previewed = choice.move;
  line.send({ type: "preview", move: choice.move }); // without a connection there is none to see
}

function showPreview(told) {
  if (told.move !== previewed || past !== null) return;
  board.show(told.picture);
  board.mark("choice", []); // those of the other player
  board.box.classList.add("preview");
  trays(told.picture);
  chooser.mark();
}

function restore() {
  if (previewed === null) return;
  previewed = null;
  if (!board.box.classList.contains("preview")) return;
  board.box.classList.remove("preview");
  board.show(state.picture);
  hint.mark();
  trays(state.picture);
  chooser.mark();
}

function look(ply) {
  if (!state) return;
  if (explorer.on) explorer.leave();
  const wanted = Math.max(0, Math.min(ply, state.ply));
  if (wanted === state.ply) present();
  else {
    awaited = wanted;
    send({ type: "look", ply: wanted });
  }
}

function showPast(told) {
  if (told.ply !== awaited) return;
  past = told.ply;
  hint.leave();
  chooser.offer([]);
  board.show(told.picture);
  board.box.classList.add("past");
  trays(told.picture);
  moves.current(past);
  showAsked();
  say(`${element("prompt").textContent}. ${told.picture.status}`);
}

function showHint(told) {
  noteHelp();
  if (told.ply !== state.ply || explorer.on) return;
  if (past !== null) present();
  hint.show(told);
}

function showPluginMessage(told) {
  element("said").append(make("p", "", capitalize(told.sentence)));
}

// What was asked and not answered yet will not be.
function unanswered(reason = "") {
  hint.fail();
  analysis.fail();
  questions.fail(reason);
}

function back(fresh) {
  element("lost").hidden = true;
  unanswered();
  if (explorer.on && explorer.wanted) explorer.go(explorer.at); // its question was lost
  if (fresh) {
    patches.forget();
    review.back();
    plans.lines = []; // the server sends those that are left
    if (awaited !== past) look(awaited); // its question was lost
  } else send({ type: "flip", flipped: flipped() }); // the answer is the state
}

// The connection is lost; the last message is `unsure` to arrive.
function lost(words, unsure) {
  element("lost").textContent = words;
  element("lost").hidden = false;
  if (pending.move !== null) pending.lost();
  else if (unsure) showSentence("Your last click may not have arrived. Look when the connection is back.");
}

// Show words that refuse nothing where a refusal would stand, which screen readers read.
function showSentence(sentence) {
  element("refusal").classList.add("told");
  element("refusal").textContent = sentence;
}

const here = () => awaited ?? past ?? state.ply;
const clicks = {
  undo: () => {
    noteHelp();
    send({ type: state.undo[place(seats)] ? "undo" : "ask_back" });
  },
  redo: () => send({ type: "redo" }),
  hint: () => {
    if (send({ type: "hint" })) hint.wait();
  },
  draw: () => {
    if (seats.length === 2) offers.askHere(state);
    else if (confirmed("draw", "offer a draw", showSentence)) send({ type: "offer_draw" });
  },
  resign: () => confirmed("resign", "give up the match", showSentence) && send({ type: "resign" }),
  rematch: () => send({ type: "rematch" }),
  begin: () => look(0),
  back: () => (explorer.on ? explorer.back() : here() > 0 && look(here() - 1)),
  on: () => (explorer.on ? explorer.forward() : look(here() + 1)),
  end: () => look(state.ply),
  analyse: () => analysis.ask(),
  review: () => {
    element("ending").parentElement.after(element("reviewbox"));
    review.begin();
  },
  tell: () => share(game, state.result),
  explore: () => explorer.on || explorer.begin(past ?? state.ply),
  flip: () => {
    toggles.turn();
    send({ type: "flip", flipped: flipped() });
    if (explorer.on) explorer.go(explorer.at);
    else if (past !== null) look(past);
  },
  letters: () => toggles.change("letters"),
  confirm: () => toggles.change("confirm", FINGERS),
  sound: () => toggles.change("sound") && knock(),
  notify: async () => {
    await toggles.notify();
    (turnNotice.isEnabled() ? subscribe : unsubscribe)(send);
  },
};
listenToButtons(clicks, arrival, showSentence);
arrival.then(() => listenToKeys(clicks, () => explorer.on));

element("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const move = element("typedmove").value.trim();
  if (!move) return;
  if (explorer.on) return tryTyped(move);
  if (past !== null) present();
  if (mine()) pending.send(move, state);
  else premove.choose({ move, cells: [] }, state.ply);
});
