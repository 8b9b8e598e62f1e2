// Plays the device's levels from a ring buffer: in the audio thread, or in the page if there is no such thread.
import { Speaker } from "./speaker.js";

// A sound begins when the buffer has one request of the output and this much more. Later the engines are well ahead.
// After an underrun, it begins with more, but at most with the amount that an engine makes at once.
const SPARE_S = 0.003,
  MORE_S = 0.006,
  MOST_S = 0.024;
const LATER_S = 0.004; // A sound that is shorter than this buffer starts after this time.
const SIZE = 1 << 16; // levels for 3 s, because engines compute less than 3 s ahead
const TAIL_S = 0.03; // time in which the speaker fades after the last level

export class Ring {
  /**
   * @param {number} outHz  sample rate of the output
   * @param {number} takenS  time in s that the output requests at once
   * @param {(data: any) => void} tell  called with the state of the sound
   */
  constructor(outHz, takenS, tell) {
    this.outHz = outHz;
    this.tell = tell;
    this.leastS = this.ringS = takenS + SPARE_S;
    this.ring = new Float32Array(SIZE);
    this.rateHz = 22050;
    this.speaker = new Speaker(this.rateHz);
    this.read = this.end = 0; // positions in samples of the device
    this.since = -Infinity;
    this.playing = this.waiting = this.ended = false;
    this.waited = this.tail = this.phase = 0;
    this.underruns = this.from = this.to = 0;
    this.again = false; // true after an underrun, if the same sound continues
    /** @type {{atSample: number, on: boolean}[]} */
    this.gates = [];
  }

  /** @param {any} data @param {MessagePort} [port] */
  take(data, port) {
    if (data.kind === "port") /** @type {MessagePort} */ (port).onmessage = (message) => this.take(message.data);
    else if (data.kind === "since") this.since = data.atSample;
    else if (data.kind === "sound") this.sound(data);
    else if (data.kind === "silence") this.silence(data.atSample);
    else if (data.kind === "amp") this.gates.push({ atSample: (data.atMs * this.rateHz) / 1000, on: data.on });
    else if (data.kind === "forget") this.stop();
  }

  /**
   * Takes new levels. If they start before the end of the old levels, they replace the rest of the old levels.
   * @param {import("../engines/engine.js").SoundEvent} event
   */
  sound({ atSample, rateHz, samples }) {
    if (atSample + samples.length <= this.since) return;
    if (Math.abs(rateHz - this.rateHz) > 1) this.renew(rateHz);
    const idle = !this.playing && !this.waiting;
    const far = atSample < this.read - SIZE / 2 || atSample > this.end + SIZE / 2;
    if (idle || far) {
      this.read = this.end = atSample;
      this.waiting = true;
      this.playing = false;
      this.waited = 0;
    }
    const held = this.ring[(this.end - 1) & (SIZE - 1)];
    for (let at = this.end; at < atSample; at++) this.ring[at & (SIZE - 1)] = held;
    for (let i = 0; i < samples.length; i++) this.ring[(atSample + i) & (SIZE - 1)] = samples[i] / 32767;
    this.end = Math.max(atSample + samples.length, this.read);
    this.read = Math.max(this.read, this.end - SIZE); // If the output was late, only the rest is played.
    this.ended = false;
  }

  /** @param {number} atSample */
  silence(atSample) {
    this.ended = true;
    if (atSample < this.end) this.end = Math.max(atSample, this.read);
  }

  /** @param {number} rateHz */
  renew(rateHz) {
    this.rateHz = rateHz;
    const open = this.speaker.open;
    this.speaker = new Speaker(rateHz);
    this.speaker.open = open;
  }

  stop() {
    this.tell({ kind: "stopped" });
    this.playing = this.waiting = false;
    this.phase = this.from = this.to = 0;
    if (!this.again) this.ringS = Math.max(this.leastS, this.ringS - MORE_S / 2);
    this.again = false;
  }

  /**
   * Writes the next samples for the output.
   * @param {Float32Array} out @param {number} time time of the first sample in s
   */
  fill(out, time) {
    if (this.waiting) this.begin(out.length, time);
    if (!this.playing) return;
    const step = this.rateHz / this.outHz;
    for (let i = 0; i < out.length; i++) {
      for (this.phase += step; this.phase >= 1 && this.playing; this.phase--) this.advance();
      if (!this.playing) break;
      out[i] = this.from + (this.to - this.from) * this.phase;
    }
  }

  /** Starts when the buffer has enough. @param {number} frames @param {number} time s */
  begin(frames, time) {
    this.waited += frames / this.outHz;
    const fill = (this.end - this.read) / this.rateHz;
    if (fill < this.ringS && (this.again || this.waited < this.ringS + LATER_S) && !this.ended) return;
    this.waiting = false;
    this.playing = true;
    this.tail = 0;
    this.tell({ kind: "started", atSample: this.read, time, again: this.again });
  }

  /** Waits until the buffer is full again, because the engine is late. The buffer is longer then. */
  ranDry() {
    this.tell({ kind: "underrun", count: ++this.underruns });
    this.ringS = Math.min(this.ringS + MORE_S, Math.max(this.leastS, MOST_S));
    this.again = this.waiting = true;
    this.playing = false;
    this.waited = 0;
  }

  /** Passes one more level to the speaker. After the last level, the sound fades. */
  advance() {
    while (this.gates.length && this.gates[0].atSample <= this.read) {
      this.speaker.open = this.gates[0].on;
      this.gates.shift();
    }
    const there = this.read < this.end;
    if (!there && !this.ended) {
      this.ranDry();
      return;
    }
    const level = this.ring[(there ? this.read : this.end - 1) & (SIZE - 1)];
    this.tail = there ? 0 : this.tail + 1;
    if (there) this.read++;
    this.from = this.to;
    this.to = this.speaker.next(level);
    if (this.tail > TAIL_S * this.rateHz) this.stop();
  }
}
