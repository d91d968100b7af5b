// The page that saves and adds matches: sends a file to Python, and lists its matches as this
// browser's.

const { root } = document.documentElement.dataset;
const MATCHES = `stackyard-matches${root}`; // as in storage.js of the pages
const told = document.getElementById("told");

document.getElementById("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  told.textContent = "Reading …";
  const question = { method: "POST", body: await file.arrayBuffer() };
  const answer = await fetch(`${root}/keep/matches`, question).catch(() => null);
  if (!answer?.ok) {
    const large = answer?.status === 413;
    told.textContent = large ? "This file cannot be read: it is too large." : "The games do not answer; try again.";
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
