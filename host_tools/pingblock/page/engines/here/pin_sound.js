/** Converts levels at the speaker's pin into `sound` events. */

const FULL = 32767;

/** @typedef {import("../engine.js").Tell} Tell */

export class PinSound {
  /** True if the last level did not end a sound. */
  sounding = false;
  #tell;
  #periodUs = 0;
  #first = 0;
  /** @type {number[]} */
  #waiting = [];

  /** @param {Tell} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /**
   * Takes levels, 0..1. A level of 0 ends a sound if it is a single level without a period, or the last one of a block.
   * @param {number} atUs
   * @param {number} periodUs
   * @param {Float64Array} levels
   */
  write(atUs, periodUs, levels) {
    this.sounding = levels.at(-1) !== 0;
    if (!periodUs) {
      this.flush();
      if (this.#periodUs) this.#silence(this.#sample(atUs));
      return;
    }
    if (periodUs !== this.#periodUs) this.flush();
    this.#periodUs = periodUs;
    const at = this.#sample(atUs);
    const next = this.#first + this.#waiting.length;
    // The blocks of a sound follow each other without a gap, except for rounding errors.
    if (!this.#waiting.length) this.#first = Math.abs(at - this.#first) < 2 ? this.#first : at;
    else if (Math.abs(at - next) > 1) {
      this.flush();
      this.#first = at;
    }
    for (const level of levels) this.#waiting.push(Math.round((2 * level - 1) * FULL));
    if (levels.at(-1) === 0) {
      this.flush();
      this.#silence(this.#first);
    }
  }

  /** @param {number} atSample */
  #silence(atSample) {
    this.#tell({ kind: "silence", atSample });
  }

  /** @param {number} atUs */
  #sample(atUs) {
    return Math.round(atUs / this.#periodUs);
  }

  /** Sends the collected levels. */
  flush() {
    if (!this.#waiting.length) return;
    const samples = Int16Array.from(this.#waiting);
    const [atSample, rateHz] = [this.#first, 1e6 / this.#periodUs];
    this.#first += samples.length;
    this.#waiting = [];
    this.#tell({ kind: "sound", atSample, rateHz, samples });
  }
}
