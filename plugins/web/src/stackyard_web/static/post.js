// Questions to the server that are answered with JSON.

import { root } from "./root_path.js";

// The answer to a question posted to an address: an object, with an `error` in words if there is none.
export async function post(address, question) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(question);
  const answer = await fetch(root + address, { method: "POST", headers, body }).catch(() => null);
  return (await answer?.json().catch(() => null)) ?? { error: "The server does not answer" };
}
