// The serial link's lines in JavaScript: one JSON object a line with its CRC, `{...}*1a2b3c4d`.
/** @typedef {Record<string, any>} Message */

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const MAX_LINE_BYTES = 1024;
const SEALED = /^(\{.*\})\s*\*([0-9a-f]{8})$/i;

/** Returns the CRC-32 of some bytes. @param {Uint8Array} bytes */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Returns a line as the device wants it: JSON gets its CRC, a word that a person types only its end.
 * @param {string} line
 */
export function sealed(line) {
  const body = new TextEncoder().encode(line);
  const seal = line.startsWith("{") ? `*${crc32(body).toString(16).padStart(8, "0")}\n` : "\n";
  return new TextEncoder().encode(line + seal);
}

/**
 * Reads one line of the device.
 * @param {string} line
 * @returns {Message | null} null for plain text: a banner, a traceback, an echo, a damaged line
 */
export function decoded(line) {
  const parts = SEALED.exec(line.trim());
  if (!parts) return null;
  const bytes = new TextEncoder().encode(line.trim().slice(0, line.trim().lastIndexOf("*")));
  if (crc32(bytes) !== parseInt(parts[2], 16)) return null;
  try {
    return JSON.parse(parts[1]);
  } catch {
    return null;
  }
}

/** Cuts a stream of bytes into lines; the last one may wait for its end, such as a prompt. */
export class LineCutter {
  constructor() {
    this._decoder = new TextDecoder();
    this.rest = "";
  }

  /** Returns the lines that are complete now, without their ends. @param {Uint8Array} bytes */
  take(bytes) {
    const lines = (this.rest + this._decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    this.rest = (lines.pop() ?? "").slice(-4 * MAX_LINE_BYTES);
    return lines;
  }
}
