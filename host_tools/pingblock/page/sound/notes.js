// Plays short tunes of the page, in addition to the sound of a device. A new tune ends the previous one.

const FADE_S = 0.008,
  LOUDNESS = 0.22; // share of full scale that is about as loud as the block's sounds

export class Notes {
  constructor() {
    /** @type {GainNode | null} */
    this._last = null;
  }

  /**
   * @param {AudioNode} into  gain node for the page's volume
   * @param {[number, number][]} notes  pairs of Hz and ms, where 0 Hz is a pause
   */
  play(into, notes) {
    const { context } = into,
      out = new GainNode(context, { gain: LOUDNESS });
    this._last?.gain.setTargetAtTime(0, context.currentTime, FADE_S);
    this._last = out;
    out.connect(into);
    let at = context.currentTime;
    for (const [hz, ms] of notes) {
      const end = at + ms / 1000;
      if (hz) note(out, hz, at, end);
      at = end;
    }
  }
}

/** @param {GainNode} out @param {number} hz @param {number} from s @param {number} to s */
function note(out, hz, from, to) {
  const { context } = out,
    gain = new GainNode(context, { gain: 0 }),
    tone = new OscillatorNode(context, { type: "triangle", frequency: hz });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(1, from + FADE_S);
  gain.gain.setTargetAtTime(0, to - FADE_S, FADE_S / 2);
  tone.connect(gain).connect(out);
  tone.start(from);
  tone.stop(to + 5 * FADE_S);
}
