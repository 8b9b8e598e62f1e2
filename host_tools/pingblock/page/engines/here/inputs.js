/** Inputs of the Pico from the outside: scheduled changes and current levels. Times are in ns. */

import { record } from "./records.js";

/** @typedef {import("./records.js").Told} Told */

export const LET_GO = 255;

export class Inputs {
  plugged = true;
  /** Level of each driven pin. @type {Map<number, number>} */
  driven = new Map();
  /** Inputs in order of time. @type {Told[]} */
  #waiting = [];
  /** Inputs that the firmware has received, but whose time has not come. @type {Told[]} */
  #handedOver = [];

  /** @param {number} vbusGpio */
  constructor(vbusGpio) {
    this.driven.set(vbusGpio, 1);
  }

  /**
   * Schedules an input.
   * @param {number} atNs
   * @param {string} kind  as in virtual/desk/messages.py
   * @param {Uint8Array} payload
   */
  add(atNs, kind, payload) {
    let place = this.#waiting.length;
    while (place && this.#waiting[place - 1].atNs > atNs) place--;
    this.#waiting.splice(place, 0, record(kind, atNs, payload));
  }

  /** Returns the inputs that are due and were not taken before. @param {number} untilNs */
  take(untilNs) {
    let count = 0;
    while (count < this.#waiting.length && this.#waiting[count].atNs <= untilNs) count++;
    const taken = this.#waiting.splice(0, count);
    this.#handedOver.push(...taken);
    return taken;
  }

  /** Marks all taken inputs that were due by this time as applied. @param {number} nowNs */
  applied(nowNs) {
    this.#handedOver.sort((one, other) => one.atNs - other.atNs);
    while (this.#handedOver.length && this.#handedOver[0].atNs <= nowNs) {
      this.#apply(/** @type {Told} */ (this.#handedOver.shift()));
    }
  }

  /** Schedules again the inputs that a run did not reach before it ended. */
  giveBack() {
    for (const { atNs, kind, payload } of this.#handedOver) this.add(atNs, kind, payload);
    this.#handedOver = [];
  }

  /** @param {Told} told */
  #apply({ kind, payload }) {
    if (kind === "u") this.plugged = Boolean(payload[0]);
    if (kind !== "p") return;
    if (payload[1] === LET_GO) this.driven.delete(payload[0]);
    else this.driven.set(payload[0], payload[1]);
  }
}
