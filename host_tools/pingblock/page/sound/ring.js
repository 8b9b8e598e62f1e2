// Plays the device's levels as they come, from a ring: in the audio thread, or where there is none, in the page.
import { Speaker } from "./speaker.js";

// A sound begins with what the output asks for at one go, and this more; engines then keep well ahead.
// After underruns it begins with more, but never with more than an engine makes at once.
const SPARE_S = 0.003,
  MORE_S = 0.006,
  MOST_S = 0.024;
const LATER_S = 0.004; // a sound that is shorter than the ring starts this long after it
const SIZE = 1 << 16; // levels, 3 s: an engine never is so far ahead
const TAIL_S = 0.03; // the speaker's own after the last level

export class Ring {
  /**
   * @param {number} outHz  of the output
   * @param {number} takenS  what the output asks for at one go
   * @param {(data: any) => void} tell  what becomes of the sound
   */
  constructor(outHz, takenS, tell) {
    this.outHz = outHz;
    this.tell = tell;
    this.leastS = this.ringS = takenS + SPARE_S;
    this.ring = new Float32Array(SIZE);
    this.rateHz = 22050;
    this.speaker = new Speaker(this.rateHz);
    this.read = this.end = 0; // device samples
    this.since = -Infinity;
    this.playing = this.waiting = this.ended = false;
    this.waited = this.tail = this.phase = 0;
    this.underruns = this.from = this.to = 0;
    this.again = false; // after an underrun the same sound goes on
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

  /** New levels; those from before the end of the old ones replace the rest of them.
   * @param {import("../engines/engine.js").SoundEvent} event */
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
    this.read = Math.max(this.read, this.end - SIZE); // it waited for its output: the rest of it
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

  /** Writes what is heard next. @param {Float32Array} out @param {number} time of its first sample, s */
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

  /** Starts once enough is there. @param {number} frames @param {number} time s */
  begin(frames, time) {
    this.waited += frames / this.outHz;
    const fill = (this.end - this.read) / this.rateHz;
    if (fill < this.ringS && (this.again || this.waited < this.ringS + LATER_S) && !this.ended) return;
    this.waiting = false;
    this.playing = true;
    this.tail = 0;
    this.tell({ kind: "started", atSample: this.read, time, again: this.again });
  }

  /** The engine is late: waits until the ring, a longer one, is full again. */
  ranDry() {
    this.tell({ kind: "underrun", count: ++this.underruns });
    this.ringS = Math.min(this.ringS + MORE_S, Math.max(this.leastS, MOST_S));
    this.again = this.waiting = true;
    this.playing = false;
    this.waited = 0;
  }

  /** Lets one more level through the speaker; after the last one it fades away. */
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
