// The page's own end of the device's serial link: reads lines, asks for what the page shows.
import { decoded, LineCutter, sealed } from "./link/lines.js";

const HELLO_MS = 1500; // a device that has said hello before the page came is asked by itself
const CHANGES = new Set(["game", "settings", "profile", "volume"]);

export class DeviceLink {
  /** @param {(event: import("./state.js").PageEvent) => void} dispatch @param {(bytes: Uint8Array) => void} send */
  constructor(dispatch, send) {
    this._dispatch = dispatch;
    this._send = send;
    this._cutter = new LineCutter();
    this._asked = 0;
    this._waiting = 0;
    /** @type {Map<string, string>} */
    this._open = new Map();
  }

  /** A device has power: nothing of the one before counts. */
  begin() {
    this._cutter = new LineCutter();
    this._open.clear();
    clearTimeout(this._waiting);
    this._waiting = window.setTimeout(() => this.learn(), HELLO_MS);
  }

  /** The device is gone. */
  end() {
    clearTimeout(this._waiting);
  }

  /** Asks for settings and odds. */
  learn() {
    clearTimeout(this._waiting);
    this.ask({ do: "status" });
  }

  /** Sends a request. @param {import("./words.js").Message} message */
  ask(message) {
    const id = `page${++this._asked}`;
    this._open.set(id, message.do);
    this._send(sealed(JSON.stringify({ id, ...message })));
  }

  /** Sends a line as a person typed it: JSON gets its CRC. @param {string} line */
  type(line) {
    this._send(sealed(line));
  }

  /** Takes bytes of the device. @param {Uint8Array} bytes */
  take(bytes) {
    const lines = this._cutter.take(bytes);
    this._dispatch({ kind: "text", lines, prompt: this._cutter.rest });
    for (const line of lines) {
      const message = decoded(line);
      if (message) this._read(message);
    }
  }

  /** @param {import("./words.js").Message} message */
  _read(message) {
    this._dispatch({ kind: "message", message, pageMs: performance.now() });
    if (message.event === "hello") this.learn();
    if (message.event === "game") this.learn();
    const asked = this._open.get(message.id);
    if (!asked) return;
    this._open.delete(message.id);
    if (CHANGES.has(asked)) this.learn();
    if (asked === "status" && message.ok?.game === "block") this.ask({ do: "odds" });
    if (asked === "status" && !("game" in (message.ok ?? {}))) this.ask({ do: "odds" });
  }
}
