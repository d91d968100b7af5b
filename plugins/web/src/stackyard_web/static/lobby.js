// The lobby: the name for matches, and lists that stay up to date while they are in sight.

import { element, sentence } from "./dom.js";
import { post } from "./post.js";
import * as storage from "./storage.js";

const PAUSE = 5000; // milliseconds

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["open", "history"]) {
    const now = fresh.getElementById(id);
    if (now.innerHTML === element(id).innerHTML || element(id).contains(document.activeElement)) continue;
    element(id).replaceChildren(...now.childNodes);
    if (id === "open") element("news").textContent = "The open seats have changed.";
  }
}

element("nameform").hidden = false;
element("myname").value = storage.text("name");
element("nameform").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = element("myname").value.trim();
  const refused = name ? await take(name) : "";
  if (!refused) storage.set("name", name);
  element("namehelp").textContent = refused || (name ? `You play as ${name}.` : "You play without a name.");
});

// Take a name for this browser; the reason why not, "" if it is taken.
async function take(name) {
  const { error } = await post("/lobby/name", { name, secret: storage.browserSecret() });
  return error ? sentence(error) : "";
}

setInterval(refresh, PAUSE);
document.addEventListener("visibilitychange", refresh);
