/** A virtual Pingblock with all its parts: see virtual/virtual_device.py, harness.py and supply.py. */

import { Adc } from "../../parts/adc.js";
import { BROWN_OUT_MV, Battery, PICO_MW, RECOVERY_MV } from "../../parts/battery.js";
import { DEFAULT, chatter } from "../../parts/contact.js";
import { Light } from "../../parts/light.js";
import { Random } from "../../parts/random.js";
import { NOMINAL_MV, STALL_MA, Servo } from "../../parts/servo.js";
import { FULL_SOUND_MW, Speaker } from "../../parts/speaker.js";
import { Device } from "./device.js";
import { PinSound } from "./pin_sound.js";

/** @typedef {import("../engine.js").Tell} Tell */
/** @typedef {import("../engine.js").Cells} Cells */
/**
 * @template T
 * @typedef {import("./device.js").Program<T>} Program
 */
/**
 * @typedef {{gpio: Record<string, number>, ratio: Record<string, number>}} Wiring Signal -> GPIO, and signal -> ratio
 *   of the divider at an input of the ADC.
 */
/** @typedef {{adc: Random, block_button: Random, check_button: Random, lever: Random}} Chances */

const LIGHTS = ["light_red", "light_green", "light_blue"];
const TEMPERATURE_CHANNEL = 4;
const TEMPERATURE_MV = 706;
const SUPPLY_MV = 3300;
const CELL_LOAD_OHM = 220;
const FIRST_ADC_GPIO = 26;
const WATCH_NS = 5e6;
const RECOVERY_US = 100000;

export class Bench {
  battery = new Battery();
  light = new Light();
  servo = new Servo();
  #tell;
  #chances;
  #gpio;
  #ratio;
  /** @type {Map<number, string>} */
  #signals;
  #adc;
  #speaker = new Speaker();
  #sound;
  #device;
  #cellsLoaded = false;
  /** @type {number | null} */
  #brownedUs = null;
  /** the time of the next check of the supply */
  #lookNs = 0;

  /**
   * @param {Wiring} wiring
   * @param {Chances} chances
   * @param {number} chance  seed for the device's random numbers
   * @param {Tell} tell
   */
  constructor(wiring, chances, chance, tell) {
    this.#tell = tell;
    this.#chances = chances;
    this.#gpio = wiring.gpio;
    this.#ratio = wiring.ratio;
    this.#signals = new Map(Object.entries(wiring.gpio).map(([name, gpio]) => [gpio, name]));
    this.#adc = new Adc(chances.adc);
    this.#sound = new PinSound(tell);
    this.#device = new Device(this, wiring.gpio, chance);
    if ("lever" in wiring.gpio) this.#device.drive(0, wiring.gpio.lever, false);
  }

  /**
   * Returns the random sources of all parts for a seed. They draw the same numbers as in Python's virtual devices.
   * @param {number} seed
   * @returns {Chances}
   */
  static chances(seed) {
    const [adc, block_button, check_button, lever] = ["adc", "block", "check", "lever"].map((part) =>
      Random.of(`${part} ${seed}`),
    );
    return { adc, block_button, check_button, lever };
  }

  /** Limits how long the session of a stranger can compute. @param {{ms: number, rate: number}} budget see Device */
  limit(budget) {
    this.#device.budget = budget;
  }

  get nowNs() {
    return this.#device.nowNs;
  }

  get nowUs() {
    return this.#device.nowUs;
  }

  /** True while the device makes a sound or moves, so that small steps are needed. */
  get busy() {
    return this.#speaker.amplifierOn || !this.#speaker.idle || this.servo.moving;
  }

  /** True while the speaker gets levels. */
  get sounding() {
    return this.#sound.sounding;
  }

  get powered() {
    return this.#brownedUs === null;
  }

  /**
   * Advances the device's time. If the cells are weak, checks them on the way.
   * @param {number} untilNs
   * @returns {Program<void>}
   */
  *advanceTo(untilNs) {
    while (this.nowNs < untilNs) {
      yield* this.#device.advance(Math.min(untilNs, this.#lookNs));
      if (this.nowNs >= this.#lookNs) {
        this.#watch();
        this.#lookAgain();
      }
    }
    this.servo.advance(this.nowUs);
    this.#sound.flush();
  }

  #lookAgain() {
    const safe = this.#brownedUs === null && this.#worstVsysMv() >= BROWN_OUT_MV;
    this.#lookNs = safe ? Infinity : this.nowNs + WATCH_NS;
  }

  /** Runs `act`, which moves buttons or the lever, between two checks of the supply. @param {() => void} act */
  handle(act) {
    this.#watch();
    act();
    this.#lookAgain();
  }

  /**
   * Closes or opens a contact, which bounces.
   * @param {"block_button" | "check_button" | "lever"} signal
   * @param {number} atUs
   * @param {boolean} closed
   * @param {number} [limitUs]
   * @param {import("../../parts/contact.js").Bounce} [bounce]
   */
  contact(signal, atUs, closed, limitUs = 1e9, bounce = DEFAULT) {
    for (const [edgeUs, level] of chatter(this.#chances[signal], atUs, closed, bounce, limitUs)) {
      this.#device.drive(edgeUs, this.#gpio[signal], level ? false : null);
    }
  }

  /** @param {Cells} cells */
  fit(cells) {
    this.battery.cells = cells;
    this.#watch();
  }

  /** @param {boolean} plugged */
  plug(plugged) {
    this.battery.plugged = plugged;
    this.#device.plug(plugged);
    this.#watch();
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    this.#device.send(bytes);
  }

  #watch() {
    const nowUs = this.nowUs;
    if (this.#brownedUs !== null) this.#recover(nowUs - this.#brownedUs);
    else if (this.vsysMv(nowUs) < BROWN_OUT_MV) {
      this.#brownedUs = nowUs;
      this.#device.power(false);
      this.#dark(nowUs);
    }
  }

  /** @param {number} goneUs */
  #recover(goneUs) {
    const enough = this.battery.vsysMv(PICO_MW) >= RECOVERY_MV;
    if (enough && (this.battery.plugged || goneUs >= RECOVERY_US)) {
      this.#brownedUs = null;
      this.#device.power(true);
    }
  }

  /** Returns the supply voltage under the present load in mV. @param {number} atUs */
  vsysMv(atUs) {
    this.servo.advance(atUs);
    return this.battery.vsysMv(this.#loadMw(atUs), this.#siemens);
  }

  /** Returns the supply voltage in mV that the loudest sound and a stalled servo would cause now. */
  #worstVsysMv() {
    return this.battery.vsysMv(this.#steadyMw + FULL_SOUND_MW, STALL_MA / NOMINAL_MV);
  }

  get #siemens() {
    return this.servo.siemens + (this.#cellsLoaded ? 1 / CELL_LOAD_OHM : 0);
  }

  /** @param {number} atUs */
  #loadMw(atUs) {
    return this.#steadyMw + this.#speaker.powerMw(atUs);
  }

  get #steadyMw() {
    return PICO_MW + (this.light.currentMa * SUPPLY_MV) / 1000;
  }

  /** @type {import("./device.js").Sink["pin"]} */
  pin(atUs, gpio, level) {
    const signal = this.#signals.get(gpio) ?? "";
    if (signal === "amp_shutdown") {
      this.#amplify(atUs, level);
    } else if (signal === "cell_load") {
      this.#cellsLoaded = level;
    } else if (signal === "servo_supply") {
      this.servo.supply(atUs, level);
      this.#feedServo(atUs);
    } else if (LIGHTS.includes(signal)) {
      this.#shine(atUs, LIGHTS.indexOf(signal), Number(level));
    }
  }

  /** @type {import("./device.js").Sink["pwm"]} */
  pwm(atUs, gpio, freqHz, duty) {
    const signal = this.#signals.get(gpio) ?? "";
    if (LIGHTS.includes(signal)) {
      this.#shine(atUs, LIGHTS.indexOf(signal), freqHz ? duty : 0);
    } else if (signal === "servo") {
      this.servo.signal(atUs, freqHz, duty);
      this.#feedServo(atUs);
    }
  }

  /** @type {(atUs: number, on: boolean) => void} */
  #amplify(atUs, on) {
    if (on === this.#speaker.amplifierOn) return;
    this.#sound.flush();
    this.#speaker.amplifier(atUs, on);
    this.#tell({ kind: "amp", atMs: atUs / 1000, on });
  }

  /** @type {(atUs: number, index: number, duty: number) => void} */
  #shine(atUs, index, duty) {
    if (!this.light.channel(index, duty)) return;
    const [red, green, blue] = this.light.rgb;
    this.#tell({ kind: "light", atMs: atUs / 1000, red, green, blue });
  }

  /** @param {number} atUs */
  #feedServo(atUs) {
    this.servo.feed(atUs, this.vsysMv(atUs));
  }

  /** @type {import("./device.js").Sink["speaker"]} */
  speaker(atUs, periodUs, levels) {
    this.#speaker.write(atUs, periodUs, levels);
    this.#sound.write(atUs, periodUs, levels);
  }

  /** @type {import("./device.js").Sink["adc"]} */
  adc(atUs, channel) {
    this.servo.advance(atUs);
    return this.#adc.code(this.#pinMv(atUs, channel));
  }

  /** @type {(atUs: number, channel: number) => number} */
  #pinMv(atUs, channel) {
    if (channel === TEMPERATURE_CHANNEL) return TEMPERATURE_MV;
    const signal = this.#signals.get(FIRST_ADC_GPIO + channel) ?? "";
    const ratio = this.#ratio[signal];
    if (!ratio) return 0;
    if (signal === "cell_sense") {
      return this.battery.cellMv(this.#loadMw(atUs), this.#siemens) / ratio;
    }
    return this.vsysMv(atUs) / ratio;
  }

  /** @type {import("./device.js").Sink["serial"]} */
  serial(atUs, bytes) {
    this.#tell({ kind: "serial", atMs: atUs / 1000, bytes: bytes.slice() });
  }

  /** @type {import("./device.js").Sink["reset"]} */
  reset(atUs, cause) {
    this.#dark(atUs);
    this.#tell({ kind: "reset", atMs: atUs / 1000, cause });
  }

  /** @param {number} atUs */
  #dark(atUs) {
    if (!this.#speaker.idle) this.speaker(atUs, 0, new Float64Array(1));
    this.#amplify(atUs, false);
    for (const index of [0, 1, 2]) this.#shine(atUs, index, 0);
    this.#cellsLoaded = false;
    this.servo.signal(atUs, 0, 0);
    this.servo.supply(atUs, false);
  }
}
