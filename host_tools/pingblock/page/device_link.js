// The page's end of the device's serial link: reads lines, and requests the values that the page shows.
import { decoded, LineCutter, sealed } from "./link/lines.js";
import { Session } from "./link/session.js";

// After this time, the page asks the device, because its hello may have come before the page was opened.
const HELLO_MS = 1500;
// A device can take the first line for the rest of another page's line, so the page asks again after this time.
const AGAIN_MS = 2000;
const CHANGES = new Set(["game", "settings", "profile", "volume"]);

export class DeviceLink {
  /**
   * @param {(event: import("./state.js").PageEvent) => void} dispatch
   * @param {(bytes: Uint8Array) => void} send
   * @param {(fault: Error) => void} silent  called if a device that has answered this page no longer answers
   */
  constructor(dispatch, send, silent) {
    this._dispatch = dispatch;
    this.send = send;
    this._silent = silent;
    this.spoken = false; // whether a message came since the device was last asked
    /**
     * @type {import("./engines/serial/keyboard.js").Keyboard | null} set while a person uses MicroPython's prompt
     */
    this.keyboard = null;
    this._cutter = new LineCutter();
    this._waiting = 0;
    this.session = new Session(send);
  }

  /** Starts again after power-on. Earlier answers no longer count. */
  begin() {
    this._cutter = new LineCutter();
    this.session.lost();
    clearTimeout(this._waiting);
    this._waiting = window.setTimeout(() => this._meet(), HELLO_MS);
  }

  /** Stops, because the device is gone. */
  end() {
    clearTimeout(this._waiting);
    this.session.lost();
  }

  /** Asks a device whose hello may have come long ago. */
  _meet() {
    clearTimeout(this._waiting);
    const again = (/** @type {any} */ { kind }) => {
      if (kind === "lost") return;
      this.spoken = false; // A server repeats earlier messages before the first answer.
      this.learn(this._silent);
    };
    this.ask({ do: "status" }, again, AGAIN_MS);
  }

  /** Asks for settings and odds. @param {(fault: Error) => void} [failed] */
  learn(failed) {
    this.ask({ do: "status" }, failed);
  }

  /**
   * Sends a request. Dispatches the answer as a message.
   * @param {import("./words.js").Message} message @param {(fault: Error) => void} [failed] called if the request cannot
   *   be sent or is not answered
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
    // A device whose game has changed in the meantime refuses this. The person did not ask for it, so the page does not
    // show that.
    if (asked === "status" && (ok.game ?? "block") === "block") this.session.request("odds").catch(() => {});
  }

  /** Sends a line that a person has typed. JSON gets a CRC. @param {string} line */
  type(line) {
    this.send(sealed(line));
  }

  /** Takes bytes from the device. @param {Uint8Array} bytes */
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

  /**
   * Returns whether the device refuses a request of another page, keys for the prompt, or a line that was joined with
   * another page's line. A server repeats earlier refusals to a page that comes later.
   * @param {import("./words.js").Message} message
   */
  _isOfOthers({ id, error }) {
    if (!error) return false;
    return id === null ? this.keyboard || error.code === "bad_crc" : this.session.isOfAnother(id);
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
