// Plays the page's sound: sends the levels of an engine to the audio thread, and reports when they are heard.
import { Ear } from "./ear.js";
import { Notes } from "./notes.js";
import { Output } from "./output.js";

/**
 * @typedef {import("../engines/engine.js").SoundEvent} SoundEvent
 * @typedef {{onset: (pageMs: number) => void, quiet: (pageMs: number) => void,
 *   nowMs: () => number, changed: () => void, locked: (why: string) => void}} Hearer
 */

// The amplifier is on from the start of a sound to its end, also in its pauses. A device starts its next sound about
// 60 ms later. The two then count as one.
const NEXT_MS = 120;
const LATE_MS = 50;
const KEPT = 500; // number of remembered starts of sounds, for measurements

export class Player {
  /** @param {Hearer} hearer */
  constructor(hearer) {
    this._hearer = hearer;
    this._ear = new Ear();
    this._output = new Output({
      opened: () => this._opened(),
      told: (data) => this._told(data),
      locked: (why) => hearer.locked(why),
    });
    this._notes = new Notes();
    this._late = { notes: /** @type {[number, number][]} */ ([]), pageMs: -Infinity };
    this._channel = new MessageChannel();
    this._connected = false;
    this._pageMsOf = /** @type {(atSample: number) => number} */ (() => performance.now());
    this._quietAt = 0;
    this._silent = true;
    this._begun = { atSample: -Infinity, pageMs: -Infinity };
    // The gesture that unlocks the output often also causes a sound. That sound is played completely, but a little
    // late.
    this._touched = { pageMs: Infinity, sounding: false };
    this.underruns = 0;
    this.playing = false; // whether the audio thread is playing a sound
    /** @type {{atSample: number, pageMs: number}[]} */
    this.rendered = [];
  }

  get out() {
    return this._output.kind;
  }

  /** A sentence about a feature that the browser lacks, or "". */
  get lack() {
    return this._output.lack;
  }

  /** Returns a port with which an engine can send sound directly to the audio thread. */
  directPort() {
    this._channel = new MessageChannel();
    this._connected = false;
    this._connect();
    return this._channel.port1;
  }

  /**
   * Makes the sound's output, which only a gesture can open. Call it at each event of a gesture.
   * @param {{begins: boolean, counts: boolean}} event  whether it begins a press, and whether browsers accept it as a
   * gesture
   */
  warm({ begins, counts }) {
    if (begins) this._touched = { pageMs: performance.now(), sounding: !this._silent };
    this._output.warm(counts);
  }

  /** Notes that the output is unlocked. Only one of the earlier sounds is played: the sound of the gesture. */
  _opened() {
    const { pageMs, sounding } = this._touched;
    const since = sounding || this._begun.pageMs >= pageMs ? this._begun.atSample : this._ear.end;
    this._output.say?.({ kind: "since", atSample: since });
    if (this._late.pageMs >= pageMs) this.notes(this._late.notes);
    this._connect();
    this._hearer.changed();
  }

  _connect() {
    const { say, open } = this._output;
    if (!say || !open || this._connected) return;
    this._connected = true;
    say({ kind: "port" }, this._channel.port2);
  }

  /** Sets the loudness of the page. @param {number} share 0..1 */
  setLoudness(share) {
    this._output.setLoudness(share);
  }

  /** Plays notes of the page, if the sound is unlocked or the gesture unlocks it. @param {[number, number][]} notes */
  notes(notes) {
    const { gain, open } = this._output;
    if (gain && open) this._notes.play(gain, notes);
    else this._late = { notes, pageMs: performance.now() };
  }

  /** Takes an event of the engine: `sound`, `silence` or `amp`. @param {any} event */
  take(event) {
    if (event.kind === "amp") this._switch(event);
    if (event.kind === "sound") this._hear(event);
    if (event.kind === "silence") this._silent = true;
  }

  /** Forgets the sound of an engine that was closed. */
  forget() {
    this._ear = new Ear();
    this._pageMsOf = () => performance.now();
    this._silent = true;
    clearTimeout(this._quietAt);
    this._hearer.quiet(performance.now());
    this._output.say?.({ kind: "forget" });
    this._output.say?.({ kind: "since", atSample: -Infinity });
  }

  /** @param {SoundEvent} event */
  _hear({ atSample, rateHz, samples }) {
    if (atSample > this._ear.end || this._silent) this._begun = { atSample, pageMs: performance.now() };
    this._silent = false;
    this._ear = this._ear.at(atSample, rateHz);
    const onsets = this._ear.feed(atSample, samples);
    for (const onset of onsets) this._at(this._pageMsOf(onset), this._hearer.onset);
  }

  /** @param {import("../engines/engine.js").AmpEvent} event */
  _switch({ on, atMs }) {
    this._ear.gate(on);
    clearTimeout(this._quietAt);
    if (!on) this._expectQuiet(atMs + NEXT_MS, this._pageMsOf((atMs * this._ear.rateHz) / 1000) + NEXT_MS);
  }

  /** @param {number} pageMs @param {(pageMs: number) => void} call */
  _at(pageMs, call) {
    setTimeout(() => call(performance.now()), Math.max(0, pageMs - performance.now()));
  }

  /**
   * Reports the end of a sound, unless the next one starts before a time of the device, and of the page.
   * @param {number} deviceMs @param {number} pageMs
   */
  _expectQuiet(deviceMs, pageMs) {
    this._quietAt = window.setTimeout(
      () => {
        const now = performance.now();
        if (this._hearer.nowMs() >= deviceMs) this._hearer.quiet(now);
        else this._expectQuiet(deviceMs, now + LATE_MS); // The engine is late.
      },
      Math.max(0, pageMs - performance.now()),
    );
  }

  /** @param {any} data a message of the audio thread */
  _told(data) {
    if (data.kind === "underrun") this.underruns = data.count;
    if (data.kind === "stopped") this.playing = false;
    if (data.kind === "started") {
      this.playing = true;
      const startedMs = this._outputMs(data.time),
        rateHz = this._ear.rateHz,
        from = data.atSample;
      this._pageMsOf = (/** @type {number} */ atSample) => startedMs + ((atSample - from) * 1000) / rateHz;
      if (!data.again) {
        this.rendered = [...this.rendered.slice(1 - KEPT), { atSample: from, pageMs: performance.now() }];
        performance.mark("sound rendered", { detail: { atSample: from } });
      }
    }
    this._hearer.changed();
  }

  /** Returns the page's time at which a time of the audio context reaches the output. @param {number} time s */
  _outputMs(time) {
    const context = /** @type {AudioContext} */ (this._output.context);
    const stamp = context.getOutputTimestamp?.();
    if (!stamp?.performanceTime || stamp.contextTime === undefined) return performance.now();
    return stamp.performanceTime + (time - stamp.contextTime) * 1000;
  }
}
