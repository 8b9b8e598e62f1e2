/**
 * Stores the device's flash in this browser. Only one tab at a time stores it. The others play with a copy, which is
 * lost when they are closed.
 */

import { within } from "../../limit.js";
import { checked, DEVICE } from "../../stored.js";
import { locked } from "./tab_lock.js";

const NAME = "pingblock";
const BLOCKS = "flash";
const ABOUT = "about";
/** The key of a random number that each write changes, so that a tab notices writes of another tab. */
const TURN = "turn";
/** If the storage does not answer within this time, the device is not stored. */
const ANSWER_MS = 4000;

/** @typedef {import("./flash.js").Blocks} Blocks */
/**
 * @typedef {{id: string, blocks: Blocks}} Kept  `id` identifies the engine's file that contains the firmware in the
 *   flash.
 */

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(BLOCKS);
    request.result.createObjectStore(ABOUT);
  };
  return answer(request);
}

export class Store {
  #ended = new AbortController();
  /** Whether this tab can write. */
  keeps = false;
  /** Whether the stored content cannot be read. Then the first write must replace all of it. */
  #damaged = false;
  /** Blocks that the storage has refused. They are written together with the next blocks. @type {Blocks} */
  #missed = new Map();
  /** The number of the last write that this tab knows. */
  #turn = 0;

  /**
   * Asks for permission to write, unless this tab has it already. Returns the stored device, or null if it is missing
   * or damaged.
   * @returns {Promise<Kept | null>}
   * @throws if the browser's storage refuses or does not answer. Then the device is not stored.
   */
  async open() {
    if (!this.keeps) {
      this.close();
      this.#ended = new AbortController();
    }
    const ended = this.#ended;
    this.#missed = new Map();
    try {
      const keeps = this.keeps || (await within(locked(ended), ANSWER_MS));
      const { kept, damaged, turn } = await within(read(), ANSWER_MS);
      if (!ended.signal.aborted) [this.keeps, this.#damaged, this.#turn] = [keeps, damaged, turn];
      return kept;
    } catch (refused) {
      if (ended === this.#ended) this.close();
      throw refused;
    }
  }

  /**
   * Stores all blocks, or leaves all of them unchanged. Blocks of another device, or of a damaged one, are replaced. If
   * another tab has written in the meantime, this tab stops storing, because without the browser's locks, a tab that
   * slept could not claim the device.
   * @param {string} id
   * @param {Blocks} blocks
   * @param {boolean} [whole]  whether these are all blocks of the device
   * @throws if the browser's storage refuses or does not answer. The next call tries again.
   */
  async write(id, blocks, whole = false) {
    if (!this.keeps) return;
    this.#missed = new Map([...this.#missed, ...blocks]);
    const isLatest = (/** @type {number} */ turn) => turn === this.#turn;
    const writing = put(id, this.#missed, whole || this.#damaged, isLatest).then((turn) => this.#wrote(turn));
    if (!(await within(writing, ANSWER_MS))) return this.close();
    this.#missed = new Map();
    this.#damaged = false;
  }

  /** Notes a write, which can succeed even after this tab stopped waiting for it. @param {number | null} turn */
  #wrote(turn) {
    if (turn !== null) this.#turn = turn;
    return turn !== null;
  }

  /** Lets another tab store the device. */
  close() {
    this.#ended.abort();
    this.keeps = false;
  }
}

/**
 * Writes blocks. Returns the new `TURN`. If `isLatest` refuses the current one, writes nothing and returns null.
 * @type {(id: string, blocks: Blocks, whole: boolean, isLatest: (turn: number) => boolean) => Promise<number | null>}
 */
async function put(id, blocks, whole, isLatest) {
  const database = await opened();
  const writing = database.transaction([BLOCKS, ABOUT], "readwrite");
  const flash = writing.objectStore(BLOCKS);
  const about = writing.objectStore(ABOUT);
  const [had, now] = await Promise.all([answer(about.get("id")), answer(about.get(TURN))]);
  const turn = isLatest(now ?? 0) ? crypto.getRandomValues(new Uint32Array(1))[0] : null;
  if (turn !== null) {
    if (whole || had !== id) flash.clear();
    for (const [number, block] of blocks) flash.put(block, number);
    about.put(id, "id");
    about.put(turn, TURN);
  }
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onabort = () => reject(writing.error);
  });
  database.close();
  return turn;
}

/** @returns {Promise<{kept: Kept | null, damaged: boolean, turn: number}>} */
async function read() {
  const database = await opened();
  const reading = database.transaction([BLOCKS, ABOUT]);
  const [id, turn = 0, numbers, blocks] = await Promise.all([
    answer(reading.objectStore(ABOUT).get("id")),
    answer(reading.objectStore(ABOUT).get(TURN)),
    answer(reading.objectStore(BLOCKS).getAllKeys()),
    answer(reading.objectStore(BLOCKS).getAll()),
  ]);
  database.close();
  if (id === undefined && !numbers.length) return { kept: null, damaged: false, turn };
  const { value, faults } = checked(DEVICE, { id, blocks: numbers.map((number, place) => [number, blocks[place]]) });
  const kept = value && !faults.length ? { id: value.id, blocks: new Map(value.blocks) } : null;
  return { kept, damaged: !kept, turn };
}

/** Returns the device that this browser has stored, or null. @returns {Promise<Kept | null>} */
export async function stored() {
  return (await within(read(), ANSWER_MS)).kept;
}

/**
 * Replaces the stored device. Returns false if another tab has the lock.
 * @param {Kept} kept
 * @throws if the browser's storage refuses or does not answer. Then the stored device does not change.
 */
export async function replace({ id, blocks }) {
  const store = new Store();
  await store.open();
  if (!store.keeps) return false;
  try {
    await store.write(id, blocks, true);
  } finally {
    store.close();
  }
  return true;
}
