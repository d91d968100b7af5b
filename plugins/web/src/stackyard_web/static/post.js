// Requests to the server that are answered with JSON.

import { root } from "./root_path.js";

// The answer to a question, or a JSON text, posted to an address: an object, with an `error` in words
// if there is none.
export async function post(address, question) {
  const headers = { "content-type": "application/json" };
  const body = typeof question === "string" ? question : JSON.stringify(question);
  const answer = await fetch(root + address, { method: "POST", headers, body }).catch(() => null);
  const error = answer?.status === 413 ? "This file is too large" : "The server does not answer";
  return (await answer?.json().catch(() => null)) ?? { error };
}

// The state of a match; null if it is not there now.
export async function summary(token) {
  const answer = await fetch(`${root}/t/${token}/summary.json`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}
