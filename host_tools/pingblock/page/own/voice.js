// Records with the microphone, and finds the notes of a hummed tune.
import { mono } from "../board/audio_file.js";
import { _ } from "../language.js";
import { LinkError } from "../link/errors.js";
import { PITCHES, REST, STEPS } from "./form.js";

const RECORDED_HZ = 44_100;
/** Filters for speech would change the tune. */
const AS_IT_IS = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
const FINE = 5, // Groups of five samples are averaged, because a voice needs no higher rate.
  LOWEST_HZ = 80,
  HIGHEST_HZ = 1000,
  CLEAR = 0.2, // share of the power that can be irregular in a hummed note
  LOUD = 0.15, // least loudness of a note, relative to the loudest part
  PIECES = 20, // pieces of a step, one of which can be a pause between two notes
  DIP = 0.5; // a new note begins if the voice was softer by this factor
const SCALE = [0, 2, 4, 5, 7, 9, 11, 12]; // semitones of `PITCHES`
const SHIFT = 0.25, // step in semitones between two keys to try
  TIE = 1e-6;

/**
 * Records one channel with the microphone.
 * @param {number} ms @param {() => void} begun called when the recording begins
 * @returns {Promise<import("../board/audio_file.js").Recording>}
 */
export async function record(ms, begun) {
  if (!navigator.mediaDevices?.getUserMedia || !self.MediaRecorder)
    throw new LinkError(
      "input",
      _(
        "This browser does not let this page use a microphone: open the page through https, or on this computer itself.",
      ),
    );
  const stream = await navigator.mediaDevices.getUserMedia({ audio: AS_IT_IS }).catch(() => {
    throw new LinkError(
      "input",
      _("The page cannot use a microphone. Connect one, and allow it for this page in the browser's settings."),
    );
  });
  try {
    const recorder = new MediaRecorder(stream),
      parts = /** @type {Blob[]} */ ([]);
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((then) => (recorder.onstop = then));
    recorder.start();
    begun();
    setTimeout(() => recorder.stop(), ms);
    await ended;
    const content = await new Blob(parts).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, RECORDED_HZ).decodeAudioData(content);
    return { samples: mono([Float64Array.from(sound.getChannelData(0))], []), hz: RECORDED_HZ };
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/**
 * Returns the notes of a hummed tune, in any key and octave.
 * @param {import("../board/audio_file.js").Recording} recording @param {number} stepMs
 */
export function hummed({ samples, hz }, stepMs) {
  const fine = averaged(samples),
    fineHz = hz / FINE,
    size = Math.round((fineHz * stepMs) / 1000);
  const parts = Array.from({ length: STEPS }, (_part, i) => fine.subarray(i * size, (i + 1) * size));
  const loudest = Math.max(...parts.map(loudness));
  const heights = parts.map((part) => (loudness(part) > LOUD * loudest ? height(part, fineHz) : null));
  const key = keyOf(heights.filter((each) => each !== null));
  let before = REST;
  return heights
    .map((each, i) => {
      const note = each === null ? REST : PITCHES[nearest(each - key)],
        lasts = note !== REST && note === before && !dips(parts[i], parts[i - 1]);
      before = note;
      return lasts ? REST : note; // A note that is held is drawn only once.
    })
    .join("");
}

/** @param {Float64Array} samples */
function averaged(samples) {
  return Float64Array.from({ length: Math.floor(samples.length / FINE) }, (_value, i) => {
    const group = samples.subarray(i * FINE, (i + 1) * FINE);
    return group.reduce((sum, value) => sum + value, 0) / FINE;
  });
}

/** @param {Float64Array} part */
const loudness = (part) => Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / (part.length || 1));

/** Returns whether the voice became soft between two notes. @param {Float64Array} part @param {Float64Array} before */
function dips(part, before) {
  const both = Float64Array.from([...before.subarray(before.length / 2), ...part.subarray(0, part.length / 2)]),
    size = Math.ceil(both.length / PIECES);
  const pieces = Array.from({ length: PIECES }, (_piece, i) => loudness(both.subarray(i * size, (i + 1) * size)));
  return Math.min(...pieces) < DIP * loudness(part);
}

/**
 * Returns the pitch of a part in semitones above A4, or null if it is not clear. The pitch is the shortest delay after
 * which the sound repeats (de Cheveigné and Kawahara, YIN, 2002).
 * @param {Float64Array} part @param {number} hz
 */
function height(part, hz) {
  const longest = Math.min(Math.floor(hz / LOWEST_HZ), part.length >> 1),
    count = part.length - longest;
  const differs = [1];
  let sum = 0;
  for (let delay = 1; delay <= longest; delay++) {
    let difference = 0;
    for (let i = 0; i < count; i++) difference += (part[i] - part[i + delay]) ** 2;
    sum += difference;
    differs.push(sum ? (difference * delay) / sum : 1);
  }
  for (let delay = Math.ceil(hz / HIGHEST_HZ); delay < longest; delay++)
    if (differs[delay] < CLEAR && differs[delay] <= differs[delay + 1])
      return 12 * Math.log2(hz / (delay + bend(differs, delay)) / 440);
  return null;
}

/**
 * Returns the position of a minimum between its neighbours, from a parabola. @param {number[]} values @param {number}
 * at
 */
function bend(values, at) {
  const [left, middle, right] = [values[at - 1], values[at], values[at + 1]];
  return (left - right) / (2 * (left - 2 * middle + right) || 1);
}

/**
 * Returns the key whose scale is nearest to these pitches. If there are several, returns the highest.
 * @param {number[]} heights
 */
function keyOf(heights) {
  let best = 0,
    least = Infinity;
  for (let key = 36; key > -48; key -= SHIFT) {
    const off = heights.reduce((sum, each) => sum + Math.abs(each - key - SCALE[nearest(each - key)]), 0);
    if (off < least - TIE) [best, least] = [key, off];
  }
  return best;
}

/** @param {number} semitones @returns {number} index in the scale */
const nearest = (semitones) =>
  SCALE.reduce((best, each, i) => (Math.abs(each - semitones) < Math.abs(SCALE[best] - semitones) ? i : best), 0);
