// Outputs the page's sound with the browser's audio context and its audio thread, and unlocks it.
import { scriptOf } from "../files.js";
import { _ } from "../language.js";
import { Ring } from "./ring.js";

// After LOAD_MS, the page plays without the audio thread. After UNLOCK_MS, it shows that the sound is still locked.
const LOAD_MS = 3000,
  UNLOCK_MS = 1500;
// An output requests this much at a time, or more if it reports more.
const LEAST_TAKEN_S = 0.006;
const FRAMES = 512; // samples in one call without an audio thread

/**
 * @typedef {object} Listener
 * @property {() => void} opened  called when the output starts to play, also after each interruption
 * @property {(data: any) => void} told  called with messages of the audio thread
 * @property {(why: string) => void} locked  called with a sentence if a gesture did not unlock the sound
 */

export class Output {
  /** @param {Listener} listener */
  constructor(listener) {
    this._listener = listener;
    /** @type {AudioContext | null} */
    this.context = null;
    /** Sends messages to the ring buffer. @type {((data: any, port?: MessagePort) => void) | null} */
    this.say = null;
    /** @type {AudioNode | null} */
    this.node = null;
    /** @type {GainNode | null} */
    this.gain = null;
    this.loudness = 1;
    /** @type {"off" | "thread" | "page" | "none"} */
    this.kind = "off";
    this._watch = 0;
    this._isOpen = false;
  }

  /** Returns whether the output plays now. */
  get open() {
    return this.context?.state === "running" && this.say !== null;
  }

  /**
   * Makes the output, and asks the browser to unlock it. Call this at each event of a gesture, because the event that
   * unlocks differs between browsers, and between fingers, pens, mice and keys.
   * @param {boolean} counts  whether browsers accept this event as a gesture
   */
  warm(counts) {
    if (this.kind === "none") return this._listener.locked(this.lack);
    if (!this.context) this._make();
    const { context } = this;
    if (!context || context.state === "running") return;
    // This must be called within the event, because the browser can refuse it later. The state shows a refusal.
    context.resume().then(
      () => this._look(),
      () => {},
    );
    if (counts) this._watch ||= window.setTimeout(() => this._told(), UNLOCK_MS);
  }

  /** A sentence about a feature that the browser lacks, or "". */
  get lack() {
    if (this.kind === "none")
      return _("This browser opened no sound output: the light and the words show each outcome.");
    return "";
  }

  /** Sets the loudness of the page. @param {number} share 0..1 */
  setLoudness(share) {
    this.loudness = share;
    if (this.gain) this.gain.gain.value = share;
  }

  _told() {
    this._watch = 0;
    if (this.context?.state === "running" || !this.loudness) return;
    this._listener.locked(
      _(
        "The browser blocks the sound. Press here again. If it stays silent, allow sound for this page in the browser's settings.",
      ),
    );
  }

  _make() {
    // With this type, a phone in silent mode plays the sounds that a press requests.
    const session = /** @type {any} */ (navigator).audioSession;
    if (session) session.type = "playback";
    try {
      this.context = new AudioContext({ latencyHint: "interactive" });
      this.gain = this.context.createGain();
      this.setLoudness(this.loudness);
      this.gain.connect(this.context.destination);
      this.context.addEventListener("statechange", () => this._look());
    } catch {
      this.context = null; // The browser has no audio context, or too many are open.
      this.kind = "none";
      return this._listener.locked(this.lack);
    }
    const late = new Promise((_, reject) => setTimeout(reject, LOAD_MS));
    // If the context is insecure, the browser is old, or no answer comes, the page itself fills the output.
    void Promise.race([this._loaded(this.context), late])
      .then(
        () => this._thread(),
        () => this._page(),
      )
      .then(() => this._look());
  }

  /** @param {AudioContext} context */
  async _loaded(context) {
    await context.audioWorklet.addModule(await scriptOf("sound/worklet.js"));
  }

  _thread() {
    const context = /** @type {AudioContext} */ (this.context);
    const processorOptions = { takenS: Math.max(context.baseLatency ?? 0, LEAST_TAKEN_S) };
    const node = new AudioWorkletNode(context, "pingblock-player", { outputChannelCount: [1], processorOptions });
    node.port.onmessage = ({ data }) => this._listener.told(data);
    this._play(node, "thread", (data, port) => node.port.postMessage(data, port ? [port] : []));
  }

  _page() {
    const context = /** @type {AudioContext} */ (this.context);
    const { sampleRate } = context;
    const ring = new Ring(sampleRate, FRAMES / sampleRate, (data) => this._listener.told(data));
    const node = context.createScriptProcessor(FRAMES, 0, 1);
    node.onaudioprocess = ({ outputBuffer, playbackTime }) => ring.fill(outputBuffer.getChannelData(0), playbackTime);
    this._play(node, "page", (data, port) => ring.take(data, port));
  }

  /** @param {AudioNode} node @param {"thread" | "page"} kind @param {(data: any, port?: MessagePort) => void} say */
  _play(node, kind, say) {
    this.node = node; // The browser deletes a node without a reference.
    this.kind = kind;
    this.say = say;
    node.connect(/** @type {GainNode} */ (this.gain));
  }

  _look() {
    const opens = this.open && !this._isOpen;
    this._isOpen = this.open;
    if (!opens) return;
    clearTimeout(this._watch);
    this._watch = 0;
    this._listener.opened();
  }
}
