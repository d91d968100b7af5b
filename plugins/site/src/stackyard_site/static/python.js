// Python with the packages of this site, for a worker.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/lib/python3.14/site-packages";
const LIBRARY = "/lib/python314.zip";
const here = (name) => new URL(name, import.meta.url).href;
const CACHE = `stackyard bytecode ${here(".")}`;
const PAUSE = 20; // milliseconds between two modules
const MODULES = `
from pathlib import Path
from stackyard_site.browser.compiled import write_library, write_packages
(lambda: write_library(Path("${LIBRARY}"), Path("/library.zip")),
 lambda: write_packages(Path("${PACKAGES}"), Path("/packages.zip"), "stackyard"))
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

// `code` is run when the packages are there; its last value is the result.
export async function startPython(code) {
  const packages = await taken("python.zip");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", packages));
  version = Array.from(digest.slice(0, 8)).join("-");
  const [library, bytecode] = await Promise.all([kept("library.zip"), kept("packages.zip")]);
  const options = { indexURL: here("pyodide/"), env: { HOME: "/home" } };
  if (library && bytecode) options.stdLibURL = URL.createObjectURL(new Blob([library]));
  const python = await loadPyodide(options);
  python.unpackArchive(packages, "zip", { extractDir: PACKAGES });
  if (library && bytecode) python.unpackArchive(bytecode, "zip", { extractDir: PACKAGES });
  return [python, python.runPython(`import sys\nsys.dont_write_bytecode = False\n${code}`)];
}

// Keep bytecode for the next visit, in small steps, unless it is kept.
export async function keepBytecode(python) {
  const cache = await caches.open(CACHE);
  if (await kept("packages.zip")) return;
  for (const { url } of await cache.keys()) await cache.delete(url);
  const writers = python.runPython(MODULES).toJs();
  for (const [at, name] of ["library.zip", "packages.zip"].entries()) {
    const steps = writers[at]();
    while (!steps.next().done) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    await cache.put(here(`${name}?${version}`), new Response(python.FS.readFile(`/${name}`)));
    python.FS.unlink(`/${name}`);
  }
}
