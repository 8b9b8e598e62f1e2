/**
 * Python's `random.Random` (Mersenne Twister), so that the parts draw the same numbers as those of the virtual devices
 * in Python. Source: Matsumoto and Nishimura, "Mersenne Twister" (1998), seeded and used like CPython's.
 */

import { sha2 } from "./sha2.js";

const WORDS = 624;
const SHIFTED = 397;
const TURN = 2 * Math.PI;

/** A source of random numbers, seeded by a text. */
export class Random {
  #state = new Uint32Array(WORDS);
  #next = WORDS;
  /** @type {number | null} */
  #spare = null;

  /** @param {Uint32Array} key  any number of words, the least significant first */
  constructor(key) {
    this.#fill(19650218);
    this.#mix(key);
  }

  /**
   * Returns the same source as `Random(text)` in Python.
   * @param {string} text
   */
  static of(text) {
    const name = new TextEncoder().encode(text);
    const digest = sha2(512, name);
    const number = new Uint8Array(name.length + digest.length);
    number.set(name);
    number.set(digest, name.length);
    return new Random(words(number.reverse()));
  }

  /** @param {number} seed */
  #fill(seed) {
    const state = this.#state;
    state[0] = seed;
    for (let place = 1; place < WORDS; place++) {
      const before = state[place - 1] ^ (state[place - 1] >>> 30);
      state[place] = Math.imul(1812433253, before) + place;
    }
  }

  /** @param {Uint32Array} key */
  #mix(key) {
    const state = this.#state;
    let place = 1;
    const step = (/** @type {number} */ factor, /** @type {number} */ added, subtract = false) => {
      const before = state[place - 1] ^ (state[place - 1] >>> 30);
      const mixed = state[place] ^ Math.imul(before, factor);
      state[place] = subtract ? mixed - place : mixed + added;
      if (++place === WORDS) {
        state[0] = state[WORDS - 1];
        place = 1;
      }
    };
    for (let count = 0; count < Math.max(WORDS, key.length); count++) {
      const at = count % key.length;
      step(1664525, key[at] + at);
    }
    for (let count = 1; count < WORDS; count++) step(1566083941, 0, true);
    state[0] = 0x80000000;
  }

  /** @returns {number} 32 bits */
  #word() {
    if (this.#next === WORDS) this.#twist();
    let word = this.#state[this.#next++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  #twist() {
    const state = this.#state;
    for (let place = 0; place < WORDS; place++) {
      const both = (state[place] & 0x80000000) | (state[(place + 1) % WORDS] & 0x7fffffff);
      const other = state[(place + SHIFTED) % WORDS];
      state[place] = other ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
    }
    this.#next = 0;
  }

  /** Returns a random number from 0 to 1, but not 1. */
  random() {
    const high = this.#word() >>> 5;
    return (high * 67108864 + (this.#word() >>> 6)) / 9007199254740992;
  }

  /**
   * Returns a random number between two numbers.
   * @param {number} low
   * @param {number} high
   */
  uniform(low, high) {
    return low + (high - low) * this.random();
  }

  /**
   * Returns a random number with a normal distribution around 0.
   * @param {number} deviation
   */
  gauss(deviation) {
    let value = this.#spare;
    this.#spare = null;
    if (value === null) {
      const angle = this.random() * TURN;
      const radius = Math.sqrt(-2 * Math.log(1 - this.random()));
      value = Math.cos(angle) * radius;
      this.#spare = Math.sin(angle) * radius;
    }
    return value * deviation;
  }
}

/**
 * Returns the 32-bit words of a number without leading zeros.
 * @param {Uint8Array} little  its bytes, the least significant first
 */
function words(little) {
  const padded = new Uint8Array(Math.ceil(little.length / 4) * 4);
  padded.set(little);
  const all = new Uint32Array(padded.buffer);
  let count = all.length;
  while (count > 1 && all[count - 1] === 0) count--;
  return all.slice(0, count);
}

/**
 * Rounds as Python does: a half goes to the even neighbour.
 * @param {number} value
 */
export function rounded(value) {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 ? below + 1 : below;
}
