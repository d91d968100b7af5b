// Puzzles: practice, a streak until the first wrong move, and a storm of three minutes. The server
// judges the moves; progress stays in this browser.

import { element } from "./dom.js";
import { say } from "./speech.js";
import { read, write } from "./storage.js";
import { Task } from "./task.js";

const { name, puzzles, levels } = element("puzzles").dataset;
const names = puzzles.split(" "); // the easiest first
const STORM = 180; // seconds
const KEPT = `stackyard-puzzles-${name}`;

const kept = { solved: [], failed: [], streak: 0, storm: 0, ...read(KEPT, {}) };
let mode = "practice"; // or streak, storm, or over, after one of these
let order = []; // the puzzles of a streak or storm that are left
let index = 0; // of the puzzle
let unaided = true; // no wrong move and no hint yet
let score = 0;
let ends = 0; // of a storm, by the clock of the page

const level = (number) => Math.floor((number * Number(levels)) / names.length) + 1;
const best = (score, before) => (score > before ? "your best" : `your best is ${before}`);

const task = new Task(
  `/games/${name}/puzzles`,
  (told) => `Puzzle ${index + 1}, level ${level(index)}: ${told.title}`,
  (told) => {
    const done = told.verdict === "done";
    if (told.verdict === "other") fail();
    else if (done && unaided) solve();
    element("next").hidden = !done || mode === "over";
    if (done && (mode === "streak" || mode === "storm")) begin(order.pop());
    else if (told.verdict === "other" && mode === "storm") begin(order.pop());
    else if (done && mode === "practice") element("next").focus({ preventScroll: true });
    status();
  },
);

function begin(number) {
  if (number === undefined) return finish("No puzzle is left");
  index = number;
  unaided = true;
  if (mode === "practice") history.replaceState(null, "", `?number=${index + 1}`);
  task.begin({ puzzle: index });
}

// Another tab may have stored more.
const reread = () => Object.assign(kept, read(KEPT, {}));

function solve() {
  reread();
  kept.solved = [...new Set([...kept.solved, names[index]])];
  kept.failed = kept.failed.filter((each) => each !== names[index]);
  if (mode === "streak" || mode === "storm") score += 1;
  write(KEPT, kept);
}

function fail() {
  reread();
  if (unaided) kept.failed = [...new Set([...kept.failed, names[index]])];
  unaided = false;
  write(KEPT, kept);
  if (mode === "streak") finish("The streak is over");
}

function finish(words) {
  reread();
  const told = `${words}: ${score} solved, ${best(score, kept[mode])}.`;
  kept[mode] = Math.max(kept[mode], score);
  write(KEPT, kept);
  mode = "over";
  element("result").textContent = told;
  say(told);
  status();
}

function start(wanted) {
  mode = wanted;
  score = 0;
  element("result").textContent = "";
  order = names.map((_, number) => ({ number, place: level(number) + Math.random() }));
  order = order.sort((one, other) => other.place - one.place).map((each) => each.number);
  ends = performance.now() + STORM * 1000;
  begin(mode === "practice" ? fresh() : order.pop());
}

function fresh() {
  const tried = new Set([...kept.solved, ...kept.failed]);
  return Math.max(0, names.findIndex((each) => !tried.has(each)));
}

function status() {
  const solved = names.filter((each) => kept.solved.includes(each)).length;
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  element("score").textContent = {
    practice: `${solved} of ${names.length} solved`,
    streak: `Streak: ${score}`,
    storm: `Storm: ${score} solved, ${left} s left`,
    over: "",
  }[mode];
  for (const button of element("modes").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  }
  if (mode === "streak" || mode === "storm") element("hint").hidden = true;
  element("back").classList.toggle("away", index === 0);
  element("skip").classList.toggle("away", index === names.length - 1);
  element("walk").hidden = mode !== "practice";
}

element("next").addEventListener("click", () => {
  begin(Math.min(index + 1, names.length - 1));
  element("title").focus({ preventScroll: true });
});
element("hint").addEventListener("click", () => fail());
element("back").addEventListener("click", () => begin(index - 1));
element("skip").addEventListener("click", () => begin(index + 1));
element("modes").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) start(button.dataset.mode);
});
setInterval(() => {
  if (mode !== "storm") return;
  if (performance.now() >= ends) finish("Three minutes are over");
  else status();
}, 1000);

const requested = Math.trunc(new URLSearchParams(location.search).get("number"));
if (requested) begin(Math.max(1, Math.min(names.length, requested)) - 1);
else start("practice");
