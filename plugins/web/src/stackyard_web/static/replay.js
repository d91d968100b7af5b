// Shows a record ply by ply; the server draws each ply and stores nothing.

import { Board } from "./board.js";
import { element, sentence } from "./dom.js";
import { StackView } from "./stack_view.js";
import { Moves } from "./moves.js";
import { root } from "./root_path.js";
import { showTrays } from "./trays.js";

let record = "";
let ply = 0;
let plies = 0;
let flip = false;
let shown = new Map();

const board = new Board(element("board"), () => {}, () => {}, () => {});
new StackView(board);
const moves = new Moves(element("moves"), (wanted) => show(wanted));

async function ask(wanted, document = record) {
  if (document !== record) shown = new Map();
  const key = `${wanted} ${flip}`;
  if (!shown.has(key)) {
    const answer = await fetch(`${root}/replay?ply=${wanted}&flip=${flip ? 1 : 0}`, {
      method: "POST",
      body: document,
      headers: { "content-type": "application/json" },
    });
    const told = await answer.json().catch(() => ({ error: "This file is too large." }));
    if (!answer.ok) throw new Error(told.error);
    shown.set(key, told);
  }
  return shown.get(key);
}

async function show(wanted) {
  ply = Math.max(0, Math.min(wanted, plies));
  const told = await ask(ply).catch(fail);
  if (told?.ply !== ply) return;
  board.show(told.picture);
  showTrays(element("trays"), told.picture.trays);
  element("status").textContent = `Move ${ply} of ${plies} · ${told.picture.status}`;
  moves.current(ply);
}

function fail(problem) {
  const lost = problem instanceof TypeError; // the message of fetch depends on the browser
  complain(lost ? "the server does not answer" : problem.message);
}

function complain(words) {
  element("error").textContent = sentence(words);
  element("error").hidden = false;
}

// Open a file; if it is no record, the current one stays.
async function open(file) {
  element("error").hidden = true;
  try {
    const document = await file.text();
    const told = await ask(0, document);
    record = document;
    plies = told.plies.length;
    element("game").textContent = told.game;
    const players = told.players.map((name, at) => `${told.colours[at]}: ${name}`);
    element("players").textContent = players.join(" · ");
    element("result").textContent = `${told.result}.`;
    element("comment").textContent = told.comment;
    moves.colours = told.colours;
    moves.show(0, told.plies);
    element("ask").hidden = true;
    element("shown").hidden = false;
    if (told.warning) complain(told.warning);
    await show(0);
    element("on").focus();
  } catch (problem) {
    fail(problem);
  }
}

element("file").addEventListener("change", (event) => open(event.target.files[0]));
const clicks = {
  begin: () => show(0),
  back: () => show(ply - 1),
  on: () => show(ply + 1),
  end: () => show(plies),
  flip: () => {
    flip = !flip;
    show(ply);
  },
};
for (const [id, act] of Object.entries(clicks)) element(id).addEventListener("click", act);
document.addEventListener("keydown", (event) => {
  if (event.target.closest(".hit, input")) return;
  if (event.key === "ArrowRight") show(ply + 1);
  else if (event.key === "ArrowLeft") show(ply - 1);
});
const drop = element("drop");
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", name === "dragover");
    if (name === "drop" && event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
}
