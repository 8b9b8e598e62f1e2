/**
 * Types keys at MicroPython's prompt and reads the output. See connection/recovery.py.
 * @module engines/serial/keyboard
 */

export const SAY_MS = 1500; // time limit for one answer. With a longer limit, silence does not end the wait
const QUIET_MS = 300, // an answer is complete after this silence
  LOOK_MS = 50,
  SAID_MOST = 4096;

export class Keyboard {
  #heard = ""; // output since the last keys
  #heardMs = 0;

  /** @param {(bytes: Uint8Array) => void} send */
  constructor(send) {
    this._send = send;
  }

  /** Takes bytes from the Pico. @param {Uint8Array} bytes */
  take(bytes) {
    this.#heard = (this.#heard + new TextDecoder().decode(bytes)).slice(-SAID_MOST);
    this.#heardMs = performance.now();
  }

  /**
   * Types keys and waits.
   * @param {string} keys @param {RegExp} until  ends the wait as soon as it matches
   * @param {number} [limitMs]  with a limit up to `SAY_MS`, silence after an answer also ends the wait.
   * @returns {Promise<string>} the output
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
