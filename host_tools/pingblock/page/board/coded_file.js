// Looks whether an MP3 or Ogg file is whole, as sounds/coded_file.py does: browsers read a cut one without a word.
import { letters } from "./sound_kind.js";

const KBITS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const SAME = 0xfffe0c00; // bits of a header that all frames of a file share
const PAGE_HEAD_BYTES = 27, LAST = 4;

/** Returns whether the end of a file is missing. @param {Uint8Array} content @param {string} kind of kindIn */
export function isCut(content, kind) {
  if (kind === "mp3") return mp3IsCut(content);
  return kind === "ogg" && oggIsCut(content);
}

/** Returns whether the last frame is not whole. @param {Uint8Array} content */
function mp3IsCut(content) {
  let at = nextFrame(content, 0, 0);
  const like = headAt(content, at);
  while (at >= 0) {
    const head = headAt(content, at), bytes = frameBytes(head);
    if (!bytes || (head ^ like) & SAME) at = nextFrame(content, at, like);
    else if (at + bytes > content.length) return true;
    else at += bytes;
  }
  return false;
}

/** Returns where the next frame begins that another one follows; -1 if none does. @param {Uint8Array} content @param {number} from @param {number} like */
function nextFrame(content, from, like) {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const head = headAt(content, at), follows = headAt(content, at + frameBytes(head));
    if (frameBytes(head) && frameBytes(follows) && !((head ^ (like || follows)) & SAME)) return at;
  }
  return -1;
}

/** @param {Uint8Array} content @param {number} at */
function headAt(content, at) {
  return at < 0 ? 0 : [0, 1, 2, 3].reduce((head, n) => (head << 8) | (content[at + n] ?? 0), 0);
}

/** Returns the bytes of a frame of layer 3; 0 if this is no header of one, or of free rate. @param {number} head */
function frameBytes(head) {
  const version = (head >>> 19) & 3, rate = (head >>> 10) & 3, kbits = (head >>> 12) & 15;
  if (head >>> 21 !== 0x7ff || version === 1 || ((head >>> 17) & 3) !== 1 || rate === 3 || kbits === 15) return 0;
  const isFirst = version === 3, hz = Math.floor([44_100, 48_000, 32_000][rate] / [4, 1, 2, 1][version]);
  const perSecond = 1000 * KBITS[isFirst ? 0 : 1][kbits];
  return perSecond ? Math.floor(((isFirst ? 144 : 72) * perSecond) / hz) + ((head >>> 9) & 1) : 0;
}

/** Returns whether the page is missing that ends an Ogg file. @param {Uint8Array} content */
function oggIsCut(content) {
  let flags = 0;
  for (let at = 0; letters(content, at, at + 4) === "OggS" && at + PAGE_HEAD_BYTES <= content.length;) {
    const body = at + PAGE_HEAD_BYTES + content[at + 26];
    const end = content.subarray(at + PAGE_HEAD_BYTES, body).reduce((sum, bytes) => sum + bytes, body);
    if (end > content.length) return true;
    flags = content[at + 5];
    at = end;
  }
  return !(flags & LAST);
}
