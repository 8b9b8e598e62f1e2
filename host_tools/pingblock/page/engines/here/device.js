/**
 * Simulates the Pico: runs of the firmware between power-ons and resets. See virtual/desk/engine.py. The methods with a
 * star are parts of one program, which `run.js` steps. Each `yield` gives a batch to the firmware and returns its
 * records, or starts a run, or sleeps.
 */

import { rounded } from "../../parts/random.js";
import { Inputs, LET_GO } from "./inputs.js";
import { levelsOf, pack, record, viewOf } from "./records.js";

/** @typedef {import("./records.js").Told} Told */
/** @typedef {{batch: Uint8Array}} Batch */
/** @typedef {{start: Record<string, unknown>, chance: string}} Start  `chance` is hashed to entropy */
/** @typedef {{sleepMs: number}} Sleep */
/** @typedef {Batch | Start | Sleep} Step */
/**
 * @template T
 * @typedef {Generator<Step, T, Told[]>} Program
 */

/**
 * Receives the Pico's events: see `Sink` of virtual/engine.py.
 * @typedef {object} Sink
 * @property {(atUs: number, gpio: number, level: boolean) => void} pin
 * @property {(atUs: number, gpio: number, freqHz: number, duty: number) => void} pwm
 * @property {(atUs: number, periodUs: number, levels: Float64Array) => void} speaker
 * @property {(atUs: number, channel: number) => number} adc
 * @property {(atUs: number, bytes: Uint8Array) => void} serial
 * @property {(atUs: number, cause: string) => void} reset
 */

const BOOT_US = 60000;
const SLICE_NS = 10e9;
/** Scratch words and reset reason after a power-on. */
const NOTHING = new Uint8Array(40);

/**
 * Maximum computing time that counts between two answers. Without this limit, the time in which the computer sleeps
 * would count.
 */
const ONCE_MS = 10000;
const TOO_LONG = "The device of this link computes so much that its own time hardly passes, so it was ended.";

/** The firmware no longer answers. */
export class Hung extends Error {
  constructor() {
    super("The firmware does not respond any more: it is stuck in a loop that never asks for the time.");
  }
}

export class Device {
  nowNs = 0;
  /**
   * Computing time that the session of a stranger has left. It grows with the device's time.
   * @type {{ms: number, rate: number} | null}
   */
  budget = null;
  #computedMs = 0;
  #sink;
  #gpio;
  #chance;
  #inputs;
  #starts = 0;
  #chipResetNs = 0;
  #alive = false;
  #spinning = false;
  /** Time at which the watchdog will reset, or 0. */
  #watchdogNs = 0;
  #watchdogState = NOTHING;
  /** @type {boolean | null} */
  #powerWish = true;
  #high = new Set();
  #pwm = new Set();
  #level = 0;

  /**
   * @param {Sink} sink
   * @param {Record<string, number>} gpio  signal to GPIO
   * @param {number} chance  seed for `os.urandom`
   */
  constructor(sink, gpio, chance) {
    this.#sink = sink;
    this.#gpio = gpio;
    this.#chance = chance;
    this.#inputs = new Inputs(gpio.vbus_sense);
  }

  get nowUs() {
    return this.nowNs / 1000;
  }

  /**
   * Schedules an outside drive of a pin. Null releases the pin.
   * @param {number} atUs
   * @param {number} gpio
   * @param {boolean | null} level
   */
  drive(atUs, gpio, level) {
    this.#add(atUs, "p", Uint8Array.of(gpio, level === null ? LET_GO : Number(level)));
  }

  /** Sends bytes of the USB host now. @param {Uint8Array} bytes */
  send(bytes) {
    this.#add(this.nowUs, "s", bytes);
  }

  /** Plugs or unplugs the USB cable now. @param {boolean} connected */
  plug(connected) {
    this.#add(this.nowUs, "u", Uint8Array.of(Number(connected)));
    this.drive(this.nowUs, this.#gpio.vbus_sense, connected);
  }

  /** Switches the power on or off now. Only files keep their content. @param {boolean} on */
  power(on) {
    this.#powerWish = on;
  }

  /** @type {(atUs: number, kind: string, payload: Uint8Array) => void} */
  #add(atUs, kind, payload) {
    this.#inputs.add(Math.max(this.nowNs, rounded(atUs * 1000)), kind, payload);
  }

  /**
   * Runs the firmware until a time.
   * @param {number} untilNs
   * @returns {Program<void>}
   */
  *advance(untilNs) {
    for (;;) {
      yield* this.#switchPower();
      if (this.nowNs >= untilNs) return;
      yield* this.#run(Math.min(untilNs, this.nowNs + SLICE_NS));
    }
  }

  /** @returns {Program<void>} */
  *#switchPower() {
    const wish = this.#powerWish;
    this.#powerWish = null;
    if (wish && !this.#alive) yield* this.#start("power_on", NOTHING);
    else if (wish === false && this.#alive) this.#end();
  }

  /** @type {(cause: string, state: Uint8Array) => Program<void>} */
  *#start(cause, state) {
    if (cause !== "soft_reset") this.#chipResetNs = this.nowNs;
    this.#alive = true;
    this.#spinning = false;
    this.#watchdogNs = 0;
    const start = {
      speaker_gpio: this.#gpio.speaker,
      boot_us: BOOT_US,
      ticks_offset_us: 0,
      at_ns: this.nowNs,
      chip_reset_ns: this.#chipResetNs,
      state: [...state],
      driven: [...this.#inputs.driven].sort(([one], [other]) => one - other),
      plugged: this.#inputs.plugged,
      reading: true,
      opened: true,
    };
    yield* this.#handle(yield* this.#timed({ start, chance: `${this.#chance}/${++this.#starts}` }));
    this.#sink.reset(this.nowUs, cause);
  }

  #end() {
    this.#alive = false;
    this.#inputs.giveBack();
    for (const gpio of this.#high) this.#sink.pin(this.nowUs, gpio, false);
    for (const gpio of this.#pwm) this.#sink.pwm(this.nowUs, gpio, 0, 0);
    if (this.#level) this.#sink.speaker(this.nowUs, 0, new Float64Array(1));
    this.#high.clear();
    this.#pwm.clear();
    this.#level = 0;
  }

  /** @type {(untilNs: number) => Program<void>} */
  *#run(untilNs) {
    if (!this.#alive) {
      this.#pass(untilNs);
      return;
    }
    const again = this.#spinning ? this.#spin(untilNs) : yield* this.#live(untilNs);
    if (!again) return;
    this.#end();
    yield* this.#start(again.cause, again.state);
  }

  /** @type {(untilNs: number) => Program<{cause: string, state: Uint8Array} | null>} */
  *#live(untilNs) {
    const batch = pack([...this.#inputs.take(untilNs), record("R", untilNs)]);
    try {
      return yield* this.#handle(yield* this.#timed({ batch }));
    } catch (fault) {
      if (!(fault instanceof Hung) || !this.#watchdogNs) throw fault;
      this.#spinning = true;
      return this.#spin(untilNs);
    }
  }

  /**
   * Gives the firmware a step, and measures the computing time.
   * @param {Step} step
   * @returns {Program<Told[]>}
   */
  *#timed(step) {
    const began = performance.now();
    const records = yield step;
    this.#computedMs += Math.min(performance.now() - began, ONCE_MS);
    if (this.budget && this.#computedMs > this.budget.ms + (this.budget.rate * this.nowNs) / 1e6)
      throw new Error(TOO_LONG);
    return records;
  }

  /** Advances time until the watchdog resets firmware that no longer asks for input. */
  #spin(/** @type {number} */ untilNs) {
    this.#pass(Math.max(this.nowNs, Math.min(untilNs, this.#watchdogNs)));
    if (this.nowNs < this.#watchdogNs) return null;
    return { cause: "watchdog", state: this.#watchdogState };
  }

  /** @param {number} untilNs */
  #pass(untilNs) {
    this.nowNs = untilNs;
    this.#inputs.take(untilNs);
    this.#inputs.applied(untilNs);
  }

  /**
   * Handles records of the firmware until its clock stops.
   * @param {Told[]} records
   * @returns {Program<{cause: string, state: Uint8Array} | null>}
   */
  *#handle(records) {
    for (;;) {
      /** @type {Told | null} */
      let reply = null;
      for (const told of records) {
        if (told.kind === "D" || told.kind === "!") {
          this.nowNs = told.atNs;
          this.#inputs.applied(told.atNs);
          return told.kind === "!" ? again(told.payload) : null;
        }
        if (told.kind === "H") throw new Hung();
        if (told.kind === "A") reply = record("a", 0, this.#convert(told));
        else this.#forward(told);
      }
      records = yield* this.#timed({ batch: pack(reply ? [reply] : []) });
    }
  }

  /** @param {Told} told */
  #convert({ atNs, payload }) {
    const code = Math.max(0, Math.min(4095, this.#sink.adc(atNs / 1000, payload[0])));
    return Uint8Array.of(code & 255, code >> 8);
  }

  /** Passes an output of the firmware on to the sink. @param {Told} told */
  #forward(told) {
    const { kind, atNs, payload } = told;
    const atUs = atNs / 1000;
    if (kind === "P") {
      this.#high[payload[1] ? "add" : "delete"](payload[0]);
      this.#sink.pin(atUs, payload[0], Boolean(payload[1]));
    } else if (kind === "W") {
      const view = viewOf(payload);
      const freqHz = view.getFloat64(1, true);
      this.#pwm[freqHz ? "add" : "delete"](payload[0]);
      this.#sink.pwm(atUs, payload[0], freqHz, view.getFloat64(9, true));
    } else if (kind === "L" || kind === "B") {
      const { periodUs, levels } = levelsOf(told);
      this.#level = levels[levels.length - 1];
      this.#sink.speaker(atUs, periodUs, levels);
    } else if (kind === "S") {
      this.#sink.serial(atUs, payload);
    } else if (kind === "G") {
      this.#watchdogNs = Number(viewOf(payload).getBigInt64(0, true));
      this.#watchdogState = payload.slice(8);
    } else if (kind === "F") {
      const text = new TextDecoder().decode(payload);
      throw new Error(`At ${(atUs / 1000).toFixed(3)} ms: ${text}`);
    }
  }
}

/** @param {Uint8Array} payload */
function again(payload) {
  const size = payload[0];
  const cause = new TextDecoder().decode(payload.subarray(1, size + 1));
  return { cause, state: payload.slice(size + 1) };
}
