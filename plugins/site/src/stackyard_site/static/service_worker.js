// Serves the pages: files from a cache, which fills on the first visit, and everything else from the
// Python that a tab runs. CONTENT is what the builder has put in: `files`, the digest of each by its
// path, `pages`, the file of each address that needs no Python, and `large`, which are not needed for
// the first page.

const CONTENT = {}; // filled in
const root = new URL(self.registration.scope).pathname.replace(/\/$/, "");
const cacheName = `stackyard ${root}`;
const ROOT = "/stackyard-root"; // in files, for the path of the site
const NUMBER = "stackyard-number"; // in a page that waits, for the number of the form
const BOARD = /<!--board-->.*<!--board-->/s; // there, the standard one
const NO_BOARD = '<p class="hero lead">This board is drawn when the games have started.</p>';
const FILE = /\.[a-z]{2,5}$|\/export\//; // an address that is no page: it is shown by itself
const LOOK = 2000; // milliseconds between two looks whether the tab that was asked is still there
const ASK = 30_000; // milliseconds after which a request that no tab takes is refused

const address = (path) => new URL(path || "./", self.registration.scope).href;
const key = (path) => `${address(path)}?${CONTENT.files[path]}`;

async function digest(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(bytes.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Fetch a file and keep it; an error if the server has another one, as during an update.
async function take(path) {
  const cache = await caches.open(cacheName);
  const answer = await fetch(address(path), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const copy = answer.clone();
  if ((await digest(await copy.arrayBuffer())) !== CONTENT.files[path]) throw new Error(`${path} has changed`);
  try {
    await cache.put(key(path), answer.clone());
  } catch {
    // without room in the cache the page works while there is a network
  }
  return answer;
}

async function file(path) {
  const kept = await (await caches.open(cacheName)).match(key(path));
  return kept ?? take(path).catch(() => fetch(address(path)));
}

async function fill(paths) {
  const cache = await caches.open(cacheName);
  for (const path of paths) {
    if (!(await cache.match(key(path)))) await take(path);
  }
}

// A page with its addresses under the path of this site.
async function page(path, change = (text) => text) {
  const text = change((await (await file(path)).text()).replaceAll(ROOT, root));
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } });
}

self.addEventListener("install", (event) => {
  const all = Object.keys(CONTENT.files);
  const update = self.registration.active !== null; // it must be whole when it is offered
  event.waitUntil(fill(update ? all : all.filter((path) => !CONTENT.large.includes(path))));
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const cache = await caches.open(cacheName);
    const wanted = new Set(Object.keys(CONTENT.files).map(key));
    for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// The tabs of this site, without the frames in them.
async function tabs() {
  const clients = await self.clients.matchAll({ type: "window" });
  const home = [`${root}/`, `${root}/index.html`];
  return clients.filter(({ frameType, url }) => frameType !== "nested" && home.includes(new URL(url).pathname));
}

// The tab that runs Python; null if none says so in time.
async function pythonTab() {
  const end = Date.now() + ASK;
  while (Date.now() < end) {
    const open = await tabs();
    if (open.length === 1) return open[0]; // it runs Python, or will at once
    const asked = open.map((tab) => {
      const { port1, port2 } = new MessageChannel();
      tab.postMessage({ kind: "who" }, [port2]);
      return new Promise((resolve) => {
        port1.onmessage = () => resolve(tab);
      });
    });
    const late = new Promise((resolve) => setTimeout(resolve, 1000, null));
    const found = await Promise.race([...asked, late]);
    if (found) return found;
  }
  return null;
}

const acts = {
  claim: () => self.clients.claim(),
  use: () => self.skipWaiting(),
  fill: () => fill(Object.keys(CONTENT.files)).catch(() => null),
  socket: async ({ data, ports }) => (await pythonTab())?.postMessage(data, [...ports]),
};
self.addEventListener("message", (event) => event.waitUntil(acts[event.data.kind]?.(event)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(tabs().then(([tab]) => tab?.focus()));
});

// Python's answer to a request. To a form with a number it is null while Python starts: the tab keeps
// the answer under that number, since browsers end a service worker that waits for long.
async function ask(request, path, number = "") {
  const url = new URL(request.url);
  const [tab, body] = [await pythonTab(), request.method === "GET" ? null : await request.arrayBuffer()];
  if (tab === null) return sentence("No answer came: the games run in no tab now. Open the first page of this site again; nothing is lost.");
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      if (data.waits) return resolve(null);
      if (data.words) return resolve(sentence(data.words));
      const { status, headers, body: content } = data;
      const empty = status === 204 || (status >= 300 && status < 400);
      return resolve(new Response(empty ? null : content, { status, headers }));
    };
  });
  const headers = [...request.headers].filter(([name]) => ["content-type", "accept"].includes(name));
  const message = { kind: "request", method: request.method, path, query: url.search.slice(1), headers, body, number };
  tab.postMessage(message, body ? [port2, body] : [port2]);
  return Promise.race([answered, closed(tab.id, answered)]);
}

// The answer if the tab is closed before its own.
async function closed(id, answered) {
  let waits = true;
  answered.then(() => {
    waits = false;
  });
  while (waits && (await self.clients.get(id))) await new Promise((resolve) => setTimeout(resolve, LOOK));
  return waits ? sentence("No answer came: the tab that ran the games was closed. Please try again; your matches are kept.") : answered;
}

// The answer where Python gave none; the document around the pages keeps it on the screen.
function sentence(words) {
  return new Response(`<!doctype html><meta charset="utf-8"><title>Stackyard</title><p id="told">${words}`, {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

// The answer to a form: while Python starts, a page with the board, which asks for the answer. Only
// Python draws another board than the standard one: until then a sentence tells so.
async function sent(request, path) {
  const filled = [...new URLSearchParams(await request.clone().text())];
  const other = filled.some(([name, value]) => value && /^(option-|position$)/.test(name));
  const waiting = CONTENT.pages[`/waiting${path}`];
  const number = waiting ? crypto.randomUUID() : "";
  const answer = await ask(request, path, number);
  return answer ?? page(waiting, (text) => (other ? text.replace(BOARD, NO_BOARD) : text).replace(NUMBER, number));
}

async function respond(request, path) {
  const { search } = new URL(request.url);
  const name = path.slice(1);
  if (name in CONTENT.files) return file(name);
  if (request.mode === "navigate" && request.destination === "document" && !FILE.test(path)) {
    if (path === "/") return file("index.html");
    return Response.redirect(`${root}/#${path}${search}`, 302);
  }
  if (request.method === "GET" && !search && path in CONTENT.pages) return page(CONTENT.pages[path]);
  return request.method === "POST" && request.mode === "navigate" ? sent(request, path) : ask(request, path);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${root}/`)) return;
  event.respondWith(respond(event.request, decodeURIComponent(url.pathname.slice(root.length))));
});
