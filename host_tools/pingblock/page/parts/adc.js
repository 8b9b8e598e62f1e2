/** The RP2040's ADC, which is noisy and has four codes that are too wide. See virtual/parts/adc.py. */

import { rounded } from "./random.js";

/** @typedef {import("./random.js").Random} Random */

const REFERENCE_MV = 3300;
const CODES = 4096;
const NOISE_RMS_CODES = 2.84;
const WIDE_CODES = [512, 1536, 2560, 3584];
const WIDE_HALF_CODES = 4.5;

/** Converts mV at a pin into 12-bit codes. */
export class Adc {
  /** @param {Random} random */
  constructor(random) {
    this.random = random;
  }

  /**
   * Returns the result of one conversion, 0..4095.
   * @param {number} mv  0..3300. Other values are clipped.
   */
  code(mv) {
    const steps = (mv / REFERENCE_MV) * CODES + this.random.gauss(NOISE_RMS_CODES);
    const wide = WIDE_CODES.find((code) => Math.abs(steps - code) <= WIDE_HALF_CODES);
    return wide ?? Math.max(0, Math.min(CODES - 1, rounded(steps)));
  }
}
