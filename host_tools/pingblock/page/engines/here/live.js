/** Runs a virtual device in real time: actions take effect at once, and the device's time follows the clock. */

import { Hands } from "./hands.js";

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("../engine.js").Tell} Tell */
/** @typedef {import("./hands.js").Action} Action */
/**
 * @template T
 * @typedef {import("./device.js").Program<T>} Program
 */

const US = 1000;
const MS = 1e6;
/** While a part moves, the device runs in steps of this length, and is at most this far ahead of the clock. */
const AHEAD_NS = 4 * MS;
const STEP_NS = 3 * MS;
/**
 * After an action, this much is computed at once. A sound is computed this far ahead, or further on a busy computer.
 */
const SOUND_NS = 28 * MS;
const MORE_NS = 18 * MS;
const MOST_NS = 64 * MS;
const HAND_MS = 24;
/** Without motion or sound, the device is at most this far behind. An action wakes it. */
const IDLE_NS = 20 * MS;
/** If the computer was asleep or busy, the device skips the lost time. */
const LOST_NS = 250 * MS;
const CLOCK_NS = 100 * MS;
const SERVO_NS = 20 * MS;
/** A light or servo that changed within this time will probably change again. */
const LIVELY_NS = 250 * MS;
/** The worker reads messages after this much computing, because messages arrive only between its tasks. */
const BREATH_MS = 50;
/** A replay skips quiet time, except this much before each action. */
const LEAD_NS = 1000 * MS;
/**
 * Quiet time is skipped in pieces of this length. After each piece, the worker reads messages, and the page sees that
 * the worker does not hang.
 */
const PIECE_NS = 5000 * MS;

/** @typedef {{take: () => any[]}} Inbox */

export class Live {
  #bench;
  #inbox;
  #tell;
  #hands;
  #replay;
  /** Messages that the page itself sent during a replay. @type {any[]} */
  #held = [];
  /** Moves of a replay that will release a button or the lever. @type {import("../engine.js").HandEvent[]} */
  #coming = [];
  /** The end of the quiet time that is skipped. */
  #quietToNs = 0;
  #originMs = 0;
  #movedMs = -Infinity;
  #sleptMs = -Infinity;
  #soundNs = SOUND_NS;
  #isAhead = false;
  #livelyNs = 0;
  #clockNs = -Infinity;
  #clockMs = 0;
  #servoNs = 0;
  #deg = NaN;
  #supply = "";

  /**
   * @param {Bench} bench
   * @param {Inbox} inbox
   * @param {Tell} tell
   * @param {(action: Action) => void} done  called with each action
   * @param {Action[]} replay  actions to replay first, in order of time
   */
  constructor(bench, inbox, tell, done, replay) {
    this.#bench = bench;
    this.#inbox = inbox;
    this.#tell = tell;
    this.#hands = new Hands(bench, done);
    this.#replay = replay.slice();
  }

  /** Notes a change that people can see. */
  stir() {
    this.#livelyNs = this.#bench.nowNs + LIVELY_NS;
  }

  /**
   * Runs forever.
   * @param {() => void} housekeeping  called about ten times a second
   * @returns {Program<void>}
   */
  *run(housekeeping) {
    const bench = this.#bench;
    yield* bench.advanceTo(US);
    this.#originMs = performance.now() - bench.nowNs / MS;
    for (;;) {
      yield* this.#obey();
      const aheadNs = bench.nowNs - this.#realNs;
      this.#keepAhead(aheadNs);
      if (aheadNs < -LOST_NS) this.#originMs -= (aheadNs + STEP_NS) / MS;
      if (this.#waits(aheadNs)) {
        yield* this.#sleep(this.#pauseMs(aheadNs));
        continue;
      }
      if (performance.now() - this.#sleptMs > BREATH_MS) yield* this.#sleep(0);
      yield* this.#go();
      this.#look();
      if (bench.nowNs - this.#clockNs >= CLOCK_NS) {
        this.#strike();
        housekeeping();
      }
    }
  }

  /** @param {number} sleepMs */
  *#sleep(sleepMs) {
    yield { sleepMs };
    this.#sleptMs = performance.now();
  }

  get #realNs() {
    return (performance.now() - this.#originMs) * MS;
  }

  get #lively() {
    return this.#bench.busy || this.#bench.nowNs < this.#livelyNs;
  }

  /** Computes sounds further ahead, if a sound was late. @param {number} aheadNs */
  #keepAhead(aheadNs) {
    if (aheadNs < 0 && this.#isAhead) this.#soundNs = Math.min(this.#soundNs + MORE_NS, MOST_NS);
    this.#isAhead = this.#bench.sounding && aheadNs > (this.#isAhead ? 0 : SOUND_NS / 2);
  }

  /** The time in ns by which the device can be ahead of the clock. */
  get #leadNs() {
    const moved = performance.now() - this.#movedMs < HAND_MS;
    return (moved || this.#bench.sounding ? this.#soundNs : AHEAD_NS) - STEP_NS;
  }

  /** @param {number} aheadNs */
  #waits(aheadNs) {
    return !this.#quietNs && aheadNs > (this.#lively ? this.#leadNs : -IDLE_NS + STEP_NS);
  }

  /** @param {number} aheadNs */
  #pauseMs(aheadNs) {
    return (aheadNs - (this.#lively ? this.#leadNs : -IDLE_NS)) / MS;
  }

  /** The quiet time in ns that can still be skipped. */
  get #quietNs() {
    return Math.max(this.#quietToNs - this.#bench.nowNs, 0);
  }

  /** Advances by one step, or up to now. A replay stops at its next action. */
  *#go() {
    const bench = this.#bench;
    const next = this.#replay[0];
    const nextNs = next ? nsOf(next) : Infinity;
    if (next && !this.#lively && nextNs - bench.nowNs > 2 * LEAD_NS) this.#quietToNs = nextNs - LEAD_NS;
    if (this.#quietNs) yield* this.#pass(Math.min(this.#quietNs, PIECE_NS));
    else yield* this.#step(nextNs);
    if (next && bench.nowNs >= nextNs) {
      this.#replay.shift();
      this.#coming.push(...this.#hands.replay(next));
    }
    const shown = this.#coming.filter(({ atMs }) => atMs <= bench.nowNs / MS);
    this.#coming = this.#coming.filter((event) => !shown.includes(event));
    shown.forEach(this.#tell);
  }

  /** @param {number} ns  length of the quiet time */
  *#pass(ns) {
    this.#originMs -= ns / MS;
    yield* this.#bench.advanceTo(whole(this.#bench.nowNs + ns));
    yield* this.#sleep(0);
  }

  /** @param {number} mostNs */
  *#step(mostNs) {
    const { nowNs } = this.#bench;
    const target = whole(Math.max(nowNs + STEP_NS, this.#realNs));
    yield* this.#bench.advanceTo(Math.min(target, mostNs, this.#lively ? whole(nowNs + IDLE_NS) : Infinity));
  }

  /**
   * Carries out the page's requests at the current time, or at the device's time if that is ahead. An action of a
   * person ends a replay. Requests that the page itself sends, such as for settings, wait until its end.
   */
  *#obey() {
    const orders = [...this.#held, ...this.#inbox.take()];
    this.#held = this.#replay.length && orders.every((order) => "serial" in order) ? orders : [];
    if (!orders.length || this.#held.length) return;
    this.#replay = [];
    this.#quietToNs = 0;
    yield* this.#bench.advanceTo(whole(Math.max(this.#bench.nowNs, this.#realNs)));
    for (const order of orders) this.#hands.obey(order);
    this.#movedMs = performance.now();
    this.#soundNs = Math.max(this.#soundNs - MORE_NS / 6, SOUND_NS);
    this.stir();
  }

  /** Reports the horn's angle. */
  #look() {
    const { nowNs, servo } = this.#bench;
    if (nowNs < this.#servoNs || (servo.deg === this.#deg && !servo.moving)) return;
    this.#servoNs = nowNs + SERVO_NS;
    this.#deg = servo.deg;
    this.#tell({ kind: "servo", atMs: nowNs / MS, deg: servo.deg, powered: servo.powered });
  }

  /** Reports the time and the supply. */
  #strike() {
    const bench = this.#bench;
    const [nowMs, realMs] = [bench.nowNs / MS, performance.now()];
    const passedMs = realMs - this.#clockMs;
    const speed = this.#clockMs ? (nowMs - this.#clockNs / MS) / Math.max(passedMs, 1) : 1;
    this.#clockNs = bench.nowNs;
    this.#clockMs = realMs;
    this.#tell({ kind: "clock", nowMs, speed });
    const vsysMv = Math.round(bench.vsysMv(bench.nowUs));
    const { plugged, cells } = bench.battery;
    const supply = { vsysMv, plugged, powered: bench.powered, cells };
    const text = JSON.stringify(supply);
    if (text !== this.#supply) this.#tell({ kind: "supply", atMs: nowMs, ...supply });
    this.#supply = text;
  }
}

/** Rounds up to whole microseconds. @param {number} ns */
function whole(ns) {
  return Math.ceil(ns / US) * US;
}

/** @param {Action} action */
function nsOf(action) {
  return Math.round(action.at_ms * MS);
}
