// A lesson: one task after another.

import { element } from "./dom.js";
import { Task } from "./task.js";

const { name, steps } = element("lesson").dataset;
const last = Number(steps) - 1;
const requested = Math.trunc(new URLSearchParams(location.search).get("step") ?? 1) - 1;

let step = Math.max(0, Math.min(last, requested || 0)); // reloading the page keeps the step

const task = new Task(
  `/games/${name}/lesson`,
  (told) => `Step ${step + 1} of ${last + 1}: ${told.title}`,
  (told) => {
    const done = told.verdict === "done";
    element("opening").hidden = step > 0;
    element("next").hidden = !done || step === last;
    element("play").hidden = !done || step !== last;
    element("closing").hidden = element("play").hidden;
    for (const button of element("steps").querySelectorAll("button")) {
      const current = Number(button.dataset.step) === step;
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    if (done) element(step === last ? "play" : "next").focus({ preventScroll: true });
  },
);

function enter(wanted) {
  step = Math.max(0, Math.min(last, wanted));
  history.replaceState(null, "", `?step=${step + 1}`);
  task.begin({ step });
}

element("next").addEventListener("click", () => {
  enter(step + 1);
  element("title").focus({ preventScroll: true });
});
element("steps").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) enter(Number(button.dataset.step));
});

task.begin({ step });
