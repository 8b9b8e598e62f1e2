// Finds the beginnings of notes in the sound while it plays, so that coins hop with it. A note is a rise of the 5 ms
// level by 6 dB within 30 ms that lasts. All steps are 1 ms.
import { Speaker } from "./speaker.js";

// The rules are those of virtual/heard.py and virtual/loudness.py, except that this code cannot look as far ahead.
const FLOOR_DB = -50,
  RISE_DB = 6,
  ATTACK_DB = 6,
  FALL_DB = 1;
const WINDOW = 5,
  HOLD = 12,
  HISTORY = 30,
  FUSED = 50,
  SETTLED = 30;
// A note stays within 15 dB of its peak for 25 ms. A sound that does not do this within 60 ms is a click.
const LASTS = 25,
  LOOK = 60,
  NEAR_DB = 15;

export class Ear {
  /** @param {number} [atSample] number of the first sample @param {number} [rateHz] */
  constructor(atSample = 0, rateHz = 22050) {
    this.rateHz = rateHz;
    this.end = atSample;
    this._speaker = new Speaker(rateHz);
    this._hop = Math.round(rateHz / 1000);
    this._power = 0;
    this._filled = 0;
    /** @type {number[]} */
    this._powers = [];
    /** @type {number[]} */
    this._levels = [];
    /** @type {number[]} */
    this._held = [-120];
    this._peakDb = this._valleyDb = -120;
    this._now = 0;
    this._riseAt = 0;
    this._peakAt = 0;
    this._onsetAt = 0;
    this._settled = true;
    /** @type {null | {levels: number[], at: number[]}} */
    this._maybe = null;
  }

  /** Switches the amplifier on or off. @param {boolean} on */
  gate(on) {
    this._speaker.open = on;
  }

  /**
   * Returns this ear. If the sound does not follow the last one, returns a new ear that starts here.
   * @param {number} atSample @param {number} rateHz @returns {Ear}
   */
  at(atSample, rateHz) {
    if (Math.abs(atSample - this.end) <= rateHz && Math.abs(rateHz - this.rateHz) <= 1) return this;
    const ear = new Ear(atSample, rateHz);
    ear.gate(this._speaker.open);
    return ear;
  }

  /**
   * Takes more samples, and returns those at which notes began. They are certain about 25 ms later.
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

  /** Decides about one hop, which ends at a sample. @param {number} atSample */
  _step(atSample) {
    this._now++;
    this._powers = [...this._powers, this._power / this._hop].slice(-WINDOW);
    const mean = this._powers.reduce((a, b) => a + b, 0) / WINDOW;
    const level = 10 * Math.log10(2 * mean + 1e-12);
    this._levels = [...this._levels, level].slice(-HOLD);
    const held = Math.max(...this._levels);
    this._held = [...this._held, held].slice(-HISTORY);
    const rise = held - Math.max(this._valleyDb, Math.min(...this._held));
    if (this._settled && held > FLOOR_DB && rise >= RISE_DB) this._begin(held);
    else if (this._now > this._onsetAt) this._follow(held);
    return this._confirmed(atSample, level);
  }

  /** @param {number} held */
  _begin(held) {
    this._maybe = { levels: [], at: [] };
    this._riseAt = this._onsetAt = this._peakAt = this._now;
    this._settled = false;
    this._peakDb = held;
  }

  /** Follows a note to its peak, and after that keeps the lowest level. @param {number} held */
  _follow(held) {
    if (this._settled) {
      this._valleyDb = Math.min(this._valleyDb, held);
    } else if (held > this._peakDb || this._now - this._onsetAt < FUSED) {
      this._peakDb = Math.max(this._peakDb, held);
      this._peakAt = this._now;
    } else if (held <= this._peakDb - FALL_DB || this._now - this._peakAt >= SETTLED) {
      this._settled = true;
      this._valleyDb = held;
    }
  }

  /** Returns the first sample of a note that has lasted, or null. @param {number} atSample @param {number} level */
  _confirmed(atSample, level) {
    const maybe = this._maybe;
    if (!maybe) return null;
    maybe.levels.push(level);
    maybe.at.push(atSample);
    const peak = Math.max(...maybe.levels);
    const start = maybe.levels.findIndex((each) => each >= peak - ATTACK_DB);
    this._onsetAt = this._riseAt + start;
    if (maybe.levels.length > LOOK) this._maybe = null;
    if (maybe.levels.slice(start).filter((each) => each >= peak - NEAR_DB).length < LASTS) return null;
    this._maybe = null;
    return maybe.at[start];
  }
}
