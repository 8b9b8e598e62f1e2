// Reads all kinds of WAV files that sounds/wav_file.py reads, by the same rules, because browsers refuse many of them.
import { _ } from "../language.js";
import { LinkError } from "../link/errors.js";
import { letters } from "./sound_kind.js";

/** @typedef {{name: string, start: number, size: number}} Chunk */
/** @typedef {{tag: number, channels: number, hz: number, width: number}} Format */
/**
 * The samples in a file. `named` is the number of bytes that the file claims to have, and `bytes` the number that it
 * has, in whole frames.
 * @typedef {Format & {little: boolean, start: number, bytes: number, named: number}} Samples
 */

const RATES_HZ = [1_000, 1_000_000],
  CHANNELS_MOST = 64;
const PCM = 1,
  FLOAT = 3,
  A_LAW = 6,
  U_LAW = 7,
  EXTENSIBLE = 0xfffe;
/** Names of other formats by their tags. @type {Record<number, string>} */
const OTHERS = {
  0x02: "Microsoft ADPCM",
  0x11: "IMA ADPCM",
  0x31: "GSM 6.10",
  0x50: "MPEG",
  0x55: "MP3",
  0x161: "WMA",
  0xff: "AAC",
  0x6750: "Ogg Vorbis",
  0x2000: "AC-3",
  0x2001: "DTS",
};
const GUID_ENDS = ["\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71", "\0\0\x21\x07\xd3\x11\x86\x44\xc8\xc1\xca\0\0\0"];
const FMT_BYTES_LEAST = 14,
  FMT_BYTES_EXTENSIBLE = 40,
  HEAD_BYTES = 8,
  FIRST_CHUNK = 12;
const OPEN_FROM = 0x7fff0000; // Programs write a size from here on if they do not know the size.
const CHUNKS_MOST = 10_000,
  NEEDED = ["fmt ", "data"],
  FREQUENT = [...NEEDED, "LIST", "fact"];

/** @param {string} say */
const refusal = (say) => new LinkError("input", say);

/**
 * Returns where the samples are in a WAV file.
 * @param {Uint8Array} data starts with "RIFF" or a similar name @returns {Samples}
 */
export function findSamples(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.length),
    kind = letters(data, 0, 4),
    little = kind !== "RIFX";
  const found = chain(view, data, little);
  const about = found.get("fmt "),
    body = found.get("data"),
    long = found.get("ds64");
  if (!about || !body)
    throw refusal(
      _("This WAV file has no chunk '{name}', so there is no sound in it.", { name: about ? "data" : "fmt" }),
    );
  const coded = format(data.subarray(about.start, about.start + about.size), little),
    { start } = body;
  checkCoding(coded);
  let { size } = body;
  if (size >= OPEN_FROM && long && ["RF64", "BW64"].includes(kind))
    size = long.start + 16 > data.length ? 0 : Number(view.getBigUint64(long.start + 8, true));
  if (size >= OPEN_FROM || (size === 0 && !isChain(view, start, little))) size = data.length - start;
  const frame = coded.channels * coded.width,
    whole = (/** @type {number} */ bytes) => Math.floor(bytes / frame) * frame;
  return { ...coded, little, start, bytes: whole(Math.min(size, data.length - start)), named: whole(size) };
}

/**
 * Returns the first chunk of each name. If the sequence is broken, searches for the needed chunks.
 * @param {DataView} view @param {Uint8Array} data @param {boolean} little
 */
function chain(view, data, little) {
  /** @type {Map<string, Chunk>} */
  const found = new Map();
  for (let at = FIRST_CHUNK, count = 0; count < CHUNKS_MOST; count++) {
    const chunk = chunkAt(view, at, little);
    if (!chunk || NEEDED.every((name) => found.has(name))) break;
    if (!found.has(chunk.name)) found.set(chunk.name, chunk);
    at = behind(view, data, chunk, little);
  }
  for (const name of NEEDED) {
    if (found.has(name)) continue;
    const chunk = chunkAt(view, placeOf(data, name, found.get("fmt ")?.start ?? FIRST_CHUNK), little);
    if (chunk) found.set(name, chunk);
  }
  return found;
}

/**
 * Returns the offset of the next chunk. Some programs forget the byte after a chunk of odd size.
 * @param {DataView} view @param {Uint8Array} data @param {Chunk} chunk @param {boolean} little
 */
function behind(view, data, { start, size }, little) {
  const at = start + size,
    nameAt = (/** @type {number} */ place) => letters(data, place, place + 4);
  if (size % 2 === 0 || FREQUENT.includes(nameAt(at))) return at;
  if (!FREQUENT.includes(nameAt(at + 1)) && chunkAt(view, at, little) && !chunkAt(view, at + 1, little)) return at;
  return at + 1;
}

/** Returns the offset of a name, or -1. @param {Uint8Array} data @param {string} name @param {number} from */
function placeOf(data, name, from) {
  const first = name.charCodeAt(0);
  for (let at = data.indexOf(first, from); at >= 0; at = data.indexOf(first, at + 1))
    if (letters(data, at, at + 4) === name) return at;
  return -1;
}

/**
 * Returns the chunk at an offset, or null if no chunk can begin there.
 * @param {DataView} view @param {number} at @param {boolean} little @returns {Chunk | null}
 */
function chunkAt(view, at, little) {
  if (at < 0 || at + HEAD_BYTES > view.byteLength) return null;
  const codes = [0, 1, 2, 3].map((n) => view.getUint8(at + n)),
    name = String.fromCharCode(...codes);
  const size = view.getUint32(at + 4, little),
    start = at + HEAD_BYTES;
  const isName = codes.every((code) => code >= 0x20 && code < 0x7f);
  return isName && (start + size <= view.byteLength || name === "data") ? { name, start, size } : null;
}

/**
 * Returns whether only complete chunks follow.
 * @param {DataView} view @param {number} at @param {boolean} little
 */
function isChain(view, at, little) {
  for (let count = 0; count < CHUNKS_MOST; count++) {
    if (at >= view.byteLength) return true;
    const chunk = chunkAt(view, at, little);
    if (!chunk) return false;
    at = chunk.start + chunk.size + (chunk.size % 2);
  }
  return false;
}

/** @param {Uint8Array} about @param {boolean} little @returns {Format} */
function format(about, little) {
  if (about.length < FMT_BYTES_LEAST)
    throw refusal(_("The chunk 'fmt' of this WAV file has {n} bytes, too few.", { n: about.length }));
  const view = new DataView(about.buffer, about.byteOffset, about.length);
  const [tag, channels] = [view.getUint16(0, little), view.getUint16(2, little)];
  const [hz, bytesASecond] = [view.getUint32(4, little), view.getUint32(8, little)];
  const align = view.getUint16(12, little),
    bits = about.length < 16 ? 0 : view.getUint16(14, little);
  if (channels < 1 || channels > CHANNELS_MOST)
    throw refusal(_("This WAV file has {n} channels. It can have 1 to {most}.", { n: channels, most: CHANNELS_MOST }));
  if (hz < RATES_HZ[0] || hz > RATES_HZ[1])
    throw refusal(
      _("This WAV file has {n} samples a second. It needs {least} to {most}.", {
        n: hz,
        least: RATES_HZ[0],
        most: RATES_HZ[1],
      }),
    );
  let width = Math.ceil(bits / 8);
  if (align && align % channels === 0 && (!bits || bytesASecond === hz * align)) width = align / channels;
  return { tag: tag === EXTENSIBLE ? innerTag(about, little, width) : tag, channels, hz, width };
}

/**
 * Returns the tag of the sub-format in an extensible format. @param {Uint8Array} about @param {boolean} little @param
 * {number} width
 */
function innerTag(about, little, width) {
  // The format is cut. Samples of 4 bytes could be integers or floats.
  if (about.length < FMT_BYTES_EXTENSIBLE) return width <= 3 ? PCM : EXTENSIBLE;
  const tag = about[little ? 24 : 25] | (about[little ? 25 : 24] << 8);
  return GUID_ENDS.includes(letters(about, 26, 40)) ? tag : EXTENSIBLE;
}

/** Throws if the samples cannot be read. @param {Format} coded */
function checkCoding({ tag, width }) {
  if (READERS[`${tag} ${width}`]) return;
  const bits = 8 * width;
  const how =
    tag === PCM
      ? _("whole numbers of {bits} bits", { bits })
      : tag === FLOAT
        ? _("floating point numbers of {bits} bits", { bits })
        : (OTHERS[tag] ?? _("the format {tag}", { tag: `0x${tag.toString(16).padStart(4, "0")}` }));
  throw refusal(
    _("The sound in this WAV file is coded as {how}, which cannot be read: save it as 16-bit PCM.", { how }),
  );
}

/** @typedef {(view: DataView, at: number, little: boolean) => number} Reader */

/** Functions that read a sample, -1 to 1, by the tag and the bytes of each sample. @type {Record<string, Reader>} */
const READERS = {
  [`${PCM} 1`]: (view, at) => (view.getUint8(at) - 128) / 128,
  [`${PCM} 2`]: (view, at, little) => view.getInt16(at, little) / 0x8000,
  [`${PCM} 3`]: (view, at, little) =>
    ((view.getUint8(at + 1) << 8) | (view.getInt8(little ? at + 2 : at) << 16) | view.getUint8(little ? at : at + 2)) /
    0x800000,
  [`${PCM} 4`]: (view, at, little) => view.getInt32(at, little) / 0x80000000,
  [`${FLOAT} 4`]: (view, at, little) => view.getFloat32(at, little),
  [`${FLOAT} 8`]: (view, at, little) => view.getFloat64(at, little),
  [`${A_LAW} 1`]: (view, at) => aLaw(view.getUint8(at)),
  [`${U_LAW} 1`]: (view, at) => uLaw(view.getUint8(at)),
};

/** Returns a sample of ITU-T G.711, A-law. @param {number} code */
function aLaw(code) {
  const bits = code ^ 0x55,
    step = (bits >> 4) & 7,
    low = ((bits & 15) << 4) + 8;
  const value = step ? (low + 0x100) << (step - 1) : low;
  return (bits & 0x80 ? value : -value) / 0x8000;
}

/** Returns a sample of ITU-T G.711, u-law. @param {number} code */
function uLaw(code) {
  const bits = ~code & 0xff,
    value = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return (bits & 0x80 ? -value : value) / 0x8000;
}

/** Returns the samples of each channel. @param {Uint8Array} data @param {Samples} found @returns {Float64Array[]} */
export function readSamples(data, { tag, channels, width, little, start, bytes }) {
  const view = new DataView(data.buffer, data.byteOffset, data.length),
    read = READERS[`${tag} ${width}`];
  const frame = channels * width,
    count = bytes / frame;
  return Array.from({ length: channels }, (_each, channel) => {
    const samples = new Float64Array(count);
    for (let n = 0; n < count; n++) samples[n] = read(view, start + n * frame + channel * width, little);
    return samples;
  });
}
