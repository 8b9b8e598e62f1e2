// Reads a sound file as one channel, as sounds/audio_file.py does. Our code reads WAV files, and the browser reads the
// others.
import { _ } from "../language.js";
import { LinkError } from "../link/errors.js";
import { firstPart } from "./coded_file.js";
import { kindIn, namedSeconds } from "./sound_kind.js";
import { findSamples, readSamples } from "./wav_file.js";

/** @typedef {{samples: Float64Array, hz: number}} Recording */

const DECODED_HZ = 44_100,
  LONGEST_READ_S = 60,
  VALUES_MOST = 8_000_000,
  BYTES_MOST = 64 * 1024 * 1024;
const SILENT = 1e-4,
  WEAK = 0.4,
  CUT_MS = 1; // see sounds/audio_file.py

/** @param {string} say */
const refusal = (say) => new LinkError("input", say);

/**
 * Reads a WAV, MP3, Ogg or FLAC file as one channel, without its mean.
 * @param {Uint8Array<ArrayBuffer>} data @param {string[]} said collects sentences about missing or ignored parts of the
 * file
 * @returns {Promise<Recording>}
 */
export async function readAudio(data, said) {
  if (data.length > BYTES_MOST)
    throw refusal(_("This file is too long: at most {mb} MB can be read.", { mb: Math.round(BYTES_MOST / 1e6) }));
  const { kind, name, at } = kindIn(data);
  if (!kind)
    throw refusal(
      name
        ? _("This is {name}. Save the sound as a WAV, MP3, Ogg or FLAC file.", { name })
        : !data.length
          ? _("This file is empty.")
          : _(
              "The page cannot use this file. It accepts WAV, MP3, Ogg and FLAC files. 'pingblock sounds put' also accepts ringtones and files of notes.",
            ),
    );
  const content = data.subarray(at);
  const { channels, hz } = kind === "wav" ? wav(content, said) : await decoded(content, kind, name, said);
  return { samples: mono(channels, said), hz };
}

/** @param {Uint8Array} content @param {string[]} said */
function wav(content, said) {
  const found = findSamples(content),
    bytesAMs = (found.channels * found.width * found.hz) / 1000;
  const have = found.bytes / bytesAMs;
  checkLength(have / 1000, found.bytes / found.width);
  tellCut(have, found.named / bytesAMs, said);
  return { channels: readSamples(content, found), hz: found.hz };
}

/** @param {Uint8Array<ArrayBuffer>} content @param {string} kind @param {string} name @param {string[]} said */
async function decoded(content, kind, name, said) {
  const context = new OfflineAudioContext(1, 1, DECODED_HZ);
  const { data, isCut, isFirst } = firstPart(content, kind);
  const sound = await context.decodeAudioData(data.slice().buffer).catch(() => {
    if (isCut && kind !== "mp3")
      throw refusal(
        _("This looks like {name}, but it ends before its sound begins: get the whole file again.", { name }),
      );
    throw refusal(_("This looks like {name}, but this browser cannot read it: save it as a WAV file.", { name }));
  });
  checkLength(sound.duration, sound.length * sound.numberOfChannels);
  const have = 1000 * sound.duration;
  tellCut(have, 1000 * namedSeconds(content), said);
  if (isFirst) said.push(_("The file holds several recordings: only the first is used."));
  if (!said.length && isCut)
    said.push(_("The file ends early: it has {have} ms, and its end is missing.", { have: Math.round(have) }));
  return {
    channels: Array.from({ length: sound.numberOfChannels }, (_each, n) => Float64Array.from(sound.getChannelData(n))),
    hz: DECODED_HZ,
  };
}

/** @param {number} have ms @param {number} named ms @param {string[]} said */
function tellCut(have, named, said) {
  if (named - have >= CUT_MS)
    said.push(
      _("The file ends early: it has {have} of the {named} ms that its header names.", {
        have: Math.round(have),
        named: Math.round(named),
      }),
    );
}

/** @param {number} seconds @param {number} values */
function checkLength(seconds, values) {
  if (seconds > LONGEST_READ_S)
    throw refusal(
      _("The sound lasts longer than {most} s: keep only the part that you want.", { most: LONGEST_READ_S }),
    );
  if (values > VALUES_MOST)
    throw refusal(
      _(
        "The sound has more than {most} samples in all channels together: save it with fewer channels or fewer samples a second.",
        { most: VALUES_MOST },
      ),
    );
}

/** @param {Float64Array} samples */
export const peakOf = (samples) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** @param {Float64Array} samples */
const meanOf = (samples) => samples.reduce((sum, value) => sum + value, 0) / samples.length;

/** @param {Float64Array} samples */
const powerOf = (samples) => samples.reduce((sum, value) => sum + value * value, 0) / samples.length;

/**
 * Returns all channels as one without its mean: their average, or the loudest channel if they cancel out.
 * @param {Float64Array[]} channels @param {string[]} said
 */
export function mono(channels, said) {
  if (!channels[0].length) throw refusal(_("The file is empty: it has no samples."));
  const finite = channels.map((samples) => samples.map((value) => (Number.isFinite(value) ? value : 0)));
  const scale = Math.max(1, ...finite.map(peakOf));
  const level = finite.map((samples) => {
    const inside = samples.map((value) => value / scale),
      mean = meanOf(inside);
    return inside.map((value) => value - mean);
  });
  let mixed = level[0].map((_value, n) => level.reduce((sum, samples) => sum + samples[n], 0) / level.length);
  const powers = level.map(powerOf),
    loudest = powers.indexOf(Math.max(...powers));
  if (powerOf(mixed) < WEAK ** 2 * powers[loudest]) {
    mixed = level[loudest];
    said.push(
      _("Only channel {n} of {all} is used: the sum of all is much softer.", { n: loudest + 1, all: level.length }),
    );
  }
  if (peakOf(mixed) < SILENT)
    throw refusal(_("There is no sound in the file: it is silent, or below 0.01 % of full scale."));
  return mixed;
}
