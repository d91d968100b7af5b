// The lobby: the name for matches, and lists that stay up to date while they are in sight.

import { element } from "./dom.js";
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
element("nameform").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = element("myname").value.trim();
  storage.set("name", name);
  element("namehelp").textContent = name ? `You play as ${name}.` : "You play without a name.";
});
setInterval(refresh, PAUSE);
document.addEventListener("visibilitychange", refresh);
