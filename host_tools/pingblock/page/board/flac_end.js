// Checks the end of a FLAC file whose header has no length, as sounds/flac_end.py does.

const LENGTH_AT = 21,
  HEAD_MOST = 16,
  FRAME_MOST = 1 << 20;
const TAGS = ["TAG", "APETAGEX", "ID3"];

/** @param {number} polynomial @param {number} bits */
const table = (polynomial, bits) =>
  Array.from({ length: 256 }, (_value, value) => {
    let rest = value << (bits - 8);
    for (let n = 0; n < 8; n++) rest = ((rest << 1) ^ (rest >> (bits - 1) ? polynomial : 0)) & ((1 << bits) - 1);
    return rest;
  });
const CRC_8 = table(0x07, 8),
  CRC_16 = table(0x8005, 16);

/** Returns whether the last frame is cut. Returns false if the header has a length. @param {Uint8Array} content */
export function endsEarly(content) {
  if (content[LENGTH_AT] & 15 || content.subarray(LENGTH_AT + 1, LENGTH_AT + 5).some(Boolean)) return false;
  const start = lastFrame(content);
  return start > 0 && !isWhole(content.subarray(start, start + FRAME_MOST));
}

/** Returns the offset of the last frame, or 0. @param {Uint8Array} content */
function lastFrame(content) {
  for (let at = content.length - HEAD_MOST; at > LENGTH_AT + 5; at--)
    if (content[at] === 0xff && (content[at + 1] & 0xfe) === 0xf8 && hasHead(content.subarray(at, at + HEAD_MOST)))
      return at;
  return 0;
}

/** Returns whether the bytes are a frame's header, which has a checksum. @param {Uint8Array} begin */
function hasHead(begin) {
  const size = begin[2] >> 4,
    rate = begin[2] & 15,
    number = Math.max(1, Math.clz32(begin[4] ^ 0xff) - 24); // bytes of the frame's number, coded as in UTF-8
  const at =
    4 + number + (size === 6 ? 1 : size === 7 ? 2 : 0) + (rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0);
  const crc = begin.subarray(0, at + 1).reduce((sum, byte) => CRC_8[sum ^ byte], 0);
  return size > 0 && rate < 15 && at < HEAD_MOST && crc === 0;
}

/** Returns whether a frame ends at the end of the file, or before a tag or padding. @param {Uint8Array} frame */
function isWhole(frame) {
  let crc = 0;
  for (let at = 1; at <= frame.length; at++) {
    crc = ((crc << 8) & 0xffff) ^ CRC_16[(crc >> 8) ^ frame[at - 1]];
    if (crc || at <= HEAD_MOST) continue;
    const rest = frame.subarray(at, at + 500),
      text = String.fromCharCode(...rest.subarray(0, 8));
    if (rest.every((byte) => byte === rest[0]) || TAGS.some((tag) => text.startsWith(tag))) return true;
  }
  return false;
}
