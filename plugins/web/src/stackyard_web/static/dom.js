// Helpers for elements of the page.

const SVG = "http://www.w3.org/2000/svg";

export const element = (id) => document.getElementById(id);

export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A sentence with a capital and a full stop.
export const sentence = (text) => capitalize(text).replace(/\.?$/, ".");

// An element of a class with these texts and elements in it.
export function make(name, kind = "", ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

// A button with these words that calls `act`.
export function button(words, act) {
  const made = make("button", "button", words);
  made.addEventListener("click", act);
  return made;
}

// Show or hide a button; if that takes the focus away, `next` is called to place it.
export function showButton(made, shown, next) {
  const focused = document.activeElement === made;
  made.hidden = !shown;
  if (focused && !shown) next();
}

export function svgElement(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
