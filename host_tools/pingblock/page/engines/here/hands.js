/**
 * Moves the parts of a virtual device, and records the actions as lines of a scenario file. Times are whole
 * microseconds, so that they are exact in a file.
 */

import { bytesOf } from "../../base64.js";

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("../engine.js").HandEvent} HandEvent */
/** @typedef {{at_ms: number, do: string, [option: string]: any}} Action */
/** @typedef {"block" | "check"} Button */

/** A click can be shorter than any press by a finger: see parts/button_press.py. */
const SHORTEST_US = 40000;
const DEEDS = { block: "press", check: "check" };

/** An action that the page requests. */
/** @typedef {{hand: "block" | "check" | "lever", down: boolean} |
 *   {cells: import("../engine.js").Cells} | {plugged: boolean} | {serial: string}} Order */

export class Hands {
  #bench;
  #done;
  /** The time at which each button was pressed, us. @type {Map<string, number>} */
  #down = new Map();
  /** The time at which each button can be pressed again, us. @type {Map<string, number>} */
  #free = new Map();
  #pulled = false;

  /**
   * @param {Bench} bench
   * @param {(action: Action) => void} done  called with each action. A press is sent twice: at its beginning, and at
   *   its end with `for_ms`.
   */
  constructor(bench, done) {
    this.#bench = bench;
    this.#done = done;
  }

  /**
   * Performs the requested action now.
   * @param {Order} order
   */
  obey(order) {
    this.#bench.handle(() => {
      if ("hand" in order) this.#move(order.hand, order.down);
      else if ("cells" in order) this.#fit(order.cells);
      else if ("plugged" in order) this.#plug(order.plugged);
      else this.#send(order.serial);
    });
  }

  /** @type {(hand: "block" | "check" | "lever", down: boolean) => void} */
  #move(hand, down) {
    if (hand === "lever") this.#pull(down);
    else if (down) this.#press(hand);
    else this.#lift(hand);
  }

  /** @param {boolean} pulled */
  #pull(pulled) {
    if (pulled === this.#pulled) return;
    this.#pulled = pulled;
    this.#bench.contact("lever", this.#nowUs, !pulled);
    this.#note(pulled ? "pull_lever" : "release_lever");
  }

  /** @param {Button} button */
  #press(button) {
    if (this.#down.has(button) || (this.#free.get(button) ?? 0) > this.#nowUs) return;
    this.#down.set(button, this.#nowUs);
    this.#note(DEEDS[button]);
    this.#bench.contact(`${button}_button`, this.#nowUs, true, SHORTEST_US / 2);
  }

  /** @param {Button} button */
  #lift(button) {
    const sinceUs = this.#down.get(button);
    if (sinceUs === undefined) return;
    const atUs = Math.max(this.#nowUs, sinceUs + SHORTEST_US);
    this.#bench.contact(`${button}_button`, atUs, false);
    this.#down.delete(button);
    this.#free.set(button, atUs);
    this.#done(press(button, sinceUs, atUs));
  }

  /** @param {import("../engine.js").Cells} cells */
  #fit(cells) {
    this.#bench.fit(cells);
    this.#note("battery", { cell_mv: Array(cells.count).fill(cells.openMv), ohm: cells.ohm });
  }

  /** @param {boolean} plugged */
  #plug(plugged) {
    if (plugged === this.#bench.battery.plugged) return;
    this.#bench.plug(plugged);
    this.#note(plugged ? "plug" : "unplug");
  }

  /** @param {string} text  base64 */
  #send(text) {
    this.#bench.send(bytesOf(text));
    this.#note("serial", { base64: text });
  }

  get #nowUs() {
    return this.#bench.nowUs;
  }

  /** @type {(what: string, options?: object) => void} */
  #note(what, options = {}) {
    this.#done({ at_ms: this.#nowUs / 1000, do: what, ...options });
  }

  /**
   * Performs an action of a session whose time has come. Returns the moves that the page must show.
   * @param {Action} action
   * @returns {HandEvent[]}
   */
  replay(action) {
    const atMs = this.#nowUs / 1000;
    /** @type {HandEvent[]} */
    let moves = [];
    this.#bench.handle(() => {
      const { cell_mv, ohm, base64, line } = action;
      if (action.do === "press" || action.do === "check") {
        const button = action.do === "press" ? "block" : "check";
        this.#tap(button, action.for_ms * 1000);
        moves = [true, false].map((down) => {
          return { kind: "hand", atMs: down ? atMs : atMs + action.for_ms, name: button, down };
        });
      } else if (action.do === "pull_lever" || action.do === "release_lever") {
        this.#pull(action.do === "pull_lever");
        moves = [{ kind: "hand", atMs, name: "lever", down: this.#pulled }];
      } else if (action.do === "battery") {
        this.#fit({ openMv: cell_mv[0], ohm: [ohm].flat()[0], count: cell_mv.length });
      } else if (action.do === "serial") {
        this.#send(base64 ?? btoa(String.fromCharCode(...new TextEncoder().encode(`${line}\n`))));
      } else {
        this.#plug(action.do === "plug");
      }
    });
    return moves;
  }

  /** @type {(button: Button, forUs: number) => void} */
  #tap(button, forUs) {
    const [atUs, upUs] = [this.#nowUs, this.#nowUs + forUs];
    this.#bench.contact(`${button}_button`, atUs, true, forUs / 2);
    this.#bench.contact(`${button}_button`, upUs, false);
    this.#free.set(button, upUs);
    this.#done(press(button, atUs, upUs));
  }
}

/** @type {(button: Button, sinceUs: number, untilUs: number) => Action} */
function press(button, sinceUs, untilUs) {
  return { at_ms: sinceUs / 1000, do: DEEDS[button], for_ms: Math.round(untilUs - sinceUs) / 1000 };
}
