// Finds the first recording of an MP3, Ogg or FLAC file, as sounds/coded_file.py does. It is needed because browsers
// read a cut file without a warning, and differ in how they handle further recordings.
import { endsEarly } from "./flac_end.js";
import { letters } from "./sound_kind.js";

const KBITS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const SAME = 0xfffe0c00; // The bits of a frame's header that are equal in all frames of a file.
const PAGE_HEAD_BYTES = 27,
  FIRST = 2,
  LAST = 4;
const FLAC = [0x66, 0x4c, 0x61, 0x43, 0, 0, 0, 34]; // "fLaC", and a description of the stream

/**
 * @typedef {{data: Uint8Array<ArrayBuffer>, isCut: boolean, isFirst: boolean}} Part  `isFirst` is true if another
 * recording follows.
 */

/**
 * Returns the first recording of a file.
 * @param {Uint8Array<ArrayBuffer>} content @param {string} kind from `kindIn` @returns {Part}
 */
export function firstPart(content, kind) {
  if (kind === "mp3") return wholeFrames(content);
  return kind === "ogg" ? firstOgg(content) : firstFlac(content);
}

/**
 * Returns an MP3 file up to its last whole frame, because tags can follow.
 * @param {Uint8Array<ArrayBuffer>} content @returns {Part}
 */
function wholeFrames(content) {
  let at = nextFrame(content, 0, 0),
    end = 0,
    isCut = false;
  const like = headAt(content, at);
  while (at >= 0) {
    const head = headAt(content, at),
      bytes = frameBytes(head);
    if (!bytes || (head ^ like) & SAME) at = nextFrame(content, at, like);
    else if ((isCut = at + bytes > content.length)) break;
    else end = at += bytes;
  }
  return { data: content.subarray(0, end || content.length), isCut, isFirst: false };
}

/**
 * Returns the offset of the next frame that another frame follows, or -1.
 * @param {Uint8Array} content @param {number} from @param {number} like
 */
function nextFrame(content, from, like) {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const head = headAt(content, at),
      follows = headAt(content, at + frameBytes(head));
    if (frameBytes(head) && frameBytes(follows) && !((head ^ (like || follows)) & SAME)) return at;
  }
  return -1;
}

/** @param {Uint8Array} content @param {number} at */
function headAt(content, at) {
  return at < 0 ? 0 : [0, 1, 2, 3].reduce((head, n) => (head << 8) | (content[at + n] ?? 0), 0);
}

/**
 * Returns the length of a layer 3 frame in bytes, or 0 for another header or a free bit rate.
 * @param {number} head
 */
function frameBytes(head) {
  const version = (head >>> 19) & 3,
    rate = (head >>> 10) & 3,
    kbits = (head >>> 12) & 15;
  if (head >>> 21 !== 0x7ff || version === 1 || ((head >>> 17) & 3) !== 1 || rate === 3 || kbits === 15) return 0;
  const isFirst = version === 3,
    hz = Math.floor([44_100, 48_000, 32_000][rate] / [4, 1, 2, 1][version]);
  const perSecond = 1000 * KBITS[isFirst ? 0 : 1][kbits];
  return perSecond ? Math.floor(((isFirst ? 144 : 72) * perSecond) / hz) + ((head >>> 9) & 1) : 0;
}

/** @param {Uint8Array<ArrayBuffer>} content @returns {Part} */
function firstFlac(content) {
  const at = content.findIndex((_byte, at) => at > 0 && FLAC.every((byte, n) => content[at + n] === byte));
  if (at > 0) return { data: content.subarray(0, at), isCut: false, isFirst: true };
  return { data: content, isCut: endsEarly(content), isFirst: false };
}

/**
 * Returns the first recording of an Ogg file, which can contain several. @param {Uint8Array<ArrayBuffer>} content
 * @returns {Part}
 */
function firstOgg(content) {
  let flags = FIRST;
  for (let at = 0; letters(content, at, at + 4) === "OggS" && at + PAGE_HEAD_BYTES <= content.length; ) {
    const body = at + PAGE_HEAD_BYTES + content[at + 26];
    const end = content.subarray(at + PAGE_HEAD_BYTES, body).reduce((sum, bytes) => sum + bytes, body);
    if (end > content.length) return { data: content, isCut: true, isFirst: false };
    // All streams of a recording begin before their data: RFC 3533 4.
    if (content[at + 5] & FIRST && !(flags & FIRST))
      return { data: content.subarray(0, at), isCut: false, isFirst: true };
    flags = content[at + 5];
    at = end;
  }
  return { data: content, isCut: !(flags & LAST), isFirst: false };
}
