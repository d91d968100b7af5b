// Shows notifications of turns, also while no page is open. No page is kept for use without a network.

// Lead to the page of a path, which may be open.
async function lead(path) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find(({ url }) => new URL(url).pathname === path);
  return page ? page.focus() : self.clients.openWindow(path);
}

self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: path, data: path }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
