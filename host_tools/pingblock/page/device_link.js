// The page's own end of the device's serial link: reads lines, asks for what the page shows.
import { decoded, LineCutter, sealed } from "./link/lines.js";
import { Session } from "./link/session.js";

const HELLO_MS = 1500; // a device that has said hello before the page came is asked by itself
const AGAIN_MS = 2000; // it may take the first line for the rest of another page's
const CHANGES = new Set(["game", "settings", "profile", "volume"]);

export class DeviceLink {
  /**
   * @param {(event: import("./state.js").PageEvent) => void} dispatch
   * @param {(bytes: Uint8Array) => void} send
   * @param {(fault: Error) => void} silent  a device that this page has met does not answer
   */
  constructor(dispatch, send, silent) {
    this._dispatch = dispatch;
    this.send = send;
    this._silent = silent;
    this.spoken = false; // a message came since the device was asked again
    /** @type {import("./engines/serial/keyboard.js").Keyboard | null} at MicroPython's prompt */
    this.keyboard = null;
    this._cutter = new LineCutter();
    this._waiting = 0;
    this.session = new Session(send);
  }

  /** A device has power: nothing of the one before counts. */
  begin() {
    this._cutter = new LineCutter();
    this.session.lost();
    clearTimeout(this._waiting);
    this._waiting = window.setTimeout(() => this._meet(), HELLO_MS);
  }

  /** The device is gone. */
  end() {
    clearTimeout(this._waiting);
    this.session.lost();
  }

  /** Asks a device that has said hello, which may be long ago. */
  _meet() {
    clearTimeout(this._waiting);
    const again = (/** @type {any} */ { kind }) => {
      if (kind === "lost") return;
      this.spoken = false; // before that, a server repeats what the device said to others
      this.learn(this._silent);
    };
    this.ask({ do: "status" }, again, AGAIN_MS);
  }

  /** Asks for settings and odds. @param {(fault: Error) => void} [failed] */
  learn(failed) {
    this.ask({ do: "status" }, failed);
  }

  /**
   * Sends a request; what comes of it is told as a message.
   * @param {import("./words.js").Message} message @param {(fault: Error) => void} [failed]  it was not sent, or not answered
   * @param {number} [ms]
   */
  ask({ do: what, ...fields }, failed = () => {}, ms) {
    this.session.request(what, fields, { ms, quiet: false }).then(
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
    this.send(sealed(line));
  }

  /** Takes bytes of the device. @param {Uint8Array} bytes */
  take(bytes) {
    this.keyboard?.take(bytes);
    const lines = this._cutter.take(bytes);
    this._dispatch({ kind: "text", lines, prompt: this._cutter.rest });
    for (const line of lines) {
      const message = decoded(line);
      if (message) this._read(message);
      else this.session.heard(line);
    }
  }

  /** Whether it refuses what was typed for the prompt, or a line that began with the rest of another.
   * @param {import("./words.js").Message} message */
  _isOfOthers({ id, error }) {
    return id === null && error && (this.keyboard || error.code === "bad_crc");
  }

  /** @param {import("./words.js").Message} message */
  _read(message) {
    this.spoken = true;
    if (this._isOfOthers(message)) return;
    if (this.session.take(message)) return;
    this._dispatch({ kind: "message", message, pageMs: performance.now() });
    if (message.event === "hello") this._meet();
    else if (message.event === "game") this.learn();
  }
}
