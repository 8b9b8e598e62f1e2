/**
 * The device's flash in this browser's storage. One tab at a time keeps it; the others play with a
 * copy, which is gone with them.
 */

import { within } from "../../limit.js";
import { checked, DEVICE } from "../../stored.js";

const NAME = "pingblock";
const BLOCKS = "flash";
const ABOUT = "about";
const LOCK = "pingblock device";
const LOCK_MS = 700;
/** Storage that has not answered by then is played without. */
const ANSWER_MS = 4000;

/** @typedef {import("./flash.js").Blocks} Blocks */
/** @typedef {{id: string, blocks: Blocks}} Kept  `id` of the engine's file whose firmware is on it */

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
  #release = () => {};
  /** Whether this tab may write. */
  keeps = false;
  /** Whether what is kept cannot be read, so that the first write is to replace it. */
  #damaged = false;

  /**
   * Asks for the right to write, and returns what is kept; null if that is nothing, or damaged.
   *
   * @returns {Promise<Kept | null>}
   * @throws if the browser's storage refuses or does not answer; then nothing is kept
   */
  async open() {
    try {
      this.keeps = this.keeps || (await within(this.#locked(), ANSWER_MS));
      const { kept, damaged } = await within(read(), ANSWER_MS);
      this.#damaged = damaged;
      return kept;
    } catch (refused) {
      this.close();
      throw refused;
    }
  }

  /** @returns {Promise<boolean>} */
  #locked() {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      /** @type {(lock: Lock | null) => Promise<void>} */
      const hold = () => {
        resolve(true);
        return new Promise((release) => (this.#release = release));
      };
      // A page that was just left may hold it for a moment.
      const signal = AbortSignal.timeout(LOCK_MS);
      navigator.locks.request(LOCK, { signal }, hold).catch(() => {
        // A busy page may get its lock later than the signal: only another tab keeps it from that.
        const taken = (/** @type {Lock | null} */ lock) => (lock ? hold(lock) : resolve(false));
        return navigator.locks.request(LOCK, { ifAvailable: true }, taken);
      });
    });
  }

  /**
   * Keeps blocks, all or none; those of another device or a damaged one are replaced.
   *
   * @param {string} id
   * @param {Blocks} blocks
   * @param {boolean} [whole]  whether these are all of a device
   */
  async write(id, blocks, whole = false) {
    if (!this.keeps) return;
    const damaged = this.#damaged;
    this.#damaged = false;
    await within(put(id, blocks, whole || damaged), ANSWER_MS);
  }

  /** Lets another tab keep the device. */
  close() {
    this.#release();
    this.keeps = false;
  }
}

/** @type {(id: string, blocks: Blocks, whole: boolean) => Promise<void>} */
async function put(id, blocks, whole) {
  const database = await opened();
  const writing = database.transaction([BLOCKS, ABOUT], "readwrite");
  const flash = writing.objectStore(BLOCKS);
  if (whole || (await answer(writing.objectStore(ABOUT).get("id"))) !== id) flash.clear();
  for (const [number, block] of blocks) flash.put(block, number);
  writing.objectStore(ABOUT).put(id, "id");
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onabort = () => reject(writing.error);
  });
  database.close();
}

/** @returns {Promise<{kept: Kept | null, damaged: boolean}>} */
async function read() {
  const database = await opened();
  const reading = database.transaction([BLOCKS, ABOUT]);
  const [id, numbers, blocks] = await Promise.all([
    answer(reading.objectStore(ABOUT).get("id")),
    answer(reading.objectStore(BLOCKS).getAllKeys()),
    answer(reading.objectStore(BLOCKS).getAll()),
  ]);
  database.close();
  if (id === undefined && !numbers.length) return { kept: null, damaged: false };
  const { value, faults } = checked(DEVICE, { id, blocks: numbers.map((number, place) => [number, blocks[place]]) });
  const kept = value && !faults.length ? { id: value.id, blocks: new Map(value.blocks) } : null;
  return { kept, damaged: !kept };
}

/** Returns the device that this browser keeps; null if there is none. @returns {Promise<Kept | null>} */
export async function stored() {
  return (await within(read(), ANSWER_MS)).kept;
}

/**
 * Keeps another device in place of this browser's; false if another tab holds that.
 *
 * @param {Kept} kept
 * @throws if the browser's storage refuses or does not answer; what was kept stays
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
