// The line to the engine: one socket, JSON lines, replies in the order of the requests.

/** A request that was refused, or that nobody answers any more. */
export class Refused extends Error {
  constructor(message, lost = false) {
    super(message);
    this.lost = lost;
  }
}

/** `null` for a request that was refused. Throws again if the engine is away. */
export function noneIfRefused(error) {
  if (error.lost) throw error;
  return null;
}

const NOT_IN_A_LINE = /[\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/g;
/** The server ends conversations with longer messages, in bytes. */
const LONGEST = 1 << 20;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
/** Milliseconds between two beats. The server sends something in that time, be it only its heartbeat. */
const BEAT = 30_000;
/** A server that sends nothing for more beats is gone. */
const MOST_SILENT = 3;
/** With this code the server closes a conversation in which nothing was asked for a long time. */
const IDLE = 4000;
const FULL = 1013;

/** Tells `open` and then `up` when a conversation begins, and `down` when it has ended. */
export class Link extends EventTarget {
  constructor(url = new URL("socket", location.href.split("#")[0]).href.replace(/^http/, "ws")) {
    super();
    this.url = url;
    this.waiting = new Map();
    /** Requests that have woken a conversation and wait for it. */
    this.queue = [];
    this.number = 0;
    this.pause = FIRST_PAUSE;
    /** Why the last conversation has ended. */
    this.reason = null;
    /** Number of beats since the last message. They stand still while the machine sleeps, as the messages do. */
    this.silence = 0;
    setInterval(() => this.beat(), BEAT);
    this.open();
  }

  get isUp() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Whether requests are refused now. A conversation that was closed for idleness begins again for one. */
  get isAway() {
    return !this.isUp && this.reason !== "idle";
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    this.socket = new WebSocket(this.url);
    this.socket.onopen = () => {
      this.silence = 0;
      this.dispatchEvent(new Event("open"));
      for (const { message, onLive, resolve, reject } of this.queue.splice(0)) this.request(message, onLive).then(resolve, reject);
      this.dispatchEvent(new Event("up"));
    };
    this.socket.onmessage = (event) => {
      this.silence = 0;
      this.pause = FIRST_PAUSE;
      this.take(JSON.parse(event.data));
    };
    this.socket.onclose = (event) => this.lose(event);
  }

  /** Ends the conversation if the server is gone. One that has lost its network cannot say so. */
  beat() {
    if (!this.isUp || ++this.silence <= MOST_SILENT) return;
    // The browser would wait for an answer of the server before it tells that the socket is closed.
    this.socket.onclose = null;
    this.socket.close();
    this.lose({});
  }

  /** A conversation that is wanted again after it was closed for idleness. */
  wake() {
    if (this.socket.readyState === WebSocket.CLOSED && this.timer === null) this.open();
  }

  /** Sends a request; the promise is its reply. `onLive` hears of replies on the way. */
  request(message, onLive) {
    if (!this.isUp) {
      this.wake();
      if (this.isAway) return Promise.reject(new Refused("the engine is away", true));
      return new Promise((resolve, reject) => this.queue.push({ message, onLive, resolve, reject }));
    }
    const id = ++this.number;
    // Control characters and spaces beyond ASCII cannot stand in a line as they are.
    const written = (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
    const text = JSON.stringify({ ...message, id }).replace(NOT_IN_A_LINE, written);
    if (new TextEncoder().encode(text).length >= LONGEST) return Promise.reject(new Refused("that is too large for one request"));
    this.socket.send(text);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, onLive }));
  }

  take(reply) {
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    if (reply.live) {
      waiting.onLive?.(reply);
      return;
    }
    this.waiting.delete(reply.id);
    if (reply.error) waiting.reject(new Refused(reply.error));
    else waiting.resolve(reply);
  }

  lose(event) {
    this.reason = event.code === FULL ? "full" : event.code === IDLE ? "idle" : "gone";
    const lost = [...this.queue.splice(0), ...this.waiting.values()];
    this.waiting.clear();
    this.dispatchEvent(new Event("down"));
    lost.forEach(({ reject }) => reject(new Refused("the engine is away", true)));
    if (this.reason === "idle") return;
    if (this.reason === "full") this.pause = LONGEST_PAUSE;
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }
}
