/** Encodes a session as text for a link: JSON, deflated, in base64 for URLs. */

import { base64Of, bytesOf } from "../base64.js";
import { fileOf } from "../files.js";
import { _ } from "../language.js";

/** @typedef {import("./engine.js").Session} Session */

/**
 * @typedef {object} Limits  the limits in common/session_limits.py, which also apply in the terminal
 * @property {number} textBytes
 * @property {number} actions
 * @property {number} ms
 * @property {number} pressMs
 * @property {number} cells
 * @property {number} cellMv
 * @property {number} cellOhm
 * @property {number} files
 * @property {number} fileBytes
 * @property {number} filesBytes
 * @property {string} path  a regular expression
 * @property {number} pathBytes
 * @property {number} nameBytes
 */

const VERSION = 1;
const LIMITS = "data/session.json";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Returns the text after `session=` in the fragment of an address.
 * @param {Session} session
 */
export async function encode(session) {
  const json = new TextEncoder().encode(JSON.stringify(session));
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  return base64Of(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Returns the session in a link's text. Rejects with a sentence if it has no session, or exceeds the limits.
 * @param {string} text
 * @returns {Promise<Session>}
 */
export async function decode(text) {
  try {
    const limits = await fileOf(LIMITS).then((answer) => answer.json());
    const [own] = /^[\w-]*/.exec(text) ?? [""]; // In an e-mail, a full stop or a bracket can follow a link.
    const packed = bytesOf(own.replaceAll("-", "+").replaceAll("_", "/"));
    const session = JSON.parse(await inflated(packed, limits.textBytes));
    if (session.version === VERSION && keeps(session, limits)) return session;
  } catch {
    // This is a part of an address, or another text.
  }
  throw new Error(_("This link contains no session that this page can read: copy the whole link."));
}

/**
 * Inflates at most this many bytes, because a short text can inflate to gigabytes.
 * @type {(packed: Uint8Array<ArrayBuffer>, most: number) => Promise<string>}
 */
async function inflated(packed, most) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader(),
    decoder = new TextDecoder();
  let text = "",
    left = most;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    left -= value.length;
    if (left < 0) {
      await reader.cancel();
      throw new Error("too long");
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Returns whether a session can be played: see `checked_session` in virtual/session_link.py. The link to a board game
 * has no seed and no actions.
 * @param {any} session @param {Limits} limits
 */
function keeps({ seed = null, chance = 0, actions, files = {} }, limits) {
  if (!(seed === null || isU32(seed)) || !isU32(chance) || Object.getPrototypeOf(files) !== Object.prototype)
    return false;
  if (!Array.isArray(actions) || actions.length > limits.actions) return false;
  if (!actions.every((action) => Object.hasOwn(IS_RIGHT, action.do) && IS_RIGHT[action.do](action, limits)))
    return false;
  const times = actions.map(({ at_ms }) => at_ms);
  if (!times.every((ms, n) => Number.isFinite(ms) && ms >= (times[n - 1] ?? 0) && ms <= limits.ms)) return false;
  const held = Object.entries(files),
    sizes = held.map(([, content]) => bytesIn(content));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return (
    held.length <= limits.files &&
    sizes.every((size) => size <= limits.fileBytes) &&
    whole <= limits.filesBytes &&
    held.every(([path]) => isPath(path, limits))
  );
}

/** @type {(value: unknown, most: number) => boolean} */
const isUpTo = (value, most) => typeof value === "number" && value >= 0 && value <= most;

/** @type {(action: any, limits: Limits) => boolean} */
const isPress = ({ for_ms: ms }, { pressMs }) => isUpTo(ms, pressMs);

/**
 * Actions that a page can play (see Hands in here/hands.js) -> whether their options are right: see `ACTIONS` in
 * virtual/scenario.py.
 * @type {Record<string, (action: any, limits: Limits) => boolean>}
 */
const IS_RIGHT = {
  press: isPress,
  check: isPress,
  pull_lever: () => true,
  release_lever: () => true,
  battery: ({ cell_mv: cells, ohm }, { cells: most, cellMv, cellOhm }) =>
    Array.isArray(cells) &&
    cells.length > 0 &&
    cells.length <= most &&
    cells.every((mv) => isUpTo(mv, cellMv)) &&
    [ohm].flat().every((each) => isUpTo(each, cellOhm)),
  serial: ({ base64, line = "" }) => (base64 === undefined ? typeof line === "string" : BASE64.test(base64)),
  unplug: () => true,
  plug: () => true,
};

/** @param {unknown} value */
const isU32 = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32;

/**
 * Returns how many bytes a base64 text contains. For any other text, returns more than the limits allow.
 * @param {unknown} text
 */
function bytesIn(text) {
  return typeof text === "string" && BASE64.test(text) ? (text.replace(/=+$/, "").length * 3) >> 2 : Infinity;
}

/**
 * Returns whether a file on the device can have this path: see common/device_path.py.
 * @param {string} path @param {Limits} limits
 */
function isPath(path, limits) {
  const bytes = (/** @type {string} */ name) => new TextEncoder().encode(name).length;
  return (
    new RegExp(`^${limits.path}$`, "u").test(path) &&
    bytes(path) <= limits.pathBytes &&
    path.split("/").every((name) => bytes(name) <= limits.nameBytes)
  );
}
