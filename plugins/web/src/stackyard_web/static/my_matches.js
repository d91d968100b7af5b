// The list of matches whose links this browser stores, with the state of each.

import { button, element, make } from "./dom.js";
import { summary } from "./post.js";
import "./share.js";
import { addMatches, carriedMatches, matches, readMatches, removeMatch } from "./storage.js";
import { root } from "./root_path.js";

const list = element("matches");
const none = element("none");

// The players of a match and when it began, and how it stands.
function words(match) {
  const [first, second] = match.players.map((who, at) => `${match.colours[at]}: ${who}`);
  const date = new Date(match.began).toLocaleDateString();
  const count = match.ply === 1 ? "1 move" : `${match.ply} moves`;
  const state = match.result || (match.your_turn ? "Your turn" : "In progress");
  return [`${first}, ${second} · ${count} · ${date}`, state];
}

// A match, or null for one that is not there now: its host may bring it back.
function line(token, match) {
  const link = make("a", "", match?.game ?? `Match ${token.split(".")[0]}`);
  link.href = `${root}/t/${token}`;
  const [by, state] = match ? words(match) : ["This match cannot be opened now.", ""];
  const about = make("div", "about", make("p", "", link), make("p", "by", by));
  const item = make("li", "", about, make("span", match?.your_turn ? "badge" : "", state));
  const drop = button("Forget", () => {
    removeMatch(token);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    none.hidden = list.children.length > 0;
    next?.querySelector("button").focus();
  });
  drop.ariaLabel = `Forget this match: ${link.textContent}`;
  item.append(drop);
  return item;
}

async function show() {
  for (const token of matches()) list.append(line(token, await summary(token)));
  none.hidden = list.children.length > 0;
}

const COME = "#carry=";

// The link stays between browsers: no browser sends what comes after # to a server.
function offerLink() {
  element("carry").hidden = !matches().length;
  const link = element("carrylink");
  link.value = `${link.dataset.base ?? location.origin}${root}/mine${COME}${carriedMatches()}`;
}

// Ask before matches of another browser are added: the link may be somebody else's.
function askToAdd() {
  const pairs = readMatches(location.hash.slice(COME.length));
  const count = pairs.length === 1 ? "1 match" : `${pairs.length} matches`;
  element("comewords").textContent = pairs.length
    ? `This link brings ${count} from another browser. Anybody with the link can play them.`
    : "This link is incomplete; copy it again from the other browser.";
  element("add").hidden = !pairs.length;
  element("come").hidden = false;
  element("add").addEventListener("click", () => {
    addMatches(pairs);
    history.replaceState(null, "", location.pathname);
    location.reload();
  });
}

if (location.hash.startsWith(COME)) askToAdd();
window.addEventListener("hashchange", () => location.reload());
offerLink();
show();
