// Shows a record and its variations ply by ply. The server draws each ply and makes the changes; it
// stores nothing.

import { Board } from "./board.js";
import { element, sentence } from "./dom.js";
import { MoveChooser } from "./move_chooser.js";
import { Moves } from "./moves.js";
import { post } from "./post.js";
import { say } from "./speech.js";
import { StackView } from "./stack_view.js";
import { showTrays } from "./trays.js";
import { VariationList } from "./variation_list.js";

let record = "";
let flip = false;
let shown = new Map(); // answers by their places
let here = { path: [], ply: 0, end: 0, alternatives: [] }; // the answer that the page shows
let wanted = here; // the place that was asked for last
let pending = null; // the answer for it
let queue = Promise.resolve(); // what was clicked: a step does not wait for its answer, others do
let unsaved = false;
let adding = false; // whether a move chosen on the board is added

const board = new Board(
  element("board"),
  (cell) => chooser.click(cell),
  () => chooser.cancel(),
  () => say(`${board.words()} ${element("status").textContent}`),
);
new StackView(board);
const chooser = new MoveChooser(board, element("choices"), {
  play: (choice) => enqueue(() => change("add", choice.move)),
  why: (cells) => {
    if (!adding) return;
    board.mark("refused", cells);
    complain("That is no legal move here.");
  },
});

function enqueue(act) {
  queue = queue.then(act);
}

const moves = new Moves(element("moves"), (ply) => show([], ply));
const variations = new VariationList(element("variations"), show);

async function request(address, body) {
  const told = await post(`/replay${address}`, body);
  if (told.error) throw new Error(told.error);
  return told;
}

async function ask(path, ply, document = record) {
  if (document !== record) shown = new Map();
  const address = `?path=${path.join(".")}&ply=${ply}&flip=${flip ? 1 : 0}`;
  if (!shown.has(address)) shown.set(address, await request(address, document));
  return shown.get(address);
}

function show(path, ply) {
  wanted = { path, ply: Math.max(0, ply) };
  pending = arrive(wanted);
  return pending;
}

async function arrive(request) {
  const told = await ask(request.path, request.ply).catch(fail);
  if (request !== wanted) return;
  wanted = told ?? here;
  if (!told) return;
  element("error").hidden = !told.warning;
  // Pieces move to a ply of the same line, or of one that leaves it.
  const [short, long] = [here.path, told.path].sort((one, other) => one.length - other.length);
  if (!short.every((index, at) => index === long[at])) board.shown.ply = NaN;
  here = told;
  board.show(told.picture);
  board.mark("refused", []);
  offerMoves();
  showTrays(element("trays"), told.picture.trays);
  const inside = told.path.length > 0;
  const place = `${inside ? "Variation, move" : "Move"} ${told.ply} of ${told.end}`;
  element("status").textContent = `${place} · ${told.picture.status}`;
  element("note").textContent = told.ply ? told.note : "";
  element("text").value = told.note;
  moves.current(inside ? NaN : told.ply);
  variations.current(told.path, told.ply);
  element("into").classList.toggle("away", !told.alternatives.length);
  for (const id of ["out", "promote", "delete"]) element(id).classList.toggle("away", !inside);
  const begins = told.alternatives.length ? "A variation begins here." : "";
  const words = told.words && `${told.words}.`;
  say([`${place}.`, words, told.ply ? told.note : "", begins].filter(Boolean).join(" "));
}

function offerMoves() {
  chooser.offer(adding ? here.choices : []);
}

// Change the record at the place shown; the server answers with the new record.
async function change(kind, text = "") {
  await pending;
  const { path, ply } = here;
  chooser.offer([]);
  try {
    const made = await request("/change", { record, change: kind, ply, path, text });
    if (made.record !== record) {
      shown = new Map();
      record = made.record;
      const told = await ask(made.path, made.ply);
      variations.show(told.variations);
      element("comment").textContent = told.comment;
      offer(true);
    }
    await show(made.path, made.ply);
  } catch (problem) {
    offerMoves();
    fail(problem);
  }
}

// Offer the record for download, which saves the changes.
function offer(changed) {
  unsaved = changed;
  const link = element("save");
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([record], { type: "application/json" }));
}

function fail(problem) {
  complain(problem.message);
}

function complain(words) {
  element("error").textContent = sentence(words);
  element("error").hidden = false;
}

// Open a file; if it is no record, the current one stays.
async function open(file) {
  if (unsaved) return complain("save the record first; to leave its changes, load this page again");
  element("error").hidden = true;
  try {
    const document = await file.text();
    const told = await ask([], 0, document);
    record = document;
    shown = new Map(); // it may hold boards of the former record, asked for meanwhile
    unsaved = false;
    element("game").textContent = told.game;
    const players = told.players.map((name, at) => `${told.colours[at]}: ${name}`);
    element("players").textContent = players.join(" · ");
    element("result").textContent = `${told.result}.`;
    element("comment").textContent = told.comment;
    moves.colours = told.colours;
    moves.show(0, told.plies);
    variations.show(told.variations);
    offer(false);
    element("ask").hidden = true;
    element("shown").hidden = false;
    await show([], 0);
    if (told.warning) complain(told.warning);
    element("on").focus();
  } catch (problem) {
    fail(problem);
  }
}

element("file").addEventListener("change", (event) => open(event.target.files[0]));
const clicks = {
  begin: () => void show(wanted.path, 0),
  back: () => void show(wanted.path, wanted.ply - 1),
  on: () => void show(wanted.path, wanted.ply + 1), // the server stays at the end
  end: async () => {
    await pending;
    show(here.path, here.end);
  },
  into: async () => {
    await pending;
    if (here.alternatives.length) show(here.alternatives[0], here.ply + 1);
  },
  out: async () => {
    await pending;
    const outer = here.variations.find((each) => String(each.path) === String(here.path.slice(0, 1)));
    if (outer) show([], outer.ply);
  },
  add: () => {
    adding = !adding;
    element("add").setAttribute("aria-pressed", String(adding));
    offerMoves();
  },
  promote: () => change("promote"),
  delete: () => change("delete"),
  "comment-on": () => change("comment", element("text").value),
  save: () => {
    unsaved = false;
  },
  flip: () => {
    flip = !flip;
    show(wanted.path, wanted.ply);
  },
};
for (const [id, act] of Object.entries(clicks)) {
  element(id).addEventListener("click", () => enqueue(act));
}
const keys = { ArrowRight: "on", ArrowLeft: "back", ArrowDown: "into", ArrowUp: "out" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!record || event.target.closest(".hit, input, textarea") || !keys[event.key]) return;
  event.preventDefault();
  enqueue(clicks[keys[event.key]]);
});
window.addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});
const drop = element("drop");
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", name === "dragover");
    if (name === "drop" && event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
}
