// The page that saves and adds matches: sends a file to Python, and lists its matches as this
// browser's.

const { root } = document.documentElement.dataset;
const MATCHES = "stackyard-matches"; // as in storage.js of the pages
const told = document.getElementById("told");

document.getElementById("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  told.textContent = "Reading …";
  const answer = await fetch(`${root}/keep/matches`, { method: "POST", body: await file.arrayBuffer() });
  if (!answer.ok) {
    told.textContent = "This file cannot be read: it is too large.";
    return;
  }
  const { sentence, tokens } = await answer.json();
  told.textContent = sentence;
  try {
    localStorage.setItem(MATCHES, JSON.stringify(tokens));
  } catch {
    told.textContent += " My matches cannot list them: this browser's storage is full.";
  }
});
