// Python with the packages of this site, for a worker.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/lib/python3.14/site-packages";

// `code` is run when the packages are there; its last value is the result.
export async function startPython(code) {
  const zip = fetch(new URL("python.zip", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`python.zip: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href, env: { HOME: "/home", STACKYARD_PLUGINS: "" } });
  python.unpackArchive(await zip, "zip", { extractDir: PACKAGES });
  return [python, python.runPython(code)];
}
