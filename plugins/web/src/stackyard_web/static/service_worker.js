// Shows notifications of turns while no page is open. No page is kept for use without a network.

self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: path, data: path }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
