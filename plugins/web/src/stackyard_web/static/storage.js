// The local storage of this browser: links to matches, progress, display settings, its secret.

import { root } from "./root_path.js";

const MATCHES = `stackyard-matches${root}`; // of this server, not of another on the same origin
const CARRIED = `stackyard-carried${root}`; // secrets of seats that other browsers took, by token
const MOST = 200;
const TOKEN = /^[0-9]+\.[\w-]+$/;
const SECRET = /^[\w-]{22,64}$/;

export function read(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function write(name, value) {
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
  if (!SECRET.test(text("browser"))) set("browser", random(24));
  return text("browser");
}

// The secret that holds the seat of a match: this browser's, or that of the browser it came from.
export function seatSecret(token) {
  const carried = read(CARRIED, {})[token];
  return SECRET.test(carried) ? carried : browserSecret();
}

// The matches of this browser by the secrets of their seats, as text for another browser.
export function carriedMatches() {
  const bySecret = {};
  for (const token of matches()) (bySecret[seatSecret(token)] ??= []).push(token);
  return btoa(JSON.stringify(bySecret)).replace(/\+/g, "-").replace(/\//g, "_");
}

// Read such a text: pairs of a token and its secret; none if it is malformed.
export function readMatches(text) {
  try {
    const bySecret = JSON.parse(atob(text.replace(/-/g, "+").replace(/_/g, "/")));
    const pairs = Object.entries(bySecret).flatMap(([secret, tokens]) =>
      tokens.map((token) => [token, secret]),
    );
    return pairs.filter(([token, secret]) => TOKEN.test(token) && (!secret || SECRET.test(secret)));
  } catch {
    return [];
  }
}

// Add the matches of another browser to this one's.
export function addMatches(pairs) {
  const known = new Set(matches());
  const fresh = pairs.filter(([token]) => !known.has(token)).slice(0, MOST);
  const kept = Object.entries(read(CARRIED, {})).filter(([token]) => known.has(token));
  write(CARRIED, Object.fromEntries([...kept, ...fresh]));
  for (const [token] of [...fresh].reverse()) addMatch(token);
}

export function matches() {
  const stored = read(MATCHES, []);
  return Array.isArray(stored) ? stored.filter((token) => TOKEN.test(token)) : [];
}

export function addMatch(token) {
  write(MATCHES, [token, ...matches().filter((other) => other !== token)].slice(0, MOST));
}

export function removeMatch(token) {
  write(MATCHES, matches().filter((other) => other !== token));
}

// The latest results against levels of a game, the earliest first, as in "3:1 4:0".
export function results(name) {
  return text(`results-${name}`);
}

export function addResult(name, result) {
  const known = results(name).split(" ").filter(Boolean);
  write(`stackyard-results-${name}`, [...known, result].slice(-30).join(" "));
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
