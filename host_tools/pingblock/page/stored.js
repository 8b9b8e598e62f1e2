// Everything that this browser can store for the page, with a rule for each key. Values from the storage or from a
// backup must follow these rules, because they can come from a stranger.
import { isOwn } from "./own/form.js";

/**
 * A function that returns the part of a value that fits, or undefined.
 * @template T
 * @typedef {(value: any, faults: Faults) => T | undefined} Rule
 */
/** @typedef {{path: (string | number)[], found: string[]}} Faults  the parts that did not fit, such as "loudness: 7" */

const SHOWN = 40; // characters of a value that a fault shows
const TEXT = 2000,
  MANY = 100_000;

/** @param {Faults} faults @param {any} value @returns {undefined} */
function unfit(faults, value) {
  const text = typeof value === "string" || typeof value === "object" ? JSON.stringify(value) : String(value);
  faults.found.push(`${faults.path.join(".")}: ${text.slice(0, SHOWN)}`);
  return undefined;
}

/** @template T @param {(value: any) => boolean} fits @returns {Rule<T>} */
const where = (fits) => (value, faults) => (fits(value) ? value : unfit(faults, value));
/** @template T @param {Rule<T>} rule @param {any} value @param {Faults} faults @param {string | number} name */
const within = (rule, value, faults, name) => rule(value, { path: [...faults.path, name], found: faults.found });
/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @type {Rule<boolean>} */
export const flag = where((value) => typeof value === "boolean");
/** @type {Rule<Record<string, any>>} */
export const plain = where(isObject);
/** @param {number} least @param {number} most @returns {Rule<number>} */
export const number = (least, most) => where((value) => typeof value === "number" && value >= least && value <= most);
/** @param {number} least @param {number} most @returns {Rule<number>} */
export const whole = (least, most) => where((value) => Number.isInteger(value) && value >= least && value <= most);
/** @param {RegExp} [like] @param {number} [most] @returns {Rule<string>} */
export const text = (like = /^/, most = TEXT) =>
  where((value) => typeof value === "string" && value.length <= most && like.test(value));
/** @template T @param {...T} values @returns {Rule<T>} */
export const oneOf = (...values) => where((value) => values.includes(value));

/** Keeps the items that fit. @template T @param {Rule<T>} rule @param {number} [most] @returns {Rule<T[]>} */
export function listOf(rule, most = MANY) {
  return (value, faults) => {
    if (!Array.isArray(value)) return unfit(faults, value);
    if (value.length > most) unfit(faults, `${value.length} items`);
    const fit = value.slice(0, most).map((item, place) => within(rule, item, faults, place));
    return /** @type {T[]} */ (fit.filter((item) => item !== undefined));
  };
}

/**
 * Keeps the entries whose name and value fit.
 * @template T @param {RegExp} name @param {Rule<T>} rule @returns {Rule<Record<string, T>>}
 */
export function mapOf(name, rule) {
  return (value, faults) => {
    if (!isObject(value)) return unfit(faults, value);
    const fit = Object.entries(value).map(([key, item]) => [
      key,
      name.test(key) ? within(rule, item, faults, key) : unfit(faults, key),
    ]);
    return Object.fromEntries(fit.filter(([, item]) => item !== undefined));
  };
}

/**
 * Requires all these fields. If a record lacks a field, it fits only if the field has a usual value.
 * @template {Record<string, Rule<any>>} F
 * @param {F} fields @param {Record<string, any>} [usual]
 * @returns {Rule<{[name in keyof F]: Exclude<ReturnType<F[name]>, undefined>}>}
 */
export function record(fields, usual = {}) {
  return (value, faults) => {
    if (!isObject(value)) return unfit(faults, value);
    const made = /** @type {any} */ ({});
    for (const [name, rule] of Object.entries(fields)) {
      const given = Object.hasOwn(value, name)
        ? within(rule, value[name], faults, name)
        : name in usual
          ? usual[name]
          : unfit(faults, `without ${name}`);
      made[name] = given ?? usual[name];
      if (made[name] === undefined) return undefined;
    }
    return made;
  };
}

export const FRESH = {
  loudness: 1,
  quiet: false,
  theme: "",
  still: false,
  tellAtOnce: false,
  atTable: true,
  lent: { game: "", of: {}, set: {} },
  boards: [],
  letters: true,
  language: "",
  hints: [],
  own: "",
  counts: {},
};
const NAME = /^[A-Za-z][\w ]{0,40}$/;
const LENT = record({ game: text(/^([A-Za-z]\w{0,40})?$/), of: plain, set: plain });
export const BOARDS_MOST = 3,
  BOARD_NAME = 24; // characters of a Pico's name, as many as for a player's
const BOARD = record({ uid: text(/^\S/, 40), name: text(/\S/, BOARD_NAME), player: text(), lent: LENT });
const KEPT = record(
  {
    version: oneOf(1),
    loudness: number(0, 1),
    quiet: flag,
    theme: oneOf("", "light", "dark"),
    still: flag,
    tellAtOnce: flag,
    atTable: flag,
    lent: LENT,
    boards: listOf(BOARD, BOARDS_MOST),
    letters: flag,
    language: text(/^([a-z]{2})?$/),
    hints: listOf(text(NAME), 100),
    own: where((value) => value === "" || isOwn(value)),
    counts: mapOf(NAME, mapOf(NAME, whole(0, 1e9))),
  },
  FRESH,
);
const GAME = record({
  id: text(),
  game: text(NAME),
  players: listOf(text(/./, 100), 20),
  steps: whole(0, 1e6),
  over: flag,
  atMs: whole(0, 8e15),
  address: text(),
  log: listOf(plain),
});
const GAMES = record({ version: oneOf(1), games: listOf(GAME, 20) });
const SECRET = /^[0-9a-f]{36}$/;
const FIGURES = mapOf(/^\d{1,3}\.[a-z_]{1,20}$/, text(/^/, 100));

/** Keys of the storage, and their rules. @type {[RegExp, Rule<any>][]} */
const PLACES = [
  [/^pingblock\.page$/, KEPT],
  [/^pingblock\.tables$/, GAMES],
  [/^pingblock\.phone$/, text(SECRET)],
  [/^pingblock\.figures\.\w{1,40}$/, FIGURES],
];

/** Maximum blocks of a flash, which has at most 16 MB. */
const BLOCKS = 4096,
  BLOCK_BYTES = 4096;
/** @param {any} value */
const isBlock = (value) => value instanceof Uint8Array && value.length === BLOCK_BYTES;
/** The stored device: `id` identifies the engine's file, and blocks have their numbers. */
export const DEVICE = record({
  id: text(/^[\w .-]+$/, 100),
  blocks: listOf(
    (value, faults) =>
      Array.isArray(value) &&
      value.length === 2 &&
      whole(0, BLOCKS - 1)(value[0], faults) !== undefined &&
      isBlock(value[1])
        ? /** @type {[number, Uint8Array]} */ (value)
        : unfit(faults, "a block"),
    BLOCKS,
  ),
});

/**
 * Returns the part of a value that fits a rule, and the faults of the rest.
 * @template T @param {Rule<T>} rule @param {any} value @param {string} [name] the value's name
 * @returns {{value: T | undefined, faults: string[]}}
 */
export function checked(rule, value, name = "") {
  const faults = { path: name ? [name] : [], found: /** @type {string[]} */ ([]) };
  return { value: rule(value, faults), faults: faults.found };
}

/** Returns the rule for a key, or undefined if the page does not use this key. @param {string} key */
export function ruleOf(key) {
  return PLACES.find(([names]) => names.test(key))?.[1];
}

/** Returns the stored value of a key as far as it fits, or undefined. @param {string} key @returns {any} */
export function read(key) {
  try {
    return checked(/** @type {Rule<any>} */ (ruleOf(key)), JSON.parse(localStorage.getItem(key) ?? "null")).value;
  } catch {
    return undefined; // The value is not JSON, or the browser has no storage.
  }
}

/**
 * Stores a value. Returns whether that succeeded, because a private window can refuse.
 * @param {string} key @param {any} value
 */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Stores values while the tab is open. If the browser refuses, they are not remembered. */
export const session = {
  /** @param {string} key */
  read(key) {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /**
   * Stores a text and returns whether it is remembered.
   * @param {string} key @param {string | null} value null deletes it
   */
  write(key, value) {
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
};

/** @type {Record<string, string>} */
const names = {};

/**
 * Returns a random name for this page. If the browser can store it, the name stays the same after a reload.
 * @param {string} key  key of the storage
 * @param {boolean} [lasting]  whether to keep it after the tab is closed
 */
export function ownName(key, lasting = false) {
  const kept = names[key] ?? (lasting ? read(key) : undefined) ?? session.read(key);
  if (kept && SECRET.test(kept)) return (names[key] = kept);
  // A page over plain http has no `randomUUID`.
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  names[key] = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!lasting || !write(key, names[key])) session.write(key, names[key]);
  return names[key];
}
