// Python for the pages: answers their requests and sockets, and keeps the archive. What a page is
// told is kept before it is told.

import { ArchiveStore } from "./archive_store.js";
import { keepBytecode, PACKAGES, startPython } from "./python.js";

const FILE = "/archive/archive.sqlite3";
const CODE = `
from pathlib import Path
from stackyard_site.browser import processes
processes.install()
from stackyard_site.browser.engine import is_short, limit_levels
limit_levels()
from stackyard_site.browser.application import Application, work_without_threads
work_without_threads()
from stackyard_web.pages.pages import keep_templates
keep_templates(Path("${PACKAGES}/templates"))
(processes, is_short, lambda root, file: Application(root, Path(file)))
`;
const FULL = "This browser's storage is full: new moves are kept only until this tab is closed. Save your matches in a file.";

const MOST_FAILURES = 3; // of the engine in a row; then there is none
const QUIET = 3000; // milliseconds without a new page or a move, after which the engine starts

let python = null;
let store = null;
let kept = { written: NaN, at: 0 }; // when the stored archive was written, and when it was stored
let isFull = false;

// An array as bytes of Python.
const bytesOf = (array) => python.toPy(array).tobytes();

// The engine

const engine = {
  port: null, // to its worker
  started: false,
  failures: 0,
  number: 0,
  address: "",
  processes: null,
  start() {
    this.started = false;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => {
      if (port1 !== this.port) return;
      if (data.started) this.begun();
      else if (data.failed) this.fail(data.failed);
      else if (data.number !== this.number) return;
      else if (data.result) this.processes.answered(bytesOf(data.result));
      else this.processes.progressed(data.done, data.total);
    };
    self.postMessage({ kind: "engine", port: port2 }, [port2]);
  },
  begun() {
    this.started = true;
    this.failures = 0;
    keepBytecode(python).catch((failure) => console.warn("No bytecode is kept:", failure));
  },
  fail(words) {
    console.error(words);
    this.failures += 1;
    this.renew();
    this.processes.died();
  },
  begin(task, isShort) {
    this.number += 1;
    const bytes = task.toJs();
    const none = this.failures === MOST_FAILURES;
    if (none || (isShort && !this.started)) return this.here(bytesOf(bytes));
    clearTimeout(quiet);
    if (!this.port) this.start();
    this.address = URL.createObjectURL(new Blob(["go"], { type: "text/plain" })); // Firefox reads others as XML
    return this.port.postMessage({ task: bytes, address: this.address, number: this.number }, [bytes.buffer]);
  },
  // Do a task here: the first move need not wait for the other worker.
  here(task) {
    setTimeout(() => {
      this.processes.answered(this.processes.answer(task, () => false, () => null));
      awaitQuiet();
    });
  },
  stop() {
    URL.revokeObjectURL(this.address);
  },
  // A task that waits for the engine's start need not be ended: it will find that it was stopped.
  restart() {
    if (this.started) this.renew();
  },
  renew() {
    this.started = false;
    if (this.failures < MOST_FAILURES) this.start();
    else self.postMessage({ kind: "engine", port: null });
  },
  later(call, seconds) {
    const copy = call.copy();
    setTimeout(() => {
      copy();
      copy.destroy();
    }, seconds * 1000);
  },
};

let quiet = 0;

// Start the engine when the pages are quiet, unless it is needed before.
function awaitQuiet() {
  clearTimeout(quiet);
  if (!engine.port) quiet = setTimeout(() => engine.start(), QUIET);
}

// The archive

async function keep() {
  const written = python.FS.stat(FILE).mtime.getTime(); // a clock may be set back meanwhile
  if (written === kept.written && written < kept.at) return undefined;
  const now = Date.now(); // what is written in the same millisecond is written again
  try {
    if (!(await store.save(python.FS.readFile(FILE)))) {
      self.postMessage({ kind: "taken" });
      return new Promise(() => {}); // nobody is told what is not kept; this worker is ended
    }
    kept = { written, at: now };
    if (isFull) self.postMessage({ kind: "kept" });
    isFull = false;
  } catch (failure) {
    console.error(failure);
    isFull = true;
    self.postMessage({ kind: "full", words: FULL });
  }
}

let told = Promise.resolve();

// Post a message when what it rests on is kept, after those before it.
function post(port, message, transferred = []) {
  told = told
    .then(keep)
    .then(() => port.postMessage(message, transferred))
    .catch((failure) => console.error(failure)); // others go on
}

// Pages

async function answer(application, { method, path, query, headers, body, port }) {
  const content = new Uint8Array(body ?? 0);
  let message;
  try {
    const found = await application.answer(method, path, query, python.toPy(headers), bytesOf(content));
    const [status, given, bytes] = found.toJs();
    found.destroy();
    message = { status, headers: given, body: bytes.buffer };
  } catch (failure) {
    console.error(failure);
    message = { words: "This page has failed; the console of the browser tells why." };
  }
  post(port, message, message.body ? [message.body] : []);
}

function open(application, { path, query, protocols, port }) {
  const tell = (text) => post(port, text);
  const closed = (code, reason) => post(port, { code, reason });
  const socket = application.open(path, query, python.toPy(protocols), tell, closed);
  port.onmessage = ({ data }) => (data === null ? socket.close() : socket.hear(data));
}

async function begin({ root, id }) {
  store = await ArchiveStore.open(`stackyard ${root}`, id);
  const found = await store.load();
  const [started, values, wasKept] = await startPython(CODE);
  python = started;
  python.FS.mkdirTree("/archive");
  if (found) python.FS.writeFile(FILE, found);
  const [processes, isShort, make] = values;
  engine.processes = processes;
  processes.connect(engine, isShort);
  const application = make(root, FILE);
  await keep();
  self.postMessage({ kind: "ready" });
  if (wasKept) awaitQuiet();
  else engine.start(); // it takes long
  return application;
}

let started = null;
self.onmessage = async ({ data }) => {
  if (data.kind === "start") {
    started = begin(data);
    started.catch((failure) => self.postMessage({ kind: "failed", words: String(failure) }));
    return;
  }
  if (data.kind === "engine") {
    engine.fail(data.words);
    return;
  }
  const application = await started;
  awaitQuiet();
  if (data.kind === "socket") open(application, data);
  else answer(application, data);
};
