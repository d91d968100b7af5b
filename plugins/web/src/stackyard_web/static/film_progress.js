// Shows the progress of slow exports beside their links.

import { make } from "./dom.js";

const PAUSE = 400; // milliseconds

for (const link of document.querySelectorAll("a[data-film]")) {
  const words = make("span", "by");
  words.role = "status";
  link.parentElement.append(" ", words);
  let running = false;

  link.addEventListener("click", async (event) => {
    if (!event.isTrusted) return; // the file is ready, and this click comes from below
    event.preventDefault();
    if (running || link.getAttribute("aria-disabled") === "true") return;
    running = true;
    words.textContent = "in progress …";
    const path = new URL(link.href).pathname;
    for (;;) {
      const answer = await fetch(`${path}/progress.json`).catch(() => null);
      const progress = answer?.headers.get("content-type")?.includes("json") ? await answer.json() : {};
      if (!answer?.ok) {
        words.textContent = progress.error ?? "The server does not answer; try again.";
        break;
      }
      if (progress.done >= progress.total) {
        words.textContent = "";
        link.click();
        break;
      }
      words.textContent = `${Math.floor((100 * progress.done) / progress.total)} %`;
      await new Promise((go) => setTimeout(go, PAUSE));
    }
    running = false;
  });
}

// Disable the links if the match has become too long.
const share = document.querySelector("details:has(a[data-film])");
share?.addEventListener("toggle", () => {
  const ply = document.querySelectorAll("#moves button").length;
  for (const link of share.querySelectorAll("a[data-film]")) {
    const long = ply > Number(link.dataset.film);
    link.setAttribute("aria-disabled", long);
    link.parentElement.classList.toggle("greyed", long);
    link.parentElement.querySelector("[role=status]").textContent = long ? link.dataset.why : "";
  }
});
