// The page's own end of the device's serial link: reads lines, asks for what the page shows.
import { decoded, LineCutter, sealed } from "./link/lines.js";
import { Session } from "./link/session.js";

const HELLO_MS = 1500; // a device that has said hello before the page came is asked by itself
const CHANGES = new Set(["game", "settings", "profile", "volume"]);

export class DeviceLink {
  /** @param {(event: import("./state.js").PageEvent) => void} dispatch @param {(bytes: Uint8Array) => void} send */
  constructor(dispatch, send) {
    this._dispatch = dispatch;
    this._send = send;
    this._cutter = new LineCutter();
    this._waiting = 0;
    this.session = new Session(send);
  }

  /** A device has power: nothing of the one before counts. */
  begin() {
    this._cutter = new LineCutter();
    this.session.lost();
    clearTimeout(this._waiting);
    this._waiting = window.setTimeout(() => this.learn(), HELLO_MS);
  }

  /** The device is gone. */
  end() {
    clearTimeout(this._waiting);
    this.session.lost();
  }

  /** Asks for settings and odds. */
  learn() {
    clearTimeout(this._waiting);
    this.ask({ do: "status" });
  }

  /**
   * Sends a request; what comes of it is told as a message.
   * @param {import("./words.js").Message} message @param {(fault: Error) => void} [failed]  it was not sent, or not answered
   */
  ask({ do: what, ...fields }, failed = () => {}) {
    this.session.request(what, fields, { quiet: false }).then(
      (ok) => this._after(what, ok),
      (fault) => fault.kind !== "refused" && failed(fault),
    );
  }

  /** @param {string} asked @param {import("./words.js").Message} ok */
  _after(asked, ok) {
    if (CHANGES.has(asked)) this.learn();
    if (asked === "status" && (ok.game ?? "block") === "block") this.ask({ do: "odds" });
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
      else this.session.heard(line);
    }
  }

  /** @param {import("./words.js").Message} message */
  _read(message) {
    if (this.session.take(message)) return;
    this._dispatch({ kind: "message", message, pageMs: performance.now() });
    if (message.event === "hello" || message.event === "game") this.learn();
  }
}
