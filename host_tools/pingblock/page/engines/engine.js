/**
 * Interface of an engine, which runs the firmware. It has four implementations. An engine is made with a function
 * `tell`, which gets every event in order of time. Each `atMs` is the device's time in ms since its first power-on. It
 * does not decrease before the next `ready`.
 * @module engines/engine
 */

/** @typedef {"block" | "check" | "lever"} Hand */
/** @typedef {"here" | "desk" | "wasm" | "chip" | "board"} EngineName */

/**
 * A kind of cell. A device has 1 to 4 of them in series. `parts/cells.js` has the kinds, and how they change with their
 * charge.
 * @typedef {object} Cells
 * @property {number} openMv  mV of one cell without load, 0..2000
 * @property {number} ohm  inner resistance of one cell, 0..1000
 * @property {number} count  1..4
 */

/**
 * The start of a session, and a person's actions. Together they determine all outcomes and sounds. An action is a line
 * of a scenario file, such as `{at_ms: 1200, do: "press", for_ms: 60}`.
 * @typedef {object} Session
 * @property {number} version  1
 * @property {number | null} seed  seed for the draws, 0..2**32 - 1, or null if the device draws at random
 * @property {number} chance  seed for the device's random numbers, 0..2**32 - 1
 * @property {Record<string, string>} files  path on the device to content in base64
 * @property {Array<{at_ms: number, do: string, [option: string]: unknown}>} actions
 * @property {number} [until_ms]  device time in ms at which the session was read
 */

/**
 * @typedef {object} OpenOptions
 * @property {number} [seed]  seed for the draws and for the parts' random behaviour, 0..2**32 - 1. Without a seed, they
 *   differ each time.
 * @property {Session} [replay]  a session to play from the start. A person can continue it afterwards.
 * @property {import("./here/store.js").Kept} [device]  a device to play without storing its changes. Only `here` can do
 *   this.
 * @property {SerialPort} [port]  the port of a Pico. Without it, a person chooses. Only `board` can do this.
 * @property {boolean} [quiet]  If true, a Pico must answer by itself: no person is asked, and no program on the Pico is
 *   ended.
 * @property {MessagePort} [soundPort]  also gets `sound`, `silence` and `amp`, so that they need not go through the
 *   page
 */

/**
 * @typedef {{kind: "ready", engine: EngineName, firmware: string, keeps: boolean, unkept?: string}} ReadyEvent The
 *   device has power. `firmware` is a version. If `keeps` is true, the device's files stay stored after the page is
 *   closed. Otherwise `unkept` is a sentence that says why not.
 */
/**
 * @typedef {{kind: "unkept", why: string}} UnkeptEvent The reason why changes can no longer be stored, or "" if they
 *   can be again.
 */
/**
 * @typedef {{kind: "clock", nowMs: number, speed: number}} ClockEvent This event comes about 10 times a second. `speed`
 * is device time divided by real time. It is 1.0 if the computer is fast enough.
 */
/**
 * @typedef {{kind: "light", atMs: number, red: number, green: number, blue: number}} LightEvent Each channel is 0..255,
 * in proportion to its power.
 */
/**
 * @typedef {{kind: "servo", atMs: number, deg: number, powered: boolean}} ServoEvent The horn's physical angle, 0..180.
 * This event comes about 50 times a second while the horn moves.
 */
/**
 * @typedef {{kind: "supply", atMs: number, vsysMv: number, plugged: boolean, powered: boolean,
 *   cells: Cells}} SupplyEvent
 *   This event comes about 10 times a second while VSYS changes. `powered` is false in a brown-out.
 */
/**
 * @typedef {{kind: "sound", atSample: number, rateHz: number, samples: Int16Array}} SoundEvent Levels at the
 *   speaker's pin: low is -32767, high is 32767. `atSample` counts from power-on. If an event begins before the end of
 *   the previous event, its levels replace the rest of the previous ones. The first event of a sound is sent at once.
 */
/** @typedef {{kind: "silence", atSample: number}} SilenceEvent  Silence follows. */
/**
 * @typedef {{kind: "amp", atMs: number, on: boolean}} AmpEvent The amplifier was switched on or off. While it is off,
 *   the device makes no sound.
 */
/** @typedef {{kind: "serial", atMs: number, bytes: Uint8Array}} SerialEvent  Bytes from the USB serial port. */
/**
 * @typedef {{kind: "reset", atMs: number, cause: string}} ResetEvent The firmware has started. The cause is `power_on`,
 * `watchdog`, `soft_reset` or `run_pin`.
 */
/**
 * @typedef {{kind: "lost", reason: string, canRetry: boolean}} LostEvent The engine has stopped. `reason` is a sentence
 *   for people. If `canRetry` is true, `open` can help.
 */
/** @typedef {{kind: "notify", text: string}} NotifyEvent  A sentence for people. */
/**
 * @typedef {{kind: "control", mine: boolean, holder: string, watchers: number, asked: string}} ControlEvent  This event
 * comes only if several pages show the device: see `engines/socket.js`.
 */
/**
 * @typedef {{kind: "hand", atMs: number, name: Hand, down: boolean}} HandEvent A replay or another page has moved a
 *   button, the lever or the cable.
 */

/** @typedef {ReadyEvent | UnkeptEvent | ClockEvent | LightEvent | ServoEvent | SupplyEvent | SoundEvent |
 *   SilenceEvent | AmpEvent | SerialEvent | ResetEvent | LostEvent | NotifyEvent | ControlEvent | HandEvent}
 * EngineEvent
 */
/** @typedef {(event: EngineEvent) => void} Tell */

/**
 * @typedef {object} Engine
 * @property {EngineName} name
 * @property {(options?: OpenOptions) => Promise<void>} open Starts the engine. Rejects with an `EngineError` whose
 * message is for people.
 * @property {() => Promise<void>} close  Ends the engine, which sends no events afterwards. This can be called twice.
 * @property {(hand: Hand, down: boolean) => void} hand Moves a hand now: presses or releases a button, or pulls
 * (`down`) or releases the lever.
 * @property {(cells: Cells) => void} cells  Inserts other cells now.
 * @property {(plugged: boolean) => void} plug  Connects or disconnects the USB cable now.
 * @property {(bytes: Uint8Array) => void} send  Sends bytes to the USB serial port.
 * @property {() => Session | null} session  Returns the session for a link, or null if it is not known.
 */

/** The reason why an engine does not run, as a sentence for people. */
export class EngineError extends Error {
  /**
   * @param {string} message
   * @param {boolean} [canRetry]  whether another try can help
   */
  constructor(message, canRetry = false) {
    super(message);
    this.name = "EngineError";
    this.canRetry = canRetry;
  }
}
