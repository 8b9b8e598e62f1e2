// The page's sound: hands what an engine plays to the audio thread, and tells what is heard when.
import { Ear } from "./ear.js";
import { Speaker } from "./speaker.js";

/**
 * @typedef {import("../engines/engine.js").SoundEvent} SoundEvent
 * @typedef {{onset: (pageMs: number) => void, quiet: (pageMs: number) => void,
 *   nowMs: () => number, changed: () => void}} Hearer
 */

const PAUSE_MS = 450; // a pause this long ends a sound: pings are 350 ms apart
// Of the device's own time as well, as far as the page knows it: its clock comes each 100 ms.
const DEVICE_PAUSE_MS = PAUSE_MS - 150, LATE_MS = 50;
// An output asks for so much at one go, or more where it says so.
const LEAST_TAKEN_S = 0.006;
const AHEAD_MS = 40; // of decoded buffers, where there is no worklet
// The first gesture makes the output, and often a sound as well: that one is heard whole, a little late.
const EARLY = 100;
const KEPT = 500; // starts of sounds that are remembered, for measuring

export class Player {
  /** @param {Hearer} hearer */
  constructor(hearer) {
    this._hearer = hearer;
    this._ear = new Ear();
    /** @type {AudioContext | null} */
    this._context = null;
    /** @type {AudioWorkletNode | null} */
    this._node = null;
    /** @type {GainNode | null} */
    this._gain = null;
    this._channel = new MessageChannel();
    this._direct = false; // the engine hands its sound to the audio thread by itself
    this._pageMsOf = /** @type {(atSample: number) => number} */ (() => performance.now());
    this._quietAt = 0;
    this._silent = true;
    this._begun = { atSample: -Infinity, pageMs: -Infinity };
    // Events that came before the audio output existed.
    this._early = /** @type {any[]} */ ([]);
    this._speaker = new Speaker(22050); // of decoded buffers
    this._buffersUntil = 0;
    this.loudness = 1;
    this.underruns = 0;
    this.playing = false; // the audio thread has not yet played a sound to its end
    /** @type {"off" | "ring" | "buffers" | "none"} */
    this.out = "off";
    /** @type {{atSample: number, pageMs: number}[]} */
    this.rendered = [];
  }

  /** Returns a port for an engine that hands its sound to the audio thread by itself. */
  directPort() {
    this._channel = new MessageChannel();
    this._direct = true;
    this._connect();
    return this._channel.port1;
  }

  /** Says that the engine tells its sound to the page alone. */
  notDirect() {
    this._direct = false;
  }

  /** Makes the sound's output; only a gesture may. Safe to call often. */
  async warm() {
    if (this._context) {
      if (this._context.state !== "running") await this._context.resume();
      return;
    }
    const Context = window.AudioContext;
    if (!Context) {
      this.out = "none";
      this._hearer.changed();
      return;
    }
    const touchedMs = performance.now(), sounding = !this._silent;
    const context = new Context({ latencyHint: "interactive" });
    this._context = context;
    this._gain = context.createGain();
    this._gain.gain.value = this.loudness;
    this._gain.connect(context.destination);
    try {
      await context.audioWorklet.addModule(new URL("./worklet.js", import.meta.url));
      const processorOptions = { takenS: Math.max(context.baseLatency ?? 0, LEAST_TAKEN_S) };
      this._node = new AudioWorkletNode(context, "pingblock-player", { outputChannelCount: [1], processorOptions });
      this._node.port.onmessage = ({ data }) => this._told(data);
      this._node.connect(this._gain);
      const fresh = sounding || this._begun.pageMs >= touchedMs;
      this._node.port.postMessage({ kind: "since", atSample: fresh ? this._begun.atSample : this._ear.end });
      this.out = "ring";
      this._connect();
      for (const event of this._early.splice(0)) this._node.port.postMessage(event);
    } catch {
      this.out = "buffers"; // no secure context, or an old browser
    }
    await context.resume();
    this._hearer.changed();
  }

  _connect() {
    if (this._node && this._direct) this._node.port.postMessage({ kind: "port" }, [this._channel.port2]);
  }

  /** Sets the page's own loudness. @param {number} share 0..1 */
  setLoudness(share) {
    this.loudness = share;
    if (this._gain) this._gain.gain.value = share;
  }

  /** Takes an event of the engine: `sound`, `silence` or `amp`. @param {any} event */
  take(event) {
    if (event.kind === "amp") {
      this._ear.gate(event.on);
      this._speaker.open = event.on;
    }
    if (event.kind === "sound") this._hear(event);
    if (event.kind === "silence") this._silent = true;
    if (this._direct) return;
    if (this._node) this._node.port.postMessage(event);
    else this._early = [...this._early.slice(-EARLY), event];
  }

  /** Forgets the sound of an engine that is gone. */
  forget() {
    this._ear = new Ear();
    this._pageMsOf = () => performance.now();
    this._silent = true;
    this._early = [];
    this._node?.port.postMessage({ kind: "forget" });
    this._node?.port.postMessage({ kind: "since", atSample: -Infinity });
  }

  /** @param {SoundEvent} event */
  _hear({ atSample, rateHz, samples }) {
    if (atSample > this._ear.end || this._silent) this._begun = { atSample, pageMs: performance.now() };
    this._silent = false;
    this._ear = this._ear.at(atSample, rateHz);
    const onsets = this._ear.feed(atSample, samples);
    if (this.out === "buffers") this._playBuffer(atSample, rateHz, samples);
    for (const onset of onsets) this._at(this._pageMsOf(onset), this._hearer.onset);
    if (this._ear.audibleAt > atSample) this._expectQuiet(this._pageMsOf(this._ear.audibleAt) + PAUSE_MS);
  }

  /** @param {number} pageMs @param {(pageMs: number) => void} call */
  _at(pageMs, call) {
    setTimeout(() => call(performance.now()), Math.max(0, pageMs - performance.now()));
  }

  /** @param {number} pageMs */
  _expectQuiet(pageMs) {
    clearTimeout(this._quietAt);
    this._quietAt = window.setTimeout(() => this._endIfQuiet(), Math.max(0, pageMs - performance.now()));
  }

  /** Tells that a sound is over, unless its engine is only late: then its rest is still to come. */
  _endIfQuiet() {
    const { audibleAt, rateHz } = this._ear;
    const overMs = (audibleAt * 1000) / rateHz + DEVICE_PAUSE_MS;
    if (this._hearer.nowMs() >= overMs) this._hearer.quiet(performance.now());
    else this._expectQuiet(performance.now() + LATE_MS);
  }

  /** @param {any} data of the audio thread */
  _told(data) {
    if (data.kind === "underrun") this.underruns = data.count;
    if (data.kind === "stopped") this.playing = false;
    if (data.kind === "started") {
      this.playing = true;
      const startedMs = this._outputMs(data.time), rateHz = this._ear.rateHz, from = data.atSample;
      this._pageMsOf = (/** @type {number} */ atSample) => startedMs + ((atSample - from) * 1000) / rateHz;
      if (!data.again) {
        this.rendered = [...this.rendered.slice(1 - KEPT), { atSample: from, pageMs: performance.now() }];
        performance.mark("sound rendered", { detail: { atSample: from } });
      }
    }
    this._hearer.changed();
  }

  /** Returns the page's time at which a moment of the context reaches the output. @param {number} time s */
  _outputMs(time) {
    const context = /** @type {AudioContext} */ (this._context);
    const stamp = context.getOutputTimestamp?.();
    if (!stamp?.performanceTime || stamp.contextTime === undefined) return performance.now();
    return stamp.performanceTime + (time - stamp.contextTime) * 1000;
  }

  /** @param {number} atSample @param {number} rateHz @param {Int16Array} samples */
  _playBuffer(atSample, rateHz, samples) {
    const context = /** @type {AudioContext} */ (this._context);
    const buffer = context.createBuffer(1, samples.length, rateHz);
    buffer.copyToChannel(Float32Array.from(samples, (level) => this._speaker.next(level / 32767)), 0);
    if (this._buffersUntil < context.currentTime) {
      this._buffersUntil = context.currentTime + AHEAD_MS / 1000;
      const startedMs = performance.now() + AHEAD_MS;
      this._pageMsOf = (/** @type {number} */ at) => startedMs + ((at - atSample) * 1000) / rateHz;
    }
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(/** @type {GainNode} */ (this._gain));
    source.start(this._buffersUntil);
    this._buffersUntil += buffer.duration;
  }
}
