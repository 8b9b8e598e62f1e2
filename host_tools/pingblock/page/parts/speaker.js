/**
 * The power that the speaker and its amplifier draw from VSYS. For the model and its sources see
 * virtual/parts/speaker.py. sound/speaker.js makes the sound.
 */

const AMP_IDLE_MW = 18;
const AMP_FULL_SINE_MW = 200;
/** power of a square wave in mW */
export const FULL_SOUND_MW = AMP_IDLE_MW + 2 * AMP_FULL_SINE_MW;
const POWER_WINDOW_US = 5000;
const SHORTEST_US = 0.001;
const COUPLING_US = 345;
const SETTLING_US = 60000;
const KEPT_US = 200000;

/** @typedef {{startUs: number, periodUs: number, levels: Float64Array}} Run */

/** Stores the last levels, 0..1, and the last switches of the amplifier, because the power depends on them. */
export class Speaker {
  /** @type {Run[]} */
  #runs = [];
  #ampOn = false;
  #ampUs = 0;

  /**
   * Records levels at the pin.
   * @param {number} atUs
   * @param {number} periodUs
   * @param {Float64Array} levels  0..1, one or more
   */
  write(atUs, periodUs, levels) {
    this.#runs.push({ startUs: atUs, periodUs: Math.max(periodUs, SHORTEST_US), levels });
    while (this.#runs.length > 2 && this.#runs[1].startUs < atUs - KEPT_US) this.#runs.shift();
  }

  get idle() {
    const last = this.#runs.at(-1);
    return !last || last.levels[last.levels.length - 1] === 0;
  }

  /**
   * @param {number} atUs
   * @param {boolean} on
   */
  amplifier(atUs, on) {
    if (on !== this.#ampOn) this.#ampUs = atUs;
    this.#ampOn = on;
  }

  get amplifierOn() {
    return this.#ampOn;
  }

  /**
   * Returns the amplifier's power from VSYS in mW.
   * @param {number} atUs  not before the last level
   */
  powerMw(atUs) {
    if (!this.#ampOn) return 0;
    const { sum, count } = this.#coupled(Math.max(atUs - SETTLING_US, this.#ampUs), atUs);
    return AMP_IDLE_MW + AMP_FULL_SINE_MW * 2 * (count ? sum / count : 0);
  }

  /**
   * Adds up the squares of the signal behind the capacitor in the last 5 ms before `endUs`.
   * @param {number} startUs  time at which the capacitor was settled
   * @param {number} endUs
   */
  #coupled(startUs, endUs) {
    let [charge, level, heldUs] = [NaN, 0, 0];
    let [sum, count] = [0, 0];
    for (const { startUs: runUs, periodUs, levels } of this.#runs) {
      for (let place = 0; place < levels.length; place++) {
        const atUs = runUs + place * periodUs;
        if (atUs > endUs) break;
        if (atUs <= startUs || Number.isNaN(charge)) {
          charge = levels[place];
          [sum, count] = [0, 0];
        } else {
          charge = level + (charge - level) * Math.exp((heldUs - atUs) / COUPLING_US);
        }
        [level, heldUs] = [levels[place], atUs];
        if (atUs > endUs - POWER_WINDOW_US) {
          sum += 4 * (level - charge) ** 2;
          count++;
        }
      }
    }
    return { sum, count };
  }
}
