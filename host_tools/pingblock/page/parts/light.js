/** The RGB light: its colour and its current. See virtual/parts/light.py. */

import { rounded } from "./random.js";

const FULL_MA = 10;

/** Three PWM outputs as one colour, whose channels are 0..255. */
export class Light {
  /** The levels of red, green and blue. */
  rgb = [0, 0, 0];

  get currentMa() {
    return ((this.rgb[0] + this.rgb[1] + this.rgb[2]) / 255) * FULL_MA;
  }

  /**
   * Sets a channel. Returns whether the colour has changed.
   * @param {number} index  0 red, 1 green, 2 blue
   * @param {number} duty  0..1
   */
  channel(index, duty) {
    const level = rounded(Math.max(0, Math.min(1, duty)) * 255);
    const changed = level !== this.rgb[index];
    this.rgb[index] = level;
    return changed;
  }
}
