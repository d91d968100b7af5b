// The document around all pages: it shows them in a frame, and runs Python in a worker, which stays
// while they change. The service worker sends their requests here. Of several tabs one runs Python;
// another takes over when that one is closed, or does not answer.

const root = new URL(".", location.href).pathname.replace(/\/$/, "");
const frame = document.getElementById("page");
const ANSWER = 4000; // milliseconds in which the tab that runs Python says that it is there
const PAUSE = 500; // before a page is asked for again
const WAKE = 15_000; // between messages to a service worker that waits: Firefox ends one that hears nothing for a minute
const LATE = 90_000; // the start of Python may take so long before a button offers another
const MOST_TRIES = 6;
const LOADING = "The games are still being loaded. If this goes on, start them again; nothing is lost.";
const STOPPED = "No answer came: the games have stopped in this tab. Please try again; your matches are kept.";
const shown = new Map(); // the sentences on the screen, by kind

let python = null; // the worker, in the tab that runs it
let engine = null; // another one, when Python asks for it
let ready = false;
let crashes = 0;
let tries = 0; // to get a page
const pending = []; // requests that wait until it is ready
const asked = new Set(); // the ports of those that Python has
const BEGUN = "/begun/"; // in the address of an answer to a form, before its number
const begun = new Map(); // answers to forms that were sent before Python was there, by their numbers

// Show a sentence, with a button where something can be done; "" takes it away.
function tell(kind, words, label = "", act = null) {
  shown.get(kind)?.remove();
  if (!words) return;
  const line = document.createElement("p");
  line.className = "news";
  line.append(words);
  if (label) {
    const button = document.createElement("button");
    button.textContent = label;
    button.addEventListener("click", act);
    line.append(button);
  }
  shown.set(kind, line);
  document.getElementById("news").append(line);
}

function unable() {
  if (typeof WebAssembly !== "object") {
    return "This browser cannot run the games: it has no WebAssembly. Use another or a newer one; nothing is lost.";
  }
  if (!window.isSecureContext) {
    return "The games need an address that begins with https, or localhost: browsers allow no service worker elsewhere.";
  }
  if (!navigator.serviceWorker || !window.indexedDB || !navigator.locks) {
    return "This browser cannot run the games: it has no service workers or no storage, as in some private windows. Use an ordinary window or another browser.";
  }
  return "";
}

// Python

function startPython() {
  python = new Worker("app_worker.js", { type: "module" });
  const own = python;
  const heard = {
    ready: () => {
      ready = true;
      tell("crash", "");
      for (const request of pending.splice(0)) requested(request);
      navigator.serviceWorker.controller?.postMessage({ kind: "fill" });
    },
    full: ({ words }) =>
      tell("full", words, "Save all matches", () => go("/keep")),
    kept: () => tell("full", ""),
    taken: () => endPython(), // by another tab
    engine: ({ port }) => startEngine(port),
    failed: ({ words }) => {
      console.error(words);
      crashed();
    },
  };
  python.onmessage = ({ data }) => own === python && heard[data.kind]?.(data);
  python.onerror = (event) => {
    console.error(event.message);
    if (own === python) crashed();
  };
  const waking = setInterval(() => {
    if (own !== python) clearInterval(waking);
    else if (!ready || asked.size) navigator.serviceWorker.controller?.postMessage({ kind: "wake" });
  }, WAKE);
  setTimeout(() => {
    if (own === python && !ready) tell("crash", LOADING, "Start again", startAgain);
  }, LATE);
  python.postMessage({ kind: "start", root, id: crypto.randomUUID() });
}

// Start the engine anew; without a port it ends. Python does not make this worker itself: in Firefox,
// under remote control, one that makes another may hang.
function startEngine(port) {
  engine?.terminate();
  engine = port && new Worker("engine_worker.js", { type: "module" });
  if (engine === null) return;
  const own = engine;
  own.onerror = ({ message }) => own === engine && python.postMessage({ kind: "engine", words: message });
  own.postMessage(port, [port]);
}

// End Python, and answer the requests that it had.
function endPython() {
  python?.terminate();
  python = null;
  startEngine(null);
  ready = false;
  for (const port of asked) port.postMessage({ words: STOPPED });
  asked.clear();
}

// Start Python anew while requests wait for it.
function startAgain() {
  tell("crash", "");
  if (python === null) return; // another tab runs it now
  endPython();
  startPython();
}

function crashed() {
  endPython();
  crashes += 1;
  const words = "The games have stopped in this tab; your matches are kept.";
  tell("crash", words, "Start again", () => location.reload());
  if (crashes === 1) startPython(); // once by itself
}

const LOCK = `stackyard ${root}`;
const line = new BroadcastChannel(LOCK);
let answered = null; // tells that another tab runs Python

// Run Python as soon as no other tab does; `steal` does not wait.
function own(steal = false) {
  const options = steal ? { steal: true } : {};
  navigator.locks
    .request(LOCK, options, () => {
      startPython();
      return new Promise(() => {});
    })
    .catch(() => {
      endPython();
      own(); // when the other tab is closed
    });
}

// Take over from a tab that the browser has frozen.
async function takeOver() {
  const { held } = await navigator.locks.query();
  if (python !== null || document.hidden || !held.some(({ name }) => name === LOCK)) return;
  const there = new Promise((resolve) => {
    answered = resolve;
  });
  line.postMessage("who");
  const late = new Promise((resolve) => setTimeout(resolve, ANSWER, false));
  if (!(await Promise.race([there, late])) && python === null) own(true);
}

line.addEventListener("message", ({ data }) => {
  if (data === "who" && python !== null) line.postMessage("here");
  if (data === "here") answered?.(true);
});

// Requests of pages, from the service worker

// Keep the answer to a form, and tell that it waits; the port for the answer.
function keep(number, port) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  begun.set(number, answer);
  port.postMessage({ waits: true });
  return port2;
}

// Answer with what is kept, also if it is asked for again.
async function begin(number, port) {
  port.postMessage((await begun.get(number)) ?? { words: STOPPED });
}

function requested({ data, ports: [port] }) {
  if (data.kind === "who") return python !== null && port.postMessage("me");
  if (data.path.startsWith(BEGUN)) return begin(data.path.slice(BEGUN.length), port);
  if (!ready) return pending.push({ data, ports: [data.number ? keep(data.number, port) : port] });
  if (data.kind === "socket") return python.postMessage({ ...data, port }, [port]);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (answer) => {
    asked.delete(port);
    port.postMessage(answer.data, answer.data.body ? [answer.data.body] : []);
  };
  asked.add(port);
  return python.postMessage({ ...data, port: port2 }, [port2, ...(data.body ? [data.body] : [])]);
}

// Pages in the frame

function go(path) {
  frame.contentWindow.location.replace(root + path);
}

// A letter's page and game follow one #: Apple's browsers write a second one as %23.
function wanted() {
  const path = location.hash.slice(1).replace(/^\/letter\//, "/letter#");
  try {
    if (path.startsWith("/") && new URL(root + path, location.href).origin === location.origin) return path;
  } catch {
    // No browser goes there.
  }
  return "/";
}

// The address in the frame.
function address() {
  const { pathname, search, hash } = frame.contentWindow.location;
  return pathname.slice(root.length) + search + hash;
}

// The address of the tab is that of the page, with all that it tells after #: a letter's whole game.
function mirror() {
  const path = address();
  if (path === wanted() || path.startsWith(BEGUN)) return;
  history.replaceState(null, "", `#${path.replace("/letter#", "/letter/")}`);
}

function follow() {
  const shown = frame.contentDocument; // null for a page of the browser's own, such as of an error
  if (shown && !frame.contentWindow.location.pathname.startsWith(`${root}/`)) return;
  // When the service worker was ended, the browser asks the host for the page, which has none.
  if (!shown || !("root" in shown.documentElement.dataset)) {
    tries += 1;
    const words = shown?.getElementById("told")?.textContent; // why the page did not come
    if (words) tell("told", words, "Close", () => tell("told", ""));
    const path = shown && !words ? address() : wanted();
    // A page that only the host was asked for comes sooner or later; one that Python refuses may not.
    if (tries <= MOST_TRIES || !words) setTimeout(() => go(path), PAUSE * Math.min(tries, MOST_TRIES));
    return;
  }
  tries = 0;
  mirror();
  const { contentWindow: page } = frame;
  page.addEventListener("hashchange", mirror);
  page.history.replaceState = (...given) => {
    History.prototype.replaceState.apply(page.history, given);
    mirror();
  };
  document.title = frame.contentDocument.title;
  new MutationObserver(() => {
    document.title = frame.contentDocument.title;
  }).observe(frame.contentDocument.head, { subtree: true, childList: true, characterData: true });
}

// Updates

async function watchUpdates(registration) {
  const offer = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    tell("update", "There is a newer version of this page. It can wait until your match is over.", "Use it now", () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      registration.waiting.postMessage({ kind: "use" });
    });
  };
  registration.addEventListener("updatefound", () => {
    registration.installing.addEventListener("statechange", offer);
  });
  offer();
}

async function start() {
  const reason = unable();
  if (reason) return tell("unable", reason);
  navigator.serviceWorker.addEventListener("message", requested);
  navigator.serviceWorker.startMessages();
  try {
    const registration = await navigator.serviceWorker.register("service_worker.js");
    watchUpdates(registration);
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state !== "redundant" || navigator.serviceWorker.controller) return;
      tell("unable", "This page could not be loaded completely.", "Load it again", () => location.reload());
    });
  } catch (failure) {
    if (!navigator.serviceWorker.controller) return tell("unable", `This page cannot start: ${failure.message}`);
  }
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ kind: "claim" }));
    });
  }
  frame.addEventListener("load", follow);
  window.addEventListener("hashchange", () => go(wanted()));
  go(wanted());
  own();
  takeOver();
  document.addEventListener("visibilitychange", takeOver);
}

start();
