/** Keys for MicroPython's prompt, and what it prints. As connection/recovery.py. @module engines/serial/keyboard */

export const SAY_MS = 1500; // for one answer; longer limits wait through silence
const QUIET_MS = 300, // after a byte: it has said all
  LOOK_MS = 50,
  SAID_MOST = 4096;

export class Keyboard {
  #heard = ""; // since a key was typed
  #heardMs = 0;

  /** @param {(bytes: Uint8Array) => void} send */
  constructor(send) {
    this._send = send;
  }

  /** Takes bytes of the board. @param {Uint8Array} bytes */
  take(bytes) {
    this.#heard = (this.#heard + new TextDecoder().decode(bytes)).slice(-SAID_MOST);
    this.#heardMs = performance.now();
  }

  /**
   * Types keys and waits. @param {string} keys @param {RegExp} until  ends the wait as soon as it matches
   * @param {number} [limitMs]  of up to `SAY_MS`: silence after an answer ends the wait, too
   * @returns {Promise<string>} what came
   */
  async type(keys, until, limitMs = SAY_MS) {
    this.#heard = "";
    const beganMs = performance.now();
    this._send(new TextEncoder().encode(keys));
    while (!until.test(this.#heard)) {
      const nowMs = performance.now();
      if (nowMs - beganMs > limitMs) break;
      if (limitMs <= SAY_MS && this.#heard && nowMs - this.#heardMs > QUIET_MS) break;
      await new Promise((then) => setTimeout(then, LOOK_MS));
    }
    return this.#heard;
  }
}
