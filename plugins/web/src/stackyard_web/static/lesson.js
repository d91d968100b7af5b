// A lesson: a task on a board. The server judges each move and stores nothing.

import { Board } from "./board.js";
import { capitalize, element, sentence } from "./dom.js";
import { MoveChooser } from "./move_chooser.js";
import { root } from "./root_path.js";
import { say } from "./speech.js";
import { StackView } from "./stack_view.js";
import { showTrays } from "./trays.js";

const { name, steps } = element("lesson").dataset;
const last = Number(steps) - 1;
const asked = Number(new URLSearchParams(location.search).get("step") ?? 1) - 1;

const FAR = 10_000; // plies between steps, so that no piece moves from one step to the next

let step = Math.max(0, Math.min(last, asked || 0)); // reloading the page keeps the step
let moves = []; // the learner's moves in the step
let hints = [];
let hinted = 0; // how many of them were shown
let latest = 0; // the number of the latest request

const board = new Board(
  element("board"),
  (cell) => chooser.click(cell),
  () => chooser.cancel(),
  () => say(`${board.words()} ${element("asked").textContent}`),
);
new StackView(board);
const chooser = new MoveChooser(board, element("choices"), {
  play: (choice) => {
    chooser.offer([]);
    ask({ moves, tried: choice.move });
  },
  confirms: () => false,
  why: (cells) => ask({ moves, cells }),
  preview: () => {},
  restore: () => {},
  say,
});

async function ask(question) {
  latest += 1;
  const number = latest;
  element("board").setAttribute("aria-busy", "true");
  const answer = await fetch(`${root}/games/${name}/lesson`, {
    method: "POST",
    body: JSON.stringify({ step, ...question }),
    headers: { "content-type": "application/json" },
  }).catch(() => null);
  if (number !== latest) return;
  const told = await answer?.json().catch(() => null);
  const failure = told ? told.error : "The server does not answer";
  if (failure) tell(`<p>${escaped(sentence(failure))}</p>`, "bad");
  else show(told);
}

function show(told) {
  const done = told.verdict === "done";
  const fresh = told.verdict === "" && !told.moves.length;
  ({ moves, hints } = told);
  hinted = 0;
  element("title").textContent = `Step ${step + 1} of ${last + 1}: ${told.title}`;
  element("opening").hidden = step > 0;
  element("text").innerHTML = told.text; // made by the server from Markdown, without HTML
  element("asked").textContent = told.asked && `You are ${told.colour}: ${told.asked}`;
  board.show({ ...told.picture, ply: step * FAR + told.picture.ply });
  showTrays(element("trays"), told.picture.trays);
  chooser.offer(told.choices);
  board.mark("refused", told.refused);
  const made = told.made.map(sentence).join(" ");
  const bad = ["refused", "other", "lost"].includes(told.verdict);
  tell(`${made ? `<p>${escaped(made)}</p>` : ""}${told.told}`, done ? "good" : bad ? "bad" : "");
  element("undo").disabled = done || !moves.length;
  element("hint").disabled = done;
  element("next").hidden = !done || step === last;
  element("play").hidden = !done || step !== last;
  element("closing").hidden = element("play").hidden;
  for (const button of element("steps").querySelectorAll("button")) {
    const current = Number(button.dataset.step) === step;
    if (current) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  if (done) element(step === last ? "play" : "next").focus({ preventScroll: true });
  else if (fresh) say(`${element("title").textContent}. ${element("text").textContent}`);
}

function escaped(words) {
  const box = document.createElement("p");
  box.textContent = words;
  return box.innerHTML;
}

function tell(html, kind) {
  const box = element("told");
  box.innerHTML = html;
  box.className = `told ${kind}`;
  const [first] = box.querySelectorAll("p:last-child");
  if (first?.firstChild?.nodeType === Node.TEXT_NODE) {
    first.firstChild.textContent = capitalize(first.firstChild.textContent);
  }
}

function enter(wanted) {
  step = Math.max(0, Math.min(last, wanted));
  history.replaceState(null, "", `?step=${step + 1}`);
  ask({});
}

element("next").addEventListener("click", () => {
  enter(step + 1);
  element("title").focus();
});
element("again").addEventListener("click", () => ask({}));
element("undo").addEventListener("click", () => ask({ moves, back: true }));
element("hint").addEventListener("click", () => {
  tell(hints[Math.min(hinted, hints.length - 1)] ?? "", "");
  hinted += 1;
});
element("steps").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) enter(Number(button.dataset.step));
});

ask({});
