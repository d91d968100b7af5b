// In every page of a site: sockets that lead to the tab that runs Python, and downloads.

(() => {
  const { root } = document.documentElement.dataset;
  const MOST_TRIES = 6;

  class PortSocket {
    static OPEN = 1;

    constructor(url, protocols = []) {
      const { pathname, search } = new URL(url);
      const { port1, port2 } = new MessageChannel();
      this.readyState = 0;
      this.port = port1;
      port1.onmessage = ({ data }) => {
        if (this.readyState > 1) return;
        this.readyState = 1;
        if (typeof data === "string") this.onmessage?.({ data });
        else this.end(data);
      };
      const message = { kind: "socket", path: pathname.slice(root.length), query: search.slice(1), protocols: [protocols].flat() };
      navigator.serviceWorker.controller.postMessage(message, [port2]);
      window.addEventListener("pagehide", () => this.close());
    }

    send(text) {
      this.port.postMessage(text);
    }

    close() {
      if (this.readyState > 1) return;
      this.port.postMessage(null);
      this.end({ code: 1000, reason: "" });
    }

    end(event) {
      this.readyState = 3;
      this.port.close();
      this.onclose?.(event);
    }
  }
  window.WebSocket = PortSocket;

  // Browsers end a service worker that waits for long, and with it what it was asked: ask again.
  const { fetch } = window;
  window.fetch = async (...given) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await fetch(...given);
      } catch (failure) {
        if (tries === MOST_TRIES) throw failure;
      }
    }
  };

  // Browsers ask the network for a download, not the service worker.
  document.addEventListener("click", async (event) => {
    const away = event.target.closest?.("a[href]");
    if (away && away.origin !== location.origin && away.protocol.startsWith("http")) away.target = "_blank"; // not in the frame
    const link = event.target.closest?.("a[download]");
    if (!link || link.protocol === "blob:" || event.defaultPrevented) return;
    event.preventDefault();
    const answer = await fetch(link.href);
    if (!answer.ok) return location.assign(link.href); // which tells the reason
    const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"));
    const copy = document.createElement("a");
    copy.href = URL.createObjectURL(await answer.blob());
    copy.download = named?.[1] ?? link.download;
    copy.click();
    setTimeout(() => URL.revokeObjectURL(copy.href), 60_000);
  });
})();
