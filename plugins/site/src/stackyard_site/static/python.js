// Python with the packages of this site, for a worker.

import { loadPyodide } from "./pyodide/pyodide.mjs";

export const PACKAGES = "/lib/python3.14/site-packages";
const LIBRARY = "/lib/python314.zip";
const here = (name) => new URL(name, import.meta.url).href;
const CACHE = `stackyard bytecode ${here(".")}`;
const PAUSE = 10; // milliseconds between two modules
const MODULES = `
from pathlib import Path
from itertools import chain
from stackyard_site.browser.compiled import compile_packages, write_library
chain(write_library(Path("${LIBRARY}"), Path("/library.zip")), compile_packages(Path("${PACKAGES}"), "stackyard"))
`;

let version = ""; // of the packages

async function taken(name) {
  const answer = await fetch(here(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

// What an earlier visit has kept; undefined without it.
async function kept(name) {
  const found = await (await caches.open(CACHE)).match(here(`${name}?${version}`));
  return found?.arrayBuffer();
}

// The files below a folder: a line with their names and sizes, then their content.
function pack(files, folder) {
  const [names, content] = [[], []];
  const add = (path) => {
    if (files.isDir(files.stat(folder + path).mode)) {
      for (const name of files.readdir(folder + path)) if (!/^\.\.?$/.test(name)) add(`${path}/${name}`);
      return;
    }
    content.push(files.readFile(folder + path));
    names.push([path, content.at(-1).length]);
  };
  add("");
  return new Blob([`${JSON.stringify(names)}\n`, ...content]);
}

function unpack(files, folder, packed) {
  let at = packed.indexOf(10) + 1;
  const made = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(packed.subarray(0, at)))) {
    const within = folder + name.slice(0, name.lastIndexOf("/"));
    if (!made.has(within)) files.mkdirTree(within);
    made.add(within);
    files.writeFile(folder + name, packed.subarray(at, (at += size)), { canOwn: true });
  }
}

// Python, the last value of `code`, which is run when the packages are there, and whether an earlier
// visit has kept its bytecode.
export async function startPython(code) {
  const packages = await taken("python.zip");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", packages));
  version = Array.from(digest.slice(0, 8)).join("-");
  const [library, found] = await Promise.all([kept("library.zip"), kept("packages")]);
  const unpacked = library && found;
  const options = { indexURL: here("pyodide/"), env: { HOME: "/home" } };
  if (unpacked) options.stdLibURL = URL.createObjectURL(new Blob([library]));
  const python = await loadPyodide(options);
  if (unpacked) unpack(python.FS, PACKAGES, new Uint8Array(unpacked));
  else python.unpackArchive(packages, "zip", { extractDir: PACKAGES });
  python.runPython("import importlib, sys\nimportlib.invalidate_caches()\nsys.dont_write_bytecode = False");
  return [python, python.runPython(code), Boolean(unpacked)];
}

// Keep bytecode for the next visit, in small steps, unless it is kept.
export async function keepBytecode(python) {
  const cache = await caches.open(CACHE);
  if (await cache.match(here(`packages?${version}`))) return;
  for (const { url } of await cache.keys()) await cache.delete(url);
  const steps = python.runPython(MODULES);
  while (!steps.next().done) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const keep = (name, content) => cache.put(here(`${name}?${version}`), new Response(content));
  await keep("library.zip", python.FS.readFile("/library.zip"));
  python.FS.unlink("/library.zip");
  await keep("packages", pack(python.FS, PACKAGES)); // last: it tells that both are there
}
