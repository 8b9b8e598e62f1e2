/** MicroPython's module: one instance for each life of the firmware. See virtual/wasm/machine.py. */

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
 */

/** What the engine's module, its first flash and its simulation are. */
export class Machine {
  #exports;
  /** @type {Uint8Array | null} */
  #batch = null;
  #suspends;
  /** What passed the simulated console by: a crash of the simulation, or what `run` prints. */
  printed = "";

  /**
   * @param {WebAssembly.Module} module
   * @param {(said: Uint8Array) => void} out  gets records
   * @param {() => Uint8Array | Promise<Uint8Array>} wait  returns the next batch
   * @param {boolean} suspends  whether `wait` may return a promise (JSPI)
   */
  constructor(module, out, wait, suspends) {
    this.#suspends = suspends;
    const text = new TextDecoder();
    const give = (/** @type {Uint8Array} */ batch, /** @type {number} */ into, room = 0) => {
      const fits = batch.length <= room;
      if (fits) this.#bytes.set(batch, into);
      this.#batch = fits ? null : batch; // the module asks again, with room enough
      return batch.length;
    };
    /** @type {(at: number, count: number, into: number, room: number) => unknown} */
    const exchange = (at, count, into, room) => {
      if (count) out(this.read(at, count));
      const batch = this.#batch ?? wait();
      return "then" in batch ? batch.then((got) => give(got, into, room)) : give(batch, into, room);
    };
    const host = {
      out: (/** @type {number} */ at, /** @type {number} */ count) => out(this.read(at, count)),
      exchange: suspends ? new /** @type {any} */ (WebAssembly).Suspending(exchange) : exchange,
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

  /** The flash as it lies in memory, which may not be kept. @param {number} size */
  flash(size) {
    const at = this.#exports.flash();
    return this.#bytes.subarray(at, at + size);
  }

  /**
   * Runs Python code that waits for nothing.
   *
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

  /**
   * Starts MicroPython and imports the simulation; the flash is empty then.
   *
   * @param {Uint8Array} simulation  a file system
   */
  load(simulation) {
    this.#exports._initialize();
    this.#exports.start();
    this.flash(simulation.length).set(simulation);
    this.run(LOAD);
    this.flash(simulation.length).fill(0);
  }

  /** Runs the device until `wait` throws. */
  async boot() {
    const count = this.#give(START);
    const run = this.#suspends ? /** @type {any} */ (WebAssembly).promising(this.#exports.run) : this.#exports.run;
    await run(count);
    throw new Error(this.printed || "it ended");
  }
}
