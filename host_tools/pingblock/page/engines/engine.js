/**
 * The engine interface: what runs the firmware, seen from the page. Four implement it.
 *
 * An engine is made with a function `tell`, which gets every event, in order of time. All `atMs` are
 * ms of the device's time since its first power-on; they never go back until the next `ready`.
 *
 * @module engines/engine
 */

/** @typedef {"block" | "check" | "lever"} Hand */
/** @typedef {"here" | "desk" | "wasm" | "chip" | "board"} EngineName */

/**
 * One kind of cell, 1 to 4 of it in a row. `parts/cells.js` knows kinds and what charge makes of them.
 *
 * @typedef {object} Cells
 * @property {number} openMv  mV of one cell without load, 0..2000
 * @property {number} ohm  inner resistance of one cell, 0..1000
 * @property {number} count  1..4
 */

/**
 * What a session begins with and what hands did in it: all that decides its outcomes and sounds.
 * An action is a line of a scenario file, such as `{at_ms: 1200, do: "press", for_ms: 60}`.
 *
 * @typedef {object} Session
 * @property {number} version  1
 * @property {number | null} seed  of the draws, 0..2**32 - 1; null: the device's own chance
 * @property {number} chance  what the device's own chance begins with, 0..2**32 - 1
 * @property {Record<string, string>} files  path on the device to its content, base64
 * @property {Array<{at_ms: number, do: string, [option: string]: unknown}>} actions
 * @property {number} [until_ms]  when it was told, ms
 */

/**
 * @typedef {object} OpenOptions
 * @property {number} [seed]  fixes the draws and the parts' chance, 0..2**32 - 1; else they differ
 * @property {Session} [replay]  plays this session from the start; hands afterwards go on from there
 * @property {import("./here/store.js").Kept} [device]  plays this device, and keeps nothing of it: only `here`
 * @property {MessagePort} [soundPort]  gets `sound`, `silence` and `amp` too, without the page in between
 */

/** @typedef {{kind: "ready", engine: EngineName, firmware: string, keeps: boolean, unkept?: string}} ReadyEvent
 *   The device has power. `firmware` is a version; `keeps` says whether its files outlive the page, else
 *   `unkept` is a sentence that says why they do not. */
/** @typedef {{kind: "clock", nowMs: number, speed: number}} ClockEvent
 *   About 10 a second; `speed` is device time by real time, 1.0 where it keeps up. */
/** @typedef {{kind: "light", atMs: number, red: number, green: number, blue: number}} LightEvent
 *   Each channel 0..255, in proportion to its power. */
/** @typedef {{kind: "servo", atMs: number, deg: number, powered: boolean}} ServoEvent
 *   The horn's physical angle, 0..180; about 50 a second while it moves. */
/** @typedef {{kind: "supply", atMs: number, vsysMv: number, plugged: boolean, powered: boolean,
 *   cells: Cells}} SupplyEvent
 *   About 10 a second where VSYS changes. `powered`: not in a brown-out. */
/** @typedef {{kind: "sound", atSample: number, rateHz: number, samples: Int16Array}} SoundEvent
 *   Levels at the loudspeaker's pin, low = -32767, top = 32767; `atSample` counts from power-on. One
 *   that begins before the end of the last replaces the rest of it. Sent at once when a sound starts. */
/** @typedef {{kind: "silence", atSample: number}} SilenceEvent  Nothing follows but silence. */
/** @typedef {{kind: "amp", atMs: number, on: boolean}} AmpEvent
 *   The amplifier is switched: while it is off nothing is heard. */
/** @typedef {{kind: "serial", atMs: number, bytes: Uint8Array}} SerialEvent  From the USB serial. */
/** @typedef {{kind: "reset", atMs: number, cause: string}} ResetEvent
 *   The firmware started: `power_on`, `watchdog`, `soft_reset`, `run_pin`. */
/** @typedef {{kind: "lost", reason: string, canRetry: boolean}} LostEvent
 *   The engine stopped; `reason` is a sentence for people. With `canRetry`, `open` may help. */
/** @typedef {{kind: "notify", text: string}} NotifyEvent  A sentence for people. */
/** @typedef {{kind: "control", mine: boolean, holder: string, watchers: number,
 *   asked: string}} ControlEvent  Only where several watch: see `engines/socket.js`. */
/** @typedef {{kind: "hand", atMs: number, name: Hand, down: boolean}} HandEvent
 *   A hand that a replay or another watcher moved. */

/** @typedef {ReadyEvent | ClockEvent | LightEvent | ServoEvent | SupplyEvent | SoundEvent |
 *   SilenceEvent | AmpEvent | SerialEvent | ResetEvent | LostEvent | NotifyEvent | ControlEvent | HandEvent} EngineEvent */
/** @typedef {(event: EngineEvent) => void} Tell */

/**
 * @typedef {object} Engine
 * @property {EngineName} name
 * @property {(options?: OpenOptions) => Promise<void>} open
 *   Starts; rejects with an `EngineError` whose message is for people.
 * @property {() => Promise<void>} close  Ends it; nothing is told afterwards. Safe to call twice.
 * @property {(hand: Hand, down: boolean) => void} hand
 *   Moves a hand now: a button down or up, the lever pulled (`down`) or let go.
 * @property {(cells: Cells) => void} cells  Fits other cells now.
 * @property {(plugged: boolean) => void} plug  The USB cable goes in or out now.
 * @property {(bytes: Uint8Array) => void} send  To the USB serial.
 * @property {() => Session | null} session  What a link needs; null where it cannot be told.
 */

/** Why an engine does not run: a sentence for people. */
export class EngineError extends Error {
  /**
   * @param {string} message
   * @param {boolean} [canRetry]  whether the same again may help
   */
  constructor(message, canRetry = false) {
    super(message);
    this.name = "EngineError";
    this.canRetry = canRetry;
  }
}
