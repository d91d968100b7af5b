// Notices by the service worker: of this page, and where the host offers them while none is open.

import { element } from "./dom.js";
import { root } from "./root_path.js";

const { push } = element("table").dataset; // the key of the server

async function registration() {
  await navigator.serviceWorker.register(`${root}/service_worker.js`);
  return navigator.serviceWorker.ready;
}

// Show a notice; a click on it leads to this page.
export async function showNotice(title, body) {
  const path = location.pathname;
  await (await registration()).showNotification(title, { body, tag: path, data: path });
}

// Subscribe, and tell the server by `send(message)`. Without a push service nothing changes.
export async function subscribe(send) {
  if (!push || !navigator.serviceWorker) return;
  try {
    const worker = await registration();
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
