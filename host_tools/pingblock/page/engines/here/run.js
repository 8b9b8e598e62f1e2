/** Runs the program of a virtual Pico on MicroPython's module, with one machine for each run. */

import { sha2 } from "../../parts/sha2.js";
import { Machine } from "./machine.js";
import { pack, record, unpack } from "./records.js";

/** @typedef {import("./device.js").Step} Step */
/** @typedef {import("./records.js").Told} Told */

/** Ends a run, because the program starts the next one or the firmware hangs. */
class Ended extends Error {}

/** @param {string} text */
const hashed = (text) => [...sha2(256, new TextEncoder().encode(text))];

export class Runner {
  #module;
  #simulation;
  #nap;
  /** @type {Machine | null} */
  #machine = null;
  /** @type {Uint8Array[]} */
  #said = [];
  /** @type {Generator<Step, unknown, any> | null} */
  #program = null;
  /** @type {IteratorResult<Step, unknown>} */
  #step = { done: true, value: undefined };
  #flash;

  /**
   * @param {WebAssembly.Module} module
   * @param {Uint8Array} simulation  the file system of the simulation
   * @param {Uint8Array} flash  content of the device's flash
   * @param {(ms: number) => void | Promise<void>} nap  sleeps, or returns at once in a test
   */
  constructor(module, simulation, flash, nap) {
    this.#module = module;
    this.#simulation = simulation;
    this.#flash = flash;
    this.#nap = nap;
  }

  /** The current flash, which changes while the device runs. */
  get flash() {
    return this.#machine ? this.#machine.flash(this.#flash.length) : this.#flash;
  }

  /**
   * Runs Python code on the device's flash while the device is off. Returns what the code prints.
   * @param {string[]} sources  texts of at most 4 kB each
   */
  prepare(sources) {
    this.#machine = this.#newMachine();
    for (const source of sources) this.#machine.run(source);
    this.#flash = this.flash.slice();
    const { printed } = this.#machine;
    this.#machine = null;
    return printed;
  }

  /**
   * Steps a program to its end and returns its result.
   * @template T
   * @param {Generator<Step, T, any>} program
   * @returns {Promise<T>}
   */
  async run(program) {
    this.#program = program;
    this.#step = program.next();
    while (!this.#step.done) {
      const step = this.#step.value;
      if ("sleepMs" in step) await this.#sleep(step.sleepMs);
      else if ("start" in step) await this.#live(step);
      else throw new Error("a batch without a life");
    }
    return /** @type {T} */ (this.#step.value);
  }

  /** @param {number} ms */
  async #sleep(ms) {
    await this.#nap(ms);
    this.#step = /** @type {any} */ (this.#program).next();
  }

  /** @param {import("./device.js").Start} step */
  async #live(step) {
    const settings = { ...step.start, entropy: hashed(step.chance) };
    this.#flash = this.flash.slice();
    const json = new TextEncoder().encode(JSON.stringify(settings));
    let first = true;
    const wait = () => {
      if (!first) return this.#answer();
      first = false;
      return pack([record("c", 0, json)]);
    };
    this.#machine = this.#newMachine(wait);
    try {
      await this.#machine.boot();
    } catch (fault) {
      if (!(fault instanceof Ended)) this.#die(fault);
    }
  }

  /** Reports a crash of the interpreter or of the program. @param {unknown} fault */
  #die(fault) {
    const words = this.#machine?.printed.trim();
    throw words ? new Error(`MicroPython died: ${words}`) : fault;
  }

  /** @param {() => Uint8Array | Promise<Uint8Array>} wait */
  #newMachine(wait = () => new Uint8Array(0)) {
    this.#said = [];
    const out = (/** @type {Uint8Array} */ said) => {
      this.#said.push(said);
    };
    const machine = new Machine(this.#module, out, wait);
    machine.load(this.#simulation);
    machine.flash(this.#flash.length).set(this.#flash);
    return machine;
  }

  /** Gives the records to the program, and returns the program's batch. */
  #answer() {
    const program = /** @type {Generator<Step, unknown, any>} */ (this.#program);
    const records = this.#said.flatMap(unpack);
    this.#said = [];
    this.#step = program.next(records);
    // The firmware hangs and will not ask again. The program continues without it until the watchdog resets.
    if (records.some(({ kind }) => kind === "H")) throw new Ended();
    return this.#toBatch();
  }

  /** @returns {Uint8Array | Promise<Uint8Array>} */
  #toBatch() {
    const program = /** @type {Generator<Step, unknown, any>} */ (this.#program);
    for (;;) {
      if (this.#step.done || "start" in this.#step.value) throw new Ended();
      const step = this.#step.value;
      if ("batch" in step) return step.batch;
      const nap = this.#nap(step.sleepMs);
      if (nap) {
        return nap.then(() => {
          this.#step = program.next();
          return this.#toBatch();
        });
      }
      this.#step = program.next();
    }
  }
}
