/** Messages to the worker, and the sleep that they end. */

const BEAT_MS = 50;

export class Mail {
  /** @type {any[]} */
  #waiting = [];
  /** @type {() => void} */
  #wake = () => {};
  #laps = new MessageChannel();
  #beatMs = -Infinity;
  #beat;

  /** @param {() => void} beat  is called each 50 ms at most while the worker looks for messages */
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
        if (ms > 0) setTimeout(wake, ms);
        else this.#lap(wake); // a timer within timers takes 4 ms at least
      })
    );
  }

  /** Calls once after all messages that have come. @param {() => void} wake */
  #lap(wake) {
    this.#laps.port1.onmessage = wake;
    this.#laps.port2.postMessage(null);
  }

  /** Takes all messages. @returns {any[]} */
  take() {
    const nowMs = performance.now();
    if (nowMs - this.#beatMs >= BEAT_MS) {
      this.#beatMs = nowMs;
      this.#beat();
    }
    return this.#waiting.splice(0);
  }
}
