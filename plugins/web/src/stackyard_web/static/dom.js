// Helpers for elements of the page.

const SVG = "http://www.w3.org/2000/svg";

export const element = (id) => document.getElementById(id);

export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A sentence with a capital and a full stop.
export const sentence = (text) => capitalize(text).replace(/\.?$/, ".");

// A button with these words that calls `act`.
export function button(words, act) {
  const made = document.createElement("button");
  made.className = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

export function svgElement(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
