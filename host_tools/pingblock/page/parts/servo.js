/**
 * A small hobby servo: receives a pulse width, moves at limited speed, and draws current. For the model, its limits and
 * its sources see virtual/parts/servo.py.
 */

const MIN_US = 500;
const MAX_US = 2400;
const RANGE_DEG = 180;
const DEG_PER_US = 60 / 100000;
const DEAD_BAND_DEG = (5 * RANGE_DEG) / (MAX_US - MIN_US);
const ROUNDING_DEG = 1e-6;
const FRAME_US = 20000;
export const NOMINAL_MV = 5000;
const TURNS_FROM_MV = 2500;
const IDLE_MA = 8;
export const STALL_MA = 650;
const MOVING_MA = 100;
const HURRYING_MA = 250;
const HURRY_DEG = FRAME_US * DEG_PER_US;

/**
 * Returns the angle for a pulse, 0..180 deg, limited by the end stops.
 * @param {number} pulseUs
 */
export function angleDeg(pulseUs) {
  const share = (pulseUs - MIN_US) / (MAX_US - MIN_US);
  return Math.max(0, Math.min(1, share)) * RANGE_DEG;
}

/** Follows its pulses while it is powered. */
export class Servo {
  deg = 90;
  powered = false;
  #pulseUs = 0;
  #targetDeg = 90;
  #turning = false;
  #atUs = 0;
  #supplyMv = NOMINAL_MV;

  /** Conductance in A/V now. */
  get siemens() {
    return this.#nominalMa / NOMINAL_MV;
  }

  get #nominalMa() {
    if (!this.powered) return 0;
    if (this.#stalled) return STALL_MA;
    const hurry = Math.min(1, this.#gapDeg / HURRY_DEG);
    return this.moving ? MOVING_MA + (HURRYING_MA - MOVING_MA) * hurry : IDLE_MA;
  }

  get #stalled() {
    return this.powered && this.#pulseUs > 0 && this.#gapDeg > DEAD_BAND_DEG && !this.moving;
  }

  get moving() {
    return this.#turning && this.#degPerUs > 0 && this.powered && this.#pulseUs > 0;
  }

  get #gapDeg() {
    return Math.abs(this.#targetDeg - this.deg);
  }

  get #degPerUs() {
    return this.#supplyMv >= TURNS_FROM_MV ? (DEG_PER_US * this.#supplyMv) / NOMINAL_MV : 0;
  }

  /**
   * Sets the supply voltage in mV from a time on. It matters only while the supply is on.
   * @param {number} atUs
   * @param {number} supplyMv
   */
  feed(atUs, supplyMv) {
    this.advance(atUs);
    this.#supplyMv = supplyMv;
  }

  /**
   * Switches the supply on or off.
   * @param {number} atUs
   * @param {boolean} on
   */
  supply(atUs, on) {
    this.advance(atUs);
    this.powered = on;
  }

  /**
   * Sets the PWM signal. A duty or frequency of 0 switches the signal off.
   * @param {number} atUs
   * @param {number} freqHz
   * @param {number} duty
   */
  signal(atUs, freqHz, duty) {
    this.advance(atUs);
    this.#pulseUs = freqHz > 0 ? (duty / freqHz) * 1e6 : 0;
    if (this.#pulseUs > 0) {
      this.#targetDeg = angleDeg(this.#pulseUs);
      this.#turning = this.#gapDeg > DEAD_BAND_DEG;
    }
  }

  /**
   * Moves the horn until a time, in frames of 20 ms.
   * @param {number} untilUs
   */
  advance(untilUs) {
    while (this.moving && this.#atUs < untilUs) {
      const frameUs = (Math.floor(this.#atUs / FRAME_US) + 1) * FRAME_US;
      const arrivalUs = this.#atUs + this.#gapDeg / this.#degPerUs;
      const nextUs = Math.min(frameUs, untilUs, arrivalUs);
      this.#turn(nextUs - this.#atUs);
      this.#atUs = nextUs;
    }
    this.#atUs = Math.max(this.#atUs, untilUs);
  }

  /** @param {number} stepUs */
  #turn(stepUs) {
    const gap = this.#targetDeg - this.deg;
    this.deg += Math.sign(gap) * Math.min(Math.abs(gap), stepUs * this.#degPerUs);
    this.#turning = this.#gapDeg > ROUNDING_DEG;
  }
}
