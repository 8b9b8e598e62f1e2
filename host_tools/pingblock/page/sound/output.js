// The way out of the page for sound: the browser's audio context, its audio thread, and their lock.
import { scriptOf } from "../files.js";
import { _ } from "../language.js";
import { Ring } from "./ring.js";

// After LOAD_MS the page plays without the audio thread. After UNLOCK_MS it says that the sound is still locked.
const LOAD_MS = 3000,
  UNLOCK_MS = 1500;
// An output asks for so much at one go, or more where it says so.
const LEAST_TAKEN_S = 0.006;
const FRAMES = 512; // of one call where there is no audio thread

/**
 * @typedef {object} Listener
 * @property {() => void} opened  the output plays from now on; again after each interruption
 * @property {(data: any) => void} told  by the audio thread
 * @property {(why: string) => void} locked  a gesture did not open it: a sentence
 */

export class Output {
  /** @param {Listener} listener */
  constructor(listener) {
    this._listener = listener;
    /** @type {AudioContext | null} */
    this.context = null;
    /** Takes messages to the ring. @type {((data: any, port?: MessagePort) => void) | null} */
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

  /** Whether what it gets is heard now. */
  get open() {
    return this.context?.state === "running" && this.say !== null;
  }

  /**
   * Makes the output, and asks the browser to unlock it. Call it at each event of a gesture: which of
   * them unlocks differs between browsers, and between fingers, pens, mice and keys.
   * @param {boolean} counts  whether browsers take this event for a gesture
   */
  warm(counts) {
    if (this.kind === "none") return this._listener.locked(this.lack);
    if (!this.context) this._make();
    const { context } = this;
    if (!context || context.state === "running") return;
    // Within the event: a browser may refuse it later. A refusal is found by the state.
    context.resume().then(
      () => this._look(),
      () => {},
    );
    if (counts) this._watch ||= window.setTimeout(() => this._told(), UNLOCK_MS);
  }

  /** A sentence about what the browser lacks for sound; "" if nothing. */
  get lack() {
    if (this.kind === "none")
      return _("This browser opened no sound output: the light and the words show each outcome.");
    return "";
  }

  /** Sets the page's own loudness. @param {number} share 0..1 */
  setLoudness(share) {
    this.loudness = share;
    if (this.gain) this.gain.gain.value = share;
  }

  _told() {
    this._watch = 0;
    if (this.context?.state === "running" || !this.loudness) return;
    this._listener.locked(
      _(
        "The browser keeps the sound locked. Press again here. If it stays silent, allow sound for this page in the browser's settings.",
      ),
    );
  }

  _make() {
    // A phone whose switch says silent plays what its owner has pressed for.
    const session = /** @type {any} */ (navigator).audioSession;
    if (session) session.type = "playback";
    try {
      this.context = new AudioContext({ latencyHint: "interactive" });
      this.gain = this.context.createGain();
      this.setLoudness(this.loudness);
      this.gain.connect(this.context.destination);
      this.context.addEventListener("statechange", () => this._look());
    } catch {
      this.context = null; // there is none, or the browser opens no more of them
      this.kind = "none";
      return this._listener.locked(this.lack);
    }
    const late = new Promise((_, reject) => setTimeout(reject, LOAD_MS));
    // No secure context, an old browser, or no answer: then the page itself fills the output.
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
    this.node = node; // a browser forgets one that nothing names
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
