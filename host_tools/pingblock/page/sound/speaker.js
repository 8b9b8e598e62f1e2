// Simulates what happens between the pin and a listener for each sample: capacitor, amplifier switch, small speaker.
// The figures are those of the Python model (virtual/parts/speaker.py).
const COUPLING_S = 345e-6; // time constant of 100 nF with 3 k and 510 Ohm
const LEVEL_HZ = 1000; // The filter keeps the level of a tone of this pitch.
const HIGH_PASS_HZ = 150;
const QUALITIES = [0.5176, 0.7071, 1.9319]; // the quality factors of a sixth-order Butterworth filter

/** A second-order high-pass. */
class HighPass {
  /** @param {number} rateHz @param {number} quality */
  constructor(rateHz, quality) {
    const k = Math.tan((Math.PI * HIGH_PASS_HZ) / rateHz);
    this.norm = 1 / (1 + k / quality + k * k);
    this.a1 = 2 * (k * k - 1) * this.norm;
    this.a2 = (1 - k / quality + k * k) * this.norm;
    this.x1 = this.x2 = this.y1 = this.y2 = 0;
  }

  /** @param {number} x */
  next(x) {
    const y = this.norm * (x - 2 * this.x1 + this.x2) - this.a1 * this.y1 - this.a2 * this.y2;
    this.x2 = this.x1;
    this.x1 = x;
    this.y2 = this.y1;
    this.y1 = y;
    return y;
  }
}

export class Speaker {
  /** @param {number} rateHz sample rate of the input levels */
  constructor(rateHz) {
    this.kept = Math.exp(-1 / (rateHz * COUPLING_S));
    this.gain = 1 / couplingAt(this.kept, rateHz);
    this.stages = QUALITIES.map((quality) => new HighPass(rateHz, quality));
    this.open = true; // true while the amplifier is on
    this.before = NaN; // The first level charges the capacitor.
    this.charge = 0;
  }

  /** Returns the sound for one more level at the pin. @param {number} level -1..1 */
  next(level) {
    // The capacitor passes changes. It settles even while the amplifier is off.
    if (Number.isNaN(this.before)) this.before = level;
    this.charge = this.kept * (this.charge + level - this.before);
    this.before = level;
    let y = this.open ? this.charge * this.gain : 0;
    for (const stage of this.stages) y = stage.next(y);
    return y;
  }
}

/** Returns the gain of the capacitor at 1 kHz. @param {number} kept @param {number} rateHz */
function couplingAt(kept, rateHz) {
  const turn = (2 * Math.PI * LEVEL_HZ) / rateHz;
  const top = Math.hypot(1 - Math.cos(turn), Math.sin(turn));
  return (kept * top) / Math.hypot(1 - kept * Math.cos(turn), kept * Math.sin(turn));
}
