// Subscribes this browser to notices of turns while no page is open, where the host offers them.

import { element } from "./dom.js";
import { root } from "./root_path.js";

const { push } = element("table").dataset; // the key of the server

// Subscribe, and tell the server by `send(message)`. Without a push service nothing changes.
export async function subscribe(send) {
  if (!push || !navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(`${root}/service_worker.js`);
    const worker = await navigator.serviceWorker.ready;
    const wanted = { userVisibleOnly: true, applicationServerKey: push };
    const { endpoint, keys } = (await worker.pushManager.subscribe(wanted)).toJSON();
    send({ type: "subscribe", endpoint, p256dh: keys.p256dh, auth: keys.auth });
  } catch {
    // notifications come while the page is open
  }
}

// End the subscription; the server forgets it when the push service refuses the next notice.
export async function unsubscribe() {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
