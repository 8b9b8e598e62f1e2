// Recognizes kinds of sound files by their first bytes, as sounds/file_kind.py does.
import { _ } from "../language.js";

/**
 * `kind` is wav, mp3, ogg or flac, or "" for other kinds. `at` is where the sound begins after leading tags.
 * @typedef {{kind: string, name: string, at: number}} FileKind
 */

const TAG_HEAD_BYTES = 10,
  TAG_HAS_FOOTER = 0x10; // a bit in a header of ID3v2.4, 3.1
const APE_HEAD_BYTES = 32; // APEv2, whose size does not count its header
/** First bytes: see sounds/file_kind.py. @type {[string, string, string][]} */
const BEGINS = [
  ["OggS", "ogg", _("an Ogg file")],
  ["fLaC", "flac", _("a FLAC file")],
  ["MThd", "", _("a MIDI file")],
  ["caff", "", _("a CAF file")],
  [".snd", "", _("an AU file")],
  ["riff\x2e\x91\xcf\x11", "", _("a Wave64 file")],
  ["\x30\x26\xb2\x75", "", _("a WMA file")],
  ["#!AMR", "", _("an AMR file")],
  ["\x1a\x45\xdf\xa3", "", _("a WebM or Matroska file")],
  ["PK\x03\x04", "", _("a ZIP archive")],
];
const WEB_PAGE = /^[\xef\xbb\xbf \t\r\n]*<(!doctype html|html)/i;

/** @param {Uint8Array} data @param {number} from @param {number} to @returns {string} one character for each byte */
export const letters = (data, from, to) => String.fromCharCode(...data.subarray(from, to));

/** Returns the kind of a sound file from its bytes. @param {Uint8Array} data @returns {FileKind} */
export function kindIn(data) {
  const at = behindTags(data),
    begin = letters(data, at, at + 16);
  if (["RIFF", "RIFX", "RF64", "BW64"].includes(begin.slice(0, 4))) {
    if (begin.slice(8, 12) === "WAVE") return { kind: "wav", name: _("a WAV file"), at };
    return { kind: "", name: _("a RIFF file of the kind '{kind}'", { kind: begin.slice(8, 12).trim() }), at };
  }
  for (const [start, kind, name] of BEGINS) if (begin.startsWith(start)) return { kind, name, at };
  if (begin.startsWith("FORM")) {
    const inner = begin.slice(8, 12).trim();
    if (inner === "AIFF" || inner === "AIFC") return { kind: "", name: _("an AIFF file"), at };
    return { kind: "", name: _("an IFF file of the kind '{kind}'", { kind: inner }), at };
  }
  if (begin.slice(4, 8) === "ftyp") return { kind: "", name: _("an M4A or MP4 file"), at };
  if (WEB_PAGE.test(letters(data, 0, 400))) return { kind: "", name: _("a web page"), at };
  return mpeg(data, at);
}

/** Returns where the sound begins behind tags, which programs put before files of any kind. @param {Uint8Array} data */
function behindTags(data) {
  const ape = letters(data, 0, 8) === "APETAGEX" && data.length >= APE_HEAD_BYTES;
  let at = ape ? APE_HEAD_BYTES + new DataView(data.buffer, data.byteOffset).getUint32(12, true) : 0;
  while (letters(data, at, at + 3) === "ID3" && data.length > at + TAG_HEAD_BYTES) {
    const size = data.subarray(at + 6, at + 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
    at += TAG_HEAD_BYTES + size + (data[at + 5] & TAG_HAS_FOOTER ? TAG_HEAD_BYTES : 0);
  }
  return at;
}

/**
 * Returns the kind of a file that begins with a frame (ISO/IEC 11172-3 2.4.2.3, 13818-7 6.2).
 * @param {Uint8Array} data @param {number} at @returns {FileKind}
 */
function mpeg(data, at) {
  const [sync, how, rates] = data.subarray(at, at + 4),
    mp3 = _("an MP3 file");
  if (data.length >= at + 4 && sync === 0xff && (how & 0xe0) === 0xe0) {
    const layer = (how >> 1) & 3;
    if ((how & 0xf6) === 0xf0) return { kind: "", name: _("an AAC file"), at };
    if (layer === 1 && ((how >> 3) & 3) !== 1 && rates >> 4 !== 15 && ((rates >> 2) & 3) !== 3)
      return { kind: "mp3", name: mp3, at };
    if (layer === 2) return { kind: "", name: _("an MP2 file"), at };
  }
  if (at >= data.length) return { kind: "", name: at ? _("an ID3 tag without a sound") : "", at };
  // The size of a tag can be wrong. Therefore an MP3 reader searches for the first frame.
  return at ? { kind: "mp3", name: mp3, at: 0 } : { kind: "", name: "", at };
}

/** Returns the length in s that a FLAC or MP3 file claims, or 0. @param {Uint8Array} data the file after its tags */
export function namedSeconds(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (letters(data, 0, 4) === "fLaC" && data.length >= 26) {
    // RFC 9639 8.2: 20 bits of rate, 8 other bits, 36 bits of length
    return ((view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22)) / (view.getUint32(18) >>> 12 || 1);
  }
  const begin = letters(data, 0, 64),
    at = begin.search(/Xing|Info/); // Encoders write this word into a first frame without sound.
  if (begin.charCodeAt(0) !== 0xff || at < 0 || data.length < at + 144 || !(data[at + 7] & 1)) return 0;
  const version = (data[1] >> 3) & 3,
    hz = [44_100, 48_000, 32_000][(data[2] >> 2) & 3] / [4, 1, 2, 1][version];
  const lame = at + 8 + [1, 2, 4, 8].reduce((sum, bit, n) => sum + (data[at + 7] & bit ? [4, 4, 100, 4][n] : 0), 0);
  // 12 bits for the silence at the start, 12 for that at the end
  const silent = letters(data, lame, lame + 4).match(/L(AME|avc|avf)/) ? view.getUint32(lame + 20) & 0xffffff : 0;
  return (view.getUint32(at + 8) * (version === 3 ? 1152 : 576) - (silent >> 12) - (silent & 0xfff)) / hz;
}
