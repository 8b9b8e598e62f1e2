/**
 * Runs MicroPython's WebAssembly module. Each run of the firmware has its own instance. See virtual/wasm/machine.py.
 */

const LOAD = `
import vfs, _engine
vfs.mount(vfs.VfsLfs2(_engine.Flash(), progsize=256), "/")
import sim.entry
vfs.umount("/")
`;
const START = "from sim import entry; entry.start()";
const PRINTED_MOST = 1 << 23;

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} flash
 * @property {() => number} source
 * @property {() => void} start
 * @property {() => void} _initialize
 * @property {(count: number) => number} run
 * @property {() => number} frames
 * @property {() => number} asyncify_get_state
 * @property {(frames: number) => void} asyncify_start_unwind
 * @property {() => void} asyncify_stop_unwind
 * @property {(frames: number) => void} asyncify_start_rewind
 * @property {() => void} asyncify_stop_rewind
 */

/** An instance of the engine's module. */
export class Machine {
  #exports;
  /**
   * The promise for which the module waits. Its functions have returned meanwhile. @type {Promise<Uint8Array> | null}
   */
  #awaited = null;
  /** The batch for the module's next request. @type {Uint8Array | null} */
  #batch = null;
  /** Output other than records: a crash of the simulation, or what `run` prints. */
  printed = "";

  /**
   * @param {WebAssembly.Module} module
   * @param {(said: Uint8Array) => void} out  gets the records
   * @param {() => Uint8Array | Promise<Uint8Array>} wait  returns the next batch, or in `boot` also a promise of it
   */
  constructor(module, out, wait) {
    const text = new TextDecoder();
    /** @type {(at: number, count: number, into: number, room: number) => number} */
    const exchange = (at, count, into, room) => {
      const { asyncify_get_state, asyncify_start_unwind, asyncify_stop_rewind, frames } = this.#exports;
      if (asyncify_get_state()) asyncify_stop_rewind();
      else if (count) out(this.read(at, count));
      const batch = this.#batch ?? wait();
      if ("then" in batch) {
        this.#awaited = batch;
        asyncify_start_unwind(frames());
        return 0;
      }
      const fits = batch.length <= room;
      if (fits) this.#bytes.set(batch, into);
      this.#batch = fits ? null : batch; // The module asks again, with enough memory.
      return batch.length;
    };
    const host = {
      out: (/** @type {number} */ at, /** @type {number} */ count) => out(this.read(at, count)),
      exchange,
      print: (/** @type {number} */ at, /** @type {number} */ count) => {
        this.printed = (this.printed + text.decode(this.read(at, count))).slice(-PRINTED_MOST);
      },
    };
    const instance = new WebAssembly.Instance(module, { host });
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  }

  get #bytes() {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  /** Returns a copy of `count` bytes at `at`. @type {(at: number, count: number) => Uint8Array} */
  read(at, count) {
    return this.#bytes.slice(at, at + count);
  }

  /** The flash in the module's memory. The caller must copy it to keep it. @param {number} size */
  flash(size) {
    const at = this.#exports.flash();
    return this.#bytes.subarray(at, at + size);
  }

  /**
   * Runs Python code that does not wait.
   * @param {string} source
   */
  run(source) {
    if (this.#exports.run(this.#give(source))) throw new Error(this.printed);
  }

  /** @param {string} source */
  #give(source) {
    const bytes = new TextEncoder().encode(source);
    this.#bytes.set(bytes, this.#exports.source());
    return bytes.length;
  }

  /** Starts MicroPython. */
  start() {
    this.#exports._initialize();
    this.#exports.start();
  }

  /**
   * Starts MicroPython with an empty flash and imports the simulation.
   * @param {Uint8Array} simulation  a file system
   */
  load(simulation) {
    this.start();
    this.flash(simulation.length).set(simulation);
    this.run(LOAD);
    this.flash(simulation.length).fill(0);
  }

  /** Runs the device until `wait` throws an error. */
  async boot() {
    await this.wait(START);
    throw new Error(this.printed || "it ended");
  }

  /**
   * Runs Python code. If `wait` returns a promise, all functions of the module return, and are called again when the
   * promise has settled.
   * @param {string} source
   * @returns {Promise<number>}  1 after an exception, otherwise 0
   */
  async wait(source) {
    const { run, frames, asyncify_stop_unwind, asyncify_start_rewind } = this.#exports;
    const count = this.#give(source);
    let failed = run(count);
    while (this.#awaited) {
      asyncify_stop_unwind();
      this.#batch = await this.#awaited;
      this.#awaited = null;
      asyncify_start_rewind(frames());
      failed = run(count);
    }
    return failed;
  }
}
