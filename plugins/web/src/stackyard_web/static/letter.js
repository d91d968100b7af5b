// A game by letter: the link in the address is the whole game. The server plays a move and answers
// with the next link; it stores nothing.

import { Board } from "./board.js";
import { element, sentence, showButton } from "./dom.js";
import { MoveChooser } from "./move_chooser.js";
import { Moves } from "./moves.js";
import { post } from "./post.js";
import { root } from "./root_path.js";
import { say } from "./speech.js";
import { StackView } from "./stack_view.js";
import { showTrays } from "./trays.js";

const MOST_DRAWN = 1500; // characters of an address in a QR code

let received = ""; // the link that was opened
let here = null; // the latest answer
let mover = ""; // the player to act in the received link
let flip = false;
let latest = 0; // the number of the latest request

const board = new Board(
  element("board"),
  (cell) => chooser.click(cell),
  () => chooser.cancel(),
  () => say(`${board.words()} ${element("prompt").textContent}`),
);
new StackView(board);
const chooser = new MoveChooser(board, element("choices"), {
  play: (choice) => {
    chooser.offer([]);
    ask({ link: here.link, move: choice.move });
  },
  why: (cells) => {
    board.mark("refused", cells);
    say("That is no legal move here.");
  },
});
const moves = new Moves(element("moves"), (ply) => look(ply));

function look(ply) {
  ask({ link: here.link, ply: Math.max(0, ply) });
}

async function ask(question) {
  latest += 1;
  const number = latest;
  element("board").setAttribute("aria-busy", "true");
  const told = await post("/letter", { flip, ...question });
  if (number !== latest) return;
  element("board").removeAttribute("aria-busy");
  element("error").hidden = !told.error;
  element("opening").hidden = true;
  if (told.error) {
    element("error").textContent = sentence(told.error);
    if (here) chooser.offer(offered(here));
    else element("ask").hidden = false;
    return;
  }
  show(told);
}

// The moves to choose from: those of the player whose turn it was in the received link.
function offered(told) {
  return told.player === mover ? told.choices : [];
}

function show(told) {
  // A page that is loaded again after a move remembers whose it was.
  if (here === null) ({ received, mover } = history.state ?? { received: told.link, mover: told.player });
  here = told;
  if (told.ply === told.end) history.replaceState({ received, mover }, "", `#${told.link}`);
  element("ask").hidden = true;
  element("shown").hidden = false;
  element("game").textContent = told.game;
  element("rules").href = `${root}/games/${told.name}/rules`;
  board.show(told.picture);
  board.mark("refused", []);
  showTrays(element("trays"), told.picture.trays);
  moves.colours = told.colours;
  moves.show(0, told.plies);
  moves.current(told.ply);
  const past = told.ply < told.end;
  const moved = told.link !== received;
  const sent = moved && (told.player !== mover || told.result !== "");
  chooser.offer(past ? [] : offered(told));
  showButton(element("undo"), moved, () => board.rove(board.at, true));
  element("send").hidden = !sent;
  if (sent) letter(told);
  const turn = told.result || (sent ? `${told.player} moves next` : told.picture.status);
  element("prompt").textContent = past ? `Move ${told.ply} of ${told.end}` : sentence(turn);
  document.title = `${told.game} by letter – Stackyard`;
  say([told.words && sentence(told.words), element("prompt").textContent].filter(Boolean).join(" "));
}

// Show the link to send.
function letter(told) {
  const { base, place } = element("letter").dataset;
  const address = `${base || location.origin}${root}${place}${told.link}`;
  element("letter").value = address;
  element("sendto").textContent = told.result ? "Send the end" : `Send this to ${told.player}`;
  element("qr").parentElement.hidden = address.length > MOST_DRAWN;
  element("qr").src = `${root}/letter/qr.svg?address=${encodeURIComponent(address)}`;
  element("share").hidden = !navigator.share;
}

function open() {
  received = linkIn(location.hash);
  here = null;
  element("shown").hidden = true;
  element("ask").hidden = received !== "";
  element("opening").hidden = received === "";
  if (received) ask({ link: received });
}

// The link in an address or a command: what follows the last /, # or blank.
function linkIn(text) {
  return text.trim().split(/[/# ]/).at(-1);
}

element("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const pasted = linkIn(element("pasted").value);
  if (pasted && `#${pasted}` !== location.hash) location.hash = pasted;
  else open();
});
element("share").addEventListener("click", () => {
  navigator.share({ title: document.title, url: element("letter").value }).catch(() => {});
});
const clicks = {
  undo: () => ask({ link: received }),
  begin: () => look(0),
  back: () => look(here.ply - 1),
  on: () => look(here.ply + 1), // the server stays at the end
  end: () => look(here.end),
  flip: () => {
    flip = !flip;
    look(here.ply);
  },
};
for (const [id, act] of Object.entries(clicks)) {
  element(id).addEventListener("click", () => here && act());
}
window.addEventListener("hashchange", open);
open();
