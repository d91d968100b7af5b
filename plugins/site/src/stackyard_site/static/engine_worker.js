// The engine: a worker with a Python of its own, which does one job after the other.

import { startPython } from "./python.js";

const CODE = `
from stackyard_site.browser import processes
processes.install()
from stackyard_web.workers import calls
processes.answer
`;
const started = startPython(CODE);

// Without shared memory a running script hears nothing, but it can ask: the address of a job is
// withdrawn to stop it.
function isStopped(address) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
}

async function work(port, { task, address, number }) {
  const [python, answer] = await started;
  const tell = (done, total) => port.postMessage({ number, done, total });
  const packed = answer(python.toPy(task).tobytes(), () => isStopped(address), tell);
  const result = packed.toJs();
  packed.destroy?.();
  port.postMessage({ number, result }, [result.buffer]);
}

self.onmessage = ({ data: port }) => {
  const fail = (failure) => port.postMessage({ failed: String(failure) });
  port.onmessage = ({ data }) => work(port, data).catch(fail);
  started.then(() => port.postMessage({ started: true }), fail);
};
