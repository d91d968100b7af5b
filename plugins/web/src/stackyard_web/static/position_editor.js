// The board of the form for a match: shows the chosen position; clicks edit it.

import { Board } from "./board.js";
import { button, element, sentence } from "./dom.js";
import { post } from "./post.js";

const { name } = element("form").dataset;
const form = document.querySelector("form");
const prompt = element("editorprompt");
const position = element("position");

let cell = null; // the selected cell
let latest = 0; // the number of the latest request
let timer = null;

const board = new Board(element("editorboard"), choose, () => choose(null), () => {});

function choose(at) {
  if (at !== cell) offer([]); // the offers belong to another cell
  cell = at;
  show();
}

async function show() {
  const filled = Object.fromEntries(new FormData(form));
  if (cell !== null) filled.cell = String(cell);
  latest += 1;
  const question = latest;
  const told = await post(`/games/${name}/edit`, filled);
  if (question !== latest) return;
  element("editor").hidden = false;
  element("poster").hidden = true;
  if (told.error) {
    say(told.error);
    return;
  }
  board.show({ board: told.picture });
  board.mark("selected", cell === null ? [] : [cell]);
  offer(told.offers);
  if (told.sentence) say(told.sentence);
  else if (cell === null) prompt.textContent = "Click a cell to change what lies on it.";
  else prompt.textContent = "This position can be played.";
}

function say(words) {
  prompt.textContent = sentence(words);
}

function offer(offers) {
  element("editorchoices").replaceChildren(...offers.map(({ item, text }) => {
    const made = button(item || "empty", () => {
      position.value = text;
      show();
    });
    made.type = "button";
    return made;
  }));
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(show, 300);
}

// Options may change the board, so that the selected cell means nothing.
form.addEventListener("change", (event) => {
  if (event.target.name?.startsWith("option-")) {
    cell = null;
    soon();
  }
});
position.addEventListener("input", soon);

// A named start fills in its position and its options; other options get their defaults.
element("start")?.addEventListener("change", (event) => {
  const [chosen] = event.target.selectedOptions;
  const settings = JSON.parse(chosen.dataset.settings);
  for (const field of form.elements) {
    if (!field.name.startsWith("option-")) continue;
    field.value = settings[field.name.replace("option-", "")] ?? "";
    if (field.selectedIndex < 0) field.value = ""; // the default
  }
  position.value = chosen.value;
  element("help-start").textContent = chosen.dataset.summary ?? "";
  cell = null;
  show();
});
const details = document.querySelector("form details");
details.addEventListener("toggle", show);
if (details.open) show();
