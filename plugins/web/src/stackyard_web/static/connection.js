// A connection that notices within seconds when it is lost, and comes back by itself; the server
// then sends the state.

const GONE = 4404; // the server's close code for a table that does not exist
const BEAT = 2000; // milliseconds between two pings; the sum with ANSWER is below 5 seconds
const HIDDEN_BEAT = 10_000; // while nobody looks
const ANSWER = 2500; // in which a ping is answered, or the connection counts as lost
const HURRY = 60_000; // after a loss, in which attempts follow one another quickly
const [TRY, SLOW_TRY] = [800, 5000]; // between two attempts, in a hurry and after it
const [LIFE, SLOW_LIFE] = [5000, 20_000]; // of an attempt

const shaken = (wait) => wait * (0.75 + 0.5 * Math.random()); // so that not all come at once

export class Connection {
  // `url()` is called for each attempt. `act` has: hear(message); lost(words, unsure), where the
  // last message may not have arrived if `unsure`; back(fresh), where the server sends the state by
  // itself if the connection is `fresh`.
  constructor(url, protocols, act) {
    this.url = url;
    this.protocols = protocols;
    this.act = act;
    this.socket = null; // the one in use
    this.former = null; // the one that was used last
    this.attempts = new Set(); // others, of which the first that says something is used
    this.failures = 0; // refusals by the server in a row
    this.lostAt = null; // null before the first connection, too
    this.sent = 0; // times: of the last message since which no ping was answered, 0 for none,
    this.pinged = 0; // of the ping that is not answered yet, 0 for none,
    this.beaten = 0; // and of the last ping
    this.refused = false;
    this.attempt();
    setInterval(() => this.check(), BEAT / 8);
    for (const event of ["online", "offline", "visibilitychange"]) {
      window.addEventListener(event, () => this.check(true));
    }
    // A page that loads is shown, too; it is connecting already.
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.check(true));
  }

  get hurries() {
    return this.lostAt !== null && Date.now() - this.lostAt < HURRY;
  }

  attempt() {
    const socket = new WebSocket(this.url(), this.protocols);
    this.attempts.add(socket);
    this.next = Date.now() + shaken(this.hurries ? TRY : SLOW_TRY);
    setTimeout(() => this.attempts.has(socket) && socket.close(), this.hurries ? LIFE : SLOW_LIFE);
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (this.socket === null && this.attempts.has(socket)) this.use(socket);
      if (socket !== this.socket) return;
      if (message.type !== "pong") return this.act.hear(message);
      if (this.pinged > this.sent) this.sent = 0;
      this.pinged = 0;
    };
    socket.onclose = (event) => this.closed(socket, event);
  }

  use(socket) {
    this.attempts.delete(socket);
    for (const other of this.attempts) other.close();
    this.attempts.clear();
    this.socket = socket;
    this.failures = 0;
    this.lostAt = null;
    this.pinged = 0;
    this.act.back(socket !== this.former);
    this.former = socket;
  }

  closed(socket, { code, reason }) {
    const used = socket === this.socket;
    const tried = this.attempts.delete(socket);
    if (!used && !tried) return;
    if (code === GONE) {
      this.refused = true;
      this.act.lost("This table does not exist any more.", false);
      return;
    }
    if (used) this.lose(reason);
    else if (reason) this.act.lost(`${reason}; trying again …`, false);
    if (!reason) return;
    this.failures += 1;
    this.next = Date.now() + shaken(Math.min(TRY * 2 ** this.failures, 30_000));
  }

  // The connection is lost; its socket counts as an attempt, since it may still say something.
  lose(reason = "") {
    const socket = this.socket;
    this.socket = null;
    this.lostAt = Date.now();
    if (socket.readyState === WebSocket.OPEN) {
      this.attempts.add(socket);
      setTimeout(() => this.attempts.has(socket) && socket.close(), LIFE);
    }
    this.next = Date.now() + shaken(TRY / 4);
    this.act.lost(reason ? `${reason}; trying again …` : "The connection is lost; trying again …", this.sent > 0);
    this.sent = 0;
  }

  // Send a ping, or begin an attempt, when it is time; `now`: at once, since something has changed.
  check(now = false) {
    const time = Date.now();
    if (this.refused) return;
    if (this.socket === null) {
      if (now ? navigator.onLine : time >= this.next) this.attempt();
    } else if (this.pinged && time - this.pinged > ANSWER) {
      this.lose();
    } else if (now || (!this.pinged && time - this.beaten >= (document.hidden ? HIDDEN_BEAT : BEAT))) {
      this.beaten = time;
      this.pinged ||= time;
      this.socket.send(JSON.stringify({ type: "ping", hidden: document.hidden }));
    }
  }

  // Send a message; whether the connection is open.
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    this.sent = Date.now();
    return true;
  }
}
