// The local storage of this browser: links to matches, display settings, and its secret.

const MATCHES = "stackyard-matches";
const MOST = 200;

function read(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // without local storage everything else works
  }
}

// Random letters for addresses, from this many bytes.
export function random(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...drawn)).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
}

// The secret by which this browser holds its seats; "" if it cannot be stored.
export function browserSecret() {
  if (!/^[\w-]{22,64}$/.test(text("browser"))) set("browser", random(24));
  return text("browser");
}

export function matches() {
  const stored = read(MATCHES, []);
  return Array.isArray(stored) ? stored.filter((token) => /^[0-9]+\.[\w-]+$/.test(token)) : [];
}

export function addMatch(token) {
  write(MATCHES, [token, ...matches().filter((other) => other !== token)].slice(0, MOST));
}

export function removeMatch(token) {
  write(MATCHES, matches().filter((other) => other !== token));
}

export function setting(name, fallback = false) {
  return read(`stackyard-${name}`, fallback) === true;
}

// A stored text; "" if there is none.
export function text(name) {
  const stored = read(`stackyard-${name}`, "");
  return typeof stored === "string" ? stored : "";
}

export function set(name, value) {
  write(`stackyard-${name}`, value);
}
