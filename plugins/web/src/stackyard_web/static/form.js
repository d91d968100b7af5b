// The form for a match: a fitting opponent, buttons that fill in a field, and one match for two
// clicks.

import { element } from "./dom.js";
import * as storage from "./storage.js";

const form = document.querySelector("form[data-fresh]");
const opponent = element("second");
const fitting = `level:${storage.text(`level-${element("form").dataset.name}`)}`;
if (form && [...opponent.options].some((option) => option.value === fitting)) opponent.value = fitting;

element("results").value = storage.results(element("form").dataset.name);

for (const row of document.querySelectorAll(".presets")) row.hidden = false;
for (const button of document.querySelectorAll("[data-fill]")) {
  const field = element(button.dataset.fill);
  const show = () => button.setAttribute("aria-pressed", String(field.value === button.dataset.value));
  button.addEventListener("click", () => {
    field.value = button.dataset.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.addEventListener("input", show);
  show();
}

let sent = false;
document.querySelector("form").addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});
window.addEventListener("pageshow", () => {
  sent = false; // somebody came back
});
