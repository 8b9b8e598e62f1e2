// Finds where notes begin in the sound as it comes: so coins hop when they are heard.
// A note is a rise of the 5 ms level by 6 dB within 30 ms that lasts; all steps are 1 ms.
import { Speaker } from "./speaker.js";

const FLOOR_DB = -50, RISE_DB = 6, FALL_DB = 1;
const WINDOW = 5, HISTORY = 30, FUSED = 50, SETTLED = 30;
// A note stays within 15 dB of its peak for 25 ms; what does not is a click.
const LASTS = 25, NEAR_DB = 15;

export class Ear {
  /** @param {number} [atSample] the first that it will hear @param {number} [rateHz] */
  constructor(atSample = 0, rateHz = 22050) {
    this.rateHz = rateHz;
    this.end = atSample;
    this.audibleAt = -Infinity; // sample of the last that could be heard
    this._speaker = new Speaker(rateHz);
    this._hop = Math.round(rateHz / 1000);
    this._power = 0;
    this._filled = 0;
    /** @type {number[]} */
    this._powers = [];
    /** @type {number[]} */
    this._levels = [];
    this._peakDb = this._valleyDb = -120;
    this._now = 0;
    this._peakAt = 0;
    this._onsetAt = 0;
    this._settled = true;
    /** @type {null | {atSample: number, hop: number, near: number, db: number}} */
    this._maybe = null;
  }

  /** The amplifier goes on or off. @param {boolean} on */
  gate(on) {
    this._speaker.open = on;
  }

  /** Returns this ear, or one that begins here if this sound does not follow what it has heard.
   * @param {number} atSample @param {number} rateHz @returns {Ear} */
  at(atSample, rateHz) {
    if (Math.abs(atSample - this.end) <= rateHz && Math.abs(rateHz - this.rateHz) <= 1) return this;
    const ear = new Ear(atSample, rateHz);
    ear.gate(this._speaker.open);
    return ear;
  }

  /**
   * Hears more and returns the samples at which notes began, certain some 25 ms later.
   * @param {number} atSample
   * @param {Int16Array} samples
   * @returns {number[]}
   */
  feed(atSample, samples) {
    this.end = atSample + samples.length;
    const found = [];
    for (let i = 0; i < samples.length; i++) {
      const heard = this._speaker.next(samples[i] / 32767);
      this._power += heard * heard;
      if (++this._filled < this._hop) continue;
      const onset = this._step(atSample + i);
      if (onset !== null) found.push(onset);
      this._filled = this._power = 0;
    }
    return found;
  }

  /** Decides about one hop that ends at a sample. @param {number} atSample */
  _step(atSample) {
    this._now++;
    this._powers = [...this._powers, this._power / this._hop].slice(-WINDOW);
    const mean = this._powers.reduce((a, b) => a + b, 0) / WINDOW;
    const level = 10 * Math.log10(2 * mean + 1e-12);
    const quietest = Math.min(...this._levels, level);
    this._levels = [...this._levels, level].slice(-HISTORY);
    if (level > FLOOR_DB) this.audibleAt = atSample;
    const rises = this._settled && level > FLOOR_DB && level - Math.max(this._valleyDb, quietest) >= RISE_DB;
    if (rises) this._begin(atSample, level);
    else this._follow(level);
    return this._confirmed(level);
  }

  /** @param {number} atSample @param {number} level */
  _begin(atSample, level) {
    this._maybe = { atSample, hop: this._now, near: 0, db: level };
    this._settled = false;
    this._peakDb = level;
    this._peakAt = this._onsetAt = this._now;
  }

  /** Follows a note up to its peak, and from there on keeps the lowest level. @param {number} level */
  _follow(level) {
    if (this._settled) {
      this._valleyDb = Math.min(this._valleyDb, level);
    } else if (level > this._peakDb || this._now - this._onsetAt < FUSED) {
      if (level > this._peakDb) this._peakAt = this._now;
      this._peakDb = Math.max(this._peakDb, level);
    } else if (level <= this._peakDb - FALL_DB || this._now - this._peakAt >= SETTLED) {
      this._settled = true;
      this._valleyDb = level;
    }
  }

  /** Returns the sample of a note that has lasted, else null. @param {number} level */
  _confirmed(level) {
    const maybe = this._maybe;
    if (!maybe) return null;
    maybe.db = Math.max(maybe.db, level);
    if (level >= maybe.db - NEAR_DB) maybe.near++;
    if (maybe.near >= LASTS) {
      this._maybe = null;
      return maybe.atSample;
    }
    if (this._now - maybe.hop > 2 * LASTS) this._maybe = null;
    return null;
  }
}
