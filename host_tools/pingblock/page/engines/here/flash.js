/** Makes the initial content of the device's flash, and finds blocks that have changed since they were stored. */

/** The id of a device from a file. Only its settings and sounds are taken over. */
export const OF_FILE = "of a file";
const BLOCK_BYTES = 4096;
const WORDS = BLOCK_BYTES / 4;
/** This many blocks are compared each time, so that all are compared after a second. */
const LOOKED_AT = 88;

/** @typedef {Map<number, Uint8Array>} Blocks  number of a block -> content */

/**
 * Returns a flash with these blocks.
 * @param {number} size  bytes
 * @param {Blocks} blocks
 */
export function flashOf(size, blocks) {
  const flash = new Uint8Array(size).fill(255);
  for (const [number, block] of blocks) flash.set(block, number * BLOCK_BYTES);
  return flash;
}

export class Flash {
  #known;
  #next = 0;

  /** @param {Uint8Array} kept  the stored content of the flash */
  constructor(kept) {
    this.#known = new Uint32Array(kept.slice().buffer);
  }

  /**
   * Returns the blocks that have changed, all as they are at the same time. So the file system is as consistent as
   * after a power cut. A change is found within a second.
   * @param {Uint8Array} flash
   * @returns {Blocks}
   */
  changed(flash) {
    const now = new Uint32Array(flash.buffer, flash.byteOffset, flash.length / 4);
    const count = now.length / WORDS;
    const some = Array.from({ length: LOOKED_AT }, () => this.#next++ % count);
    if (some.every((number) => this.#same(now, number * WORDS))) return new Map();
    const all = Array.from({ length: count }, (_, number) => number);
    const found = all.filter((number) => !this.#same(now, number * WORDS));
    this.#known.set(now);
    return new Map(
      found.map((number) => {
        const at = number * BLOCK_BYTES;
        return [number, flash.slice(at, at + BLOCK_BYTES)];
      }),
    );
  }

  /** @type {(now: Uint32Array, begin: number) => boolean} */
  #same(now, begin) {
    for (let place = begin; place < begin + WORDS; place++) {
      if (now[place] !== this.#known[place]) return false;
    }
    return true;
  }
}
