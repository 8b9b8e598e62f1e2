// Reads and writes lines of the serial link: one JSON object on each line with its CRC, `{...}*1a2b3c4d`.
// tests/page/test_codec.py compares this with `shared/protocol.py`.
import { loads } from "./strict_json.js";

/** @typedef {Record<string, any>} Message */

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const MAX_LINE_BYTES = 1024,
  MAX_ID_CHARS = 16,
  CRC_CHARS = 9;
const WORDS = ["help", "status", "battery", "press"];
const AROUND = /^[ \t-\r]+|[ \t-\r]+$/g; // Python strips these from bytes.

/** The reason why a line or message is invalid, as a code for programs. */
export class ProtocolError extends Error {
  /** @param {string} code @param {string} say */
  constructor(code, say) {
    super(say);
    this.code = code;
  }
}

/**
 * Returns the CRC-32 of some bytes.
 * @param {Uint8Array} bytes @param {number} [before] the CRC of the preceding bytes
 */
export function crc32(bytes, before = 0) {
  let crc = ~before;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/**
 * Returns a line as the device needs it. JSON gets a CRC, and a typed word gets only a newline.
 * @param {string} line
 */
export function sealed(line) {
  const body = new TextEncoder().encode(line);
  const seal = line.startsWith("{") ? `*${crc32(body).toString(16).padStart(8, "0")}\n` : "\n";
  return new TextEncoder().encode(line + seal);
}

/**
 * Writes a message as a line.
 * @param {Message} message
 * @returns {Uint8Array<ArrayBuffer>} the line. Throws ProtocolError if the link cannot transport a part of the message.
 */
export function encode(message) {
  const text = JSON.stringify(message);
  try {
    loads(text);
  } catch {
    throw new ProtocolError(
      "bad_value",
      "This cannot be sent: the device accepts only whole numbers of up to 10 digits, and only complete characters.",
    );
  }
  const line = sealed(text);
  if (line.length > MAX_LINE_BYTES + 1)
    throw new ProtocolError(
      "too_long",
      `This is too long: the device accepts at most ${MAX_LINE_BYTES} bytes at once.`,
    );
  return line;
}

/**
 * Reads and checks a line.
 * @param {Uint8Array} line with or without its end
 * @returns {Message} a message with the key `do`, `ok`, `error` or `event`. The rest of a request is not checked.
 *   Throws ProtocolError.
 */
export function decode(line) {
  let raw = "";
  // One character for each byte.
  for (let at = 0; at < line.length; at += 4096) raw += String.fromCharCode(...line.subarray(at, at + 4096));
  raw = raw.replace(AROUND, "");
  if (raw.length > MAX_LINE_BYTES) throw new ProtocolError("too_long", "The line is too long.");
  if (WORDS.includes(raw.toLowerCase())) return { do: raw.toLowerCase() };
  if (raw.at(-CRC_CHARS) !== "*") throw new ProtocolError("no_crc", "The line has no CRC.");
  const body = Uint8Array.from(raw.slice(0, -CRC_CHARS), (char) => char.charCodeAt(0));
  const crc = crc32(body).toString(16).padStart(8, "0");
  if (crc !== raw.slice(1 - CRC_CHARS).toLowerCase())
    throw new ProtocolError("bad_crc", "The line was damaged on its way.");
  return checked(valueOf(body));
}

/** @param {Uint8Array} body */
function valueOf(body) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new ProtocolError("not_utf8", "The line is not UTF-8 text.");
  }
  try {
    return loads(text);
  } catch (wrong) {
    throw new ProtocolError("bad_json", /** @type {Error} */ (wrong).message);
  }
}

/** @type {[string, (value: any) => boolean][]} */
const KINDS = [
  ["ok", isObject],
  ["event", (value) => typeof value === "string"],
  ["error", (value) => isObject(value) && typeof value.code === "string" && typeof value.say === "string"],
];

/** @param {any} message @returns {Message} */
function checked(message) {
  if (!isObject(message)) throw new ProtocolError("not_an_object", "A message must be an object.");
  const has = (/** @type {string} */ name) => Object.hasOwn(message, name);
  if (!has("id") && (has("do") || !has("event"))) throw new ProtocolError("missing_field", "id is missing.");
  if (has("id") && !(isId(message.id) || (message.id === null && !has("do"))))
    throw new ProtocolError("bad_id", "id has a wrong value.");
  if (has("do")) return message;
  const kind = KINDS.find(([name]) => has(name));
  if (!kind) throw new ProtocolError("missing_field", "One of do, ok, error or event is missing.");
  if (!kind[1](message[kind[0]])) throw new ProtocolError("bad_value", `${kind[0]} has a wrong value.`);
  return message;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isId(value) {
  if (typeof value !== "string") return typeof value === "number";
  const { length } = [...value];
  return length > 0 && length <= MAX_ID_CHARS;
}

/**
 * Reads a line of the device.
 * @param {string} line
 * @returns {Message | null} null for plain text: a banner, a traceback, an echo, a damaged line
 */
export function decoded(line) {
  try {
    const message = decode(new TextEncoder().encode(line));
    return "do" in message ? null : message;
  } catch {
    return null;
  }
}

/** Cuts a stream of bytes into lines. The last line can be incomplete, such as a prompt. */
export class LineCutter {
  constructor() {
    this._decoder = new TextDecoder();
    this.rest = "";
  }

  /** Returns the lines that are now complete, without line ends. @param {Uint8Array} bytes */
  take(bytes) {
    const lines = (this.rest + this._decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    this.rest = (lines.pop() ?? "").slice(-4 * MAX_LINE_BYTES);
    return lines;
  }
}
