/** Receives messages for the worker, and ends the worker's sleep when a message comes. */

const BEAT_MS = 50;

export class Mail {
  /** @type {any[]} */
  #waiting = [];
  /** @type {() => void} */
  #wake = () => {};
  #beatMs = -Infinity;
  #beat;

  /** @param {() => void} beat  called at most every 50 ms while the worker reads messages */
  constructor(beat) {
    this.#beat = beat;
  }

  /** @param {unknown} message */
  put(message) {
    this.#waiting.push(message);
    this.#wake();
  }

  /** @param {number} ms */
  nap(ms) {
    if (this.#waiting.length) return Promise.resolve();
    return /** @type {Promise<void>} */ (
      new Promise((wake) => {
        this.#wake = wake;
        setTimeout(wake, ms);
      })
    );
  }

  /** Removes and returns all messages. @returns {any[]} */
  take() {
    const nowMs = performance.now();
    if (nowMs - this.#beatMs >= BEAT_MS) {
      this.#beatMs = nowMs;
      this.#beat();
    }
    return this.#waiting.splice(0);
  }
}
