// Files that take long to make: how far they are is said beside the link, which then leads to them.

import { root } from "./root.js";

const PAUSE = 400; // milliseconds

for (const link of document.querySelectorAll("a[data-film]")) {
  const words = document.createElement("span");
  words.className = "by";
  words.setAttribute("role", "status");
  link.parentElement.append(" ", words);
  let making = false;

  link.addEventListener("click", async (event) => {
    if (!event.isTrusted) return; // it is ready, and this click is our own
    event.preventDefault();
    if (making || link.getAttribute("aria-disabled") === "true") return;
    making = true;
    words.textContent = "is being made …";
    const path = new URL(link.href).pathname;
    for (;;) {
      const answer = await fetch(`${path}/progress.json`).catch(() => null);
      const told = answer?.headers.get("content-type")?.includes("json") ? await answer.json() : {};
      if (!answer?.ok) {
        words.textContent = told.error ?? "The server does not answer; try again.";
        break;
      }
      if (told.done >= told.total) {
        words.textContent = "";
        link.click();
        break;
      }
      words.textContent = `${Math.floor((100 * told.done) / told.total)} %`;
      await new Promise((go) => setTimeout(go, PAUSE));
    }
    making = false;
  });
}

// Greyed where the match has become too long.
const share = document.querySelector("details:has(a[data-film])");
share?.addEventListener("toggle", async () => {
  const token = document.getElementById("table").dataset.token;
  const answer = share.open && (await fetch(`${root}/t/${token}/summary.json`).catch(() => null));
  if (!answer?.ok) return;
  const { ply } = await answer.json();
  for (const link of share.querySelectorAll("a[data-film]")) {
    const long = ply > Number(link.dataset.film);
    link.setAttribute("aria-disabled", long);
    link.parentElement.classList.toggle("greyed", long);
    link.parentElement.querySelector("[role=status]").textContent = long ? link.dataset.why : "";
  }
});
