// A connection that reconnects by itself; the server then sends the state.

const GONE = 4404; // the server's close code for a table that does not exist
const PATIENCE = 20_000; // milliseconds of silence until the connection counts as lost

export class Connection {
  // `url()` is called for each connection.
  constructor(url, hear, lost) {
    this.url = url;
    this.hear = hear;
    this.lost = lost;
    this.failures = 0;
    this.heard = 0;
    this.refused = false;
    this.open();
    setInterval(() => this.check(), PATIENCE / 4);
    for (const event of ["online", "visibilitychange", "pageshow"]) {
      window.addEventListener(event, () => this.check());
    }
  }

  open() {
    this.heard = Date.now();
    const socket = new WebSocket(this.url());
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.lost("");
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return; // the patches of another connection
      this.heard = Date.now();
      const message = JSON.parse(event.data);
      if (message.type !== "pong") this.hear(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (event.code === GONE) {
        this.refused = true;
        this.lost("This table does not exist any more.");
        return;
      }
      this.lost(event.reason ? `${event.reason}; trying again …` : "The connection is lost; trying again …");
      const wait = Math.min(250 * 2 ** this.failures, 5000);
      this.failures += 1;
      setTimeout(() => this.socket ?? this.open(), wait * (0.7 + 0.6 * Math.random()));
    };
  }

  check() {
    if (this.refused || !this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > PATIENCE) {
      const socket = this.socket;
      this.socket = null;
      socket.close();
      this.open();
    } else {
      this.send({ type: "ping" });
    }
  }

  // Send a message; whether the connection is open.
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
