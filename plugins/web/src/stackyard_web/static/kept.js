// What this browser keeps for itself: the links to its matches, and how tables are shown.

const MATCHES = "stackyard-matches";
const MOST = 200;

function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing plays all the same
  }
}

export function matches() {
  const kept = read(MATCHES, []);
  return Array.isArray(kept) ? kept.filter((token) => /^[0-9]+\.[\w-]+$/.test(token)) : [];
}

export function remember(token) {
  write(MATCHES, [token, ...matches().filter((other) => other !== token)].slice(0, MOST));
}

export function forget(token) {
  write(MATCHES, matches().filter((other) => other !== token));
}

export function setting(name, otherwise = false) {
  return read(`stackyard-${name}`, otherwise) === true;
}

// A short text that was kept, else an empty one.
export function words(name) {
  const kept = read(`stackyard-${name}`, "");
  return typeof kept === "string" ? kept : "";
}

export function set(name, value) {
  write(`stackyard-${name}`, value);
}
