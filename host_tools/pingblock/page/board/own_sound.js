// Makes a custom sound for a device from a sound file, by the rules of sounds/samples.py and recording.py.
// `shared/own_sound.py` describes the format of the device's file.
import { _, number, percent } from "../language.js";
import { LinkError } from "../link/errors.js";
import { crc32 } from "../link/lines.js";
import { peakOf, readAudio } from "./audio_file.js";
import { resampled } from "./resample.js";

/** @typedef {{name: string, longest_ms: number, show_ms: number, counted: boolean, outcome: boolean}} Rule */

const MIXED_HZ = 125_000_000 / 5670,
  STEP_ONE = 4096,
  CLOCKS_A_TICK = 16 * 5670;
const PREFERRED_HZ = 11_023,
  LEAST_HZ = 8_000;
const RAM_BYTES_MOST = 32_768,
  PROGRAM_BYTES = 76,
  SPARE = 20;
const SAMPLES_MOST = (RAM_BYTES_MOST - PROGRAM_BYTES) / 2 - SPARE;
const SILENT = 0.01,
  LEAD_MS = 2,
  FADE_MS = 8,
  TAIL_MS = 25,
  TAIL = 16;
const COUNTED_PAUSE_MS = 60; // With this pause, a listener can hear where the next sound begins.
const ZERO = 32_768,
  PEAK = 0.98,
  POWER_MW = 130,
  SINE_MW = 200,
  POWER_S = 0.005;
const NO_NOTE = 0x3fffffff,
  HEAD_BYTES = 12,
  CRC_FROM = 8,
  MAGIC = 0x31534250; // "PBS1"

/**
 * Returns the file for the device, and sentences about changes that were made to the sound.
 * @param {ArrayBuffer} content @param {Rule} rule
 */
export async function soundOf(content, rule) {
  if (isOurs(new Uint8Array(content))) return { data: new Uint8Array(content), said: /** @type {string[]} */ ([]) };
  const said = /** @type {string[]} */ ([]);
  return soundFrom(await readAudio(new Uint8Array(content), said), rule, said);
}

/**
 * Returns the file for the device with a recording of one channel.
 * @param {import("./audio_file.js").Recording} recording @param {Rule} rule
 * @param {string[]} [said] gets sentences about changes that were made to the sound
 */
export function soundFrom({ samples: whole, hz: sourceHz }, rule, said = []) {
  const bare = trimmed(whole, sourceHz),
    bareMs = (bare.length / sourceHz) * 1000;
  const ms = lengthOf(bareMs, rule, said);
  const rate = Math.min(PREFERRED_HZ, (SAMPLES_MOST - 1) / (ms / 1000));
  if (rate < LEAST_HZ)
    throw new LinkError(
      "input",
      _("The sound lasts {s} s, but only {most} s fit into the board’s memory: shorten it.", {
        s: number(ms / 1000, 1),
        most: number(SAMPLES_MOST / LEAST_HZ, 1),
      }),
    );
  const step = Math.floor((STEP_ONE * rate) / MIXED_HZ),
    hz = (MIXED_HZ * step) / STEP_ONE;
  const part = bare.slice(0, Math.ceil((sourceHz * ms) / 1000));
  const samples = resampled(part, sourceHz, hz).slice(0, SAMPLES_MOST);
  fade(samples, Math.max(1, Math.round((hz * FADE_MS * (bareMs > ms ? 4 : 1)) / 1000)));
  const gain = quietened(samples, hz, said);
  return {
    data: packed(program(samples.length, (samples.length / hz) * 1000, step, rule), halfwords(samples, gain)),
    said,
  };
}

/** @param {Uint8Array} data */
function isOurs(data) {
  const view = new DataView(data.buffer);
  return (
    data.length > HEAD_BYTES &&
    view.getUint32(0, true) === MAGIC &&
    view.getUint32(4, true) === crc32(data.subarray(CRC_FROM))
  );
}

/** Returns the samples without silence before and after them. @param {Float64Array} samples @param {number} hz */
function trimmed(samples, hz) {
  const peak = peakOf(samples),
    lead = Math.round((hz * LEAD_MS) / 1000);
  const isLoud = (/** @type {number} */ value) => Math.abs(value) > SILENT * peak;
  return samples.slice(Math.max(0, samples.findIndex(isLoud) - lead), samples.findLastIndex(isLoud) + lead + 1);
}

/**
 * @param {number} ms the length of the sound @param {Rule} rule @param {string[]} said @returns {number} the length in
 * ms that is kept
 */
function lengthOf(ms, { counted, outcome, longest_ms }, said) {
  const most = longest_ms - (counted ? COUNTED_PAUSE_MS : TAIL_MS);
  if (ms <= most) return ms;
  if (outcome)
    throw new LinkError(
      "input",
      _("The sound lasts {ms} ms, but can last {most} ms at most: shorten it.", { ms: Math.round(ms), most }),
    );
  said.push(_("The sound lasts {ms} ms: it is cut off after {most} ms, with a fade.", { ms: Math.round(ms), most }));
  return most;
}

/** @param {Float64Array} samples @param {number} count */
function fade(samples, count) {
  const first = Math.max(0, samples.length - count);
  for (let i = first; i < samples.length; i++) samples[i] *= (samples.length - 1 - i) / count;
}

/**
 * Returns the gain at which the sound does not need too much power.
 * @param {Float64Array} samples @param {number} hz @param {string[]} said
 */
function quietened(samples, hz, said) {
  const scale = PEAK / peakOf(samples),
    window = Math.round(hz * POWER_S);
  let sum = 0,
    most = 0;
  samples.forEach((value, i) => {
    sum += (value * scale) ** 2 - (i < window ? 0 : (samples[i - window] * scale) ** 2);
    most = Math.max(most, sum / window);
  });
  const gain = Math.min(1, Math.sqrt(POWER_MW / (most * 2 * SINE_MW)));
  if (gain < 1) said.push(_("The sound is made softer, to {share}, to spare the batteries.", { share: percent(gain) }));
  return gain;
}

/** Returns the mixer's halfwords. @param {Float64Array} samples @param {number} gain */
function halfwords(samples, gain) {
  const scale = (gain * PEAK * (ZERO - 1)) / peakOf(samples);
  const found = [...samples].map((value) => Math.round(value * scale) + ZERO);
  const tail = TAIL + 1 + ((found.length + 1) % 2);
  return Uint16Array.from([...found, ...Array(tail).fill(ZERO)]);
}

/** @param {number} ms @returns {number} the mixer's ticks, rounded up */
export const ticks = (ms) => Math.ceil((ms * 125_000) / CLOCKS_A_TICK);

/**
 * Returns a program with one note, which plays a recording once.
 * @param {number} count number of samples @param {number} ms their length @param {number} step the mixer's step @param
 *   {Rule} rule
 */
export function program(count, ms, step, { show_ms }) {
  const lasts = ticks(Math.ceil(ms)),
    period = Math.max(lasts + 17, ticks(show_ms));
  const note = [0, 24, 10, step, 0, lasts, 16384];
  const instrument = [3, 948, (count + TAIL) * STEP_ONE, 65536, 1 << 23, 0, 1 << 24, 1 << 24, 2396746];
  return assembled(period, note, instrument);
}

/**
 * Returns a program with one instrument, which sounds once.
 * @param {number} period in ticks @param {number[]} notes their words @param {number[]} instrument its words
 */
export const assembled = (period, notes, instrument) => Int32Array.from([period, 1, ...notes, NO_NOTE, ...instrument]);

/** @param {Int32Array} words @param {Uint16Array} recording */
export function packed(words, recording) {
  const data = new Uint8Array(HEAD_BYTES + words.byteLength + recording.byteLength),
    view = new DataView(data.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(8, words.length, true);
  view.setUint16(10, recording.length, true);
  words.forEach((word, i) => view.setInt32(HEAD_BYTES + 4 * i, word, true));
  recording.forEach((word, i) => view.setUint16(HEAD_BYTES + words.byteLength + 2 * i, word, true));
  view.setUint32(4, crc32(data.subarray(CRC_FROM)), true);
  return data;
}
