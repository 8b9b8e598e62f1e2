/**
 * A real Pico on the cable, through the browser's serial port (Web Serial).
 *
 * It tells what comes over the cable: its light, its worms and its sound are on the table. A press
 * in the page is the request `press`, the same as a hand's.
 *
 * @module engines/serial
 */

import { decoded, LineCutter, sealed } from "../link/lines.js";
import { EngineError } from "./engine.js";

/** @typedef {import("./engine.js").Tell} Tell */
/** @typedef {import("./engine.js").Engine} Engine */

const RASPBERRY_PI = 0x2e8a;
const CLOCK_MS = 100;
const ANSWER_MS = 2500;
const BUFFER_BYTES = 16384;
const NONE_CHOSEN =
  "No board was chosen. If it was not in the list: many cables only charge, so try one that carries data; then plug the board in without holding BOOTSEL.";
const LATER = "Press 'A board on the cable' again: the browser asks for the port only after a press.";
const TAKEN =
  "The port is taken: close other programs and tabs that use the board, such as an editor, a terminal or 'pingblock monitor', and try again.";
const RIGHTS =
  " If nothing uses it, this user may not: 'sudo usermod -aG dialout $USER', then log in again.";
const SILENT =
  "The port is open, but no Pingblock answers: put the firmware on the board with 'pingblock install', or press its reset button if it is there already.";
const UNPLUGGED = "The board has been unplugged, or has started again. This page goes on when it is back.";

/** @returns {string} why this browser cannot, a sentence; "" if it can */
export function lacks() {
  if (navigator.serial) return "";
  return isSecureContext
    ? "This browser has no Web Serial: Chrome, Edge and Firefox on a computer have it."
    : "Web Serial needs a secure address: https, or this computer itself.";
}

/** @returns {string[]} the engine that this module offers, none where the browser lacks it */
export function offers() {
  return navigator.serial ? ["board"] : [];
}

/** @param {Tell} tell */
export function create(tell) {
  return new SerialEngine(tell);
}

/** @returns {Promise<SerialPort>} the board that was chosen once, or is chosen now */
async function chosenPort() {
  const serial = /** @type {Serial} */ (navigator.serial);
  const known = (await serial.getPorts()).filter(
    (port) => port.getInfo().usbVendorId === RASPBERRY_PI,
  );
  if (known.length === 1) return known[0];
  try {
    return await serial.requestPort({ filters: [{ usbVendorId: RASPBERRY_PI }] });
  } catch (fault) {
    const asked = /** @type {Error} */ (fault).name === "SecurityError";
    throw new EngineError(asked ? LATER : NONE_CHOSEN);
  }
}

/** @implements {Engine} */
export class SerialEngine {
  /** @type {SerialPort | null} */ #port = null;
  /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */ #reader = null;
  /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */ #writer = null;
  /** @type {Promise<void>} */ #reading = Promise.resolve();
  /** @type {(() => void) | null} */ #onHello = null;
  #cutter = new LineCutter();
  #ticking = 0;
  #asked = 0;
  #since = 0;

  /** @param {Tell} tell */
  constructor(tell) {
    this.name = /** @type {const} */ ("board");
    this._tell = tell;
  }

  async open() {
    await this.close();
    const lack = lacks();
    if (lack) throw new EngineError(lack);
    const port = await chosenPort();
    try {
      await port.open({ baudRate: 115200, bufferSize: BUFFER_BYTES });
    } catch {
      const linux = navigator.userAgent.includes("Linux");
      throw new EngineError(TAKEN + (linux ? RIGHTS : ""), true);
    }
    await port.setSignals({ dataTerminalReady: true }).catch(() => {}); // a fake has none
    this.#begin(port);
    if (!(await this.#answers())) {
      await this.close();
      throw new EngineError(SILENT);
    }
    this.#ticking = window.setInterval(() => {
      this._tell({ kind: "clock", nowMs: this.#nowMs, speed: 1 });
    }, CLOCK_MS);
  }

  get #nowMs() {
    return performance.now() - this.#since;
  }

  /** @param {SerialPort} port  open */
  #begin(port) {
    this.#port = port;
    this.#since = performance.now();
    this.#cutter = new LineCutter();
    this.#writer = /** @type {WritableStream<Uint8Array>} */ (port.writable).getWriter();
    this.#reading = this.#read(port);
  }

  /** Asks until the board says who it is. @returns {Promise<boolean>} whether it does */
  #answers() {
    return new Promise((resolve) => {
      const end = (/** @type {boolean} */ answers) => {
        clearTimeout(limit);
        this.#onHello = null;
        resolve(answers);
      };
      const limit = setTimeout(() => end(false), ANSWER_MS);
      this.#onHello = () => end(true);
      this.#request("hello");
    });
  }

  /** Reads until the port is closed, or gone. @param {SerialPort} port */
  async #read(port) {
    while (port === this.#port && port.readable) {
      const reader = (this.#reader = port.readable.getReader());
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          this.#take(value);
        }
      } catch {
        // A damaged byte ends the stream and the port gives a new one; unplugged, it gives none.
      } finally {
        reader.releaseLock();
      }
    }
    if (port !== this.#port) return;
    this.#reading = Promise.resolve(); // nothing is left to wait for
    await this.close();
    this._tell({ kind: "lost", reason: UNPLUGGED, canRetry: true });
  }

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    for (const line of this.#cutter.take(bytes)) {
      const message = decoded(line);
      const hello = message?.event === "hello" ? message : message?.ok?.product && message.ok;
      if (hello?.product === "pingblock") this.#welcome(String(hello.version));
    }
    this._tell({ kind: "serial", atMs: this.#nowMs, bytes });
  }

  /** @param {string} firmware */
  #welcome(firmware) {
    this._tell({ kind: "ready", engine: "board", firmware, keeps: true });
    this.#onHello?.();
  }

  async close() {
    const [port, reader, writer] = [this.#port, this.#reader, this.#writer];
    this.#port = this.#reader = this.#writer = null;
    clearInterval(this.#ticking);
    if (!port) return;
    await reader?.cancel().catch(() => {});
    await this.#reading;
    writer?.releaseLock();
    await port.close().catch(() => {}); // it is gone with its cable
  }

  /** @param {string} what */
  #request(what) {
    this.send(sealed(JSON.stringify({ id: `hand${++this.#asked}`, do: what })));
  }

  /**
   * @param {import("./engine.js").Hand} name
   * @param {boolean} down
   */
  hand(name, down) {
    if (name === "block" && down) this.#request("press");
  }

  cells() {}

  plug() {}

  /** @param {Uint8Array} bytes */
  send(bytes) {
    this.#writer?.write(bytes).catch(() => {}); // told where it is read
  }

  session() {
    return null;
  }
}
