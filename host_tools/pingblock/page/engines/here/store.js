/**
 * The device's flash in this browser's storage. One tab at a time keeps it; the others play with a
 * copy, which is gone with them.
 */

const NAME = "pingblock";
const BLOCKS = "flash";
const ABOUT = "about";
const LOCK = "pingblock device";
const LOCK_MS = 700;

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

  /** Asks for the right to write, and returns what is kept. @returns {Promise<Kept | null>} */
  async open() {
    try {
      this.keeps = this.keeps || (await this.#locked());
      return await stored();
    } catch {
      this.keeps = false; // a private window may have no storage
      return null;
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
      navigator.locks.request(LOCK, { signal }, hold).catch(() => resolve(false));
    });
  }

  /**
   * Keeps blocks, all or none.
   *
   * @param {string} id
   * @param {Blocks} blocks
   */
  async write(id, blocks) {
    if (!this.keeps) return;
    const database = await opened();
    const writing = database.transaction([BLOCKS, ABOUT], "readwrite");
    const flash = writing.objectStore(BLOCKS);
    if ((await answer(writing.objectStore(ABOUT).get("id"))) !== id) flash.clear();
    for (const [number, block] of blocks) flash.put(block, number);
    writing.objectStore(ABOUT).put(id, "id");
    await new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onabort = () => reject(writing.error);
    });
    database.close();
  }

  /** Lets another tab keep the device. */
  close() {
    this.#release();
    this.keeps = false;
  }
}

/** Returns the device that this browser keeps; null if there is none. @returns {Promise<Kept | null>} */
export async function stored() {
  const database = await opened();
  const reading = database.transaction([BLOCKS, ABOUT]);
  const [id, numbers, blocks] = await Promise.all([
    answer(reading.objectStore(ABOUT).get("id")),
    answer(reading.objectStore(BLOCKS).getAllKeys()),
    answer(reading.objectStore(BLOCKS).getAll()),
  ]);
  database.close();
  return id ? { id, blocks: new Map(numbers.map((number, place) => [Number(number), blocks[place]])) } : null;
}

/** Keeps another device in place of this browser's; false if another tab holds that. @param {Kept} kept */
export async function replace({ id, blocks }) {
  const store = new Store();
  await store.open();
  if (!store.keeps) return false;
  await store.write("", new Map());
  await store.write(id, blocks);
  store.close();
  return true;
}
