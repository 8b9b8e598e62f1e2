/** The engine for a real Pico on the cable. It is loaded when a person chooses it. @module engines/serial/engine */

import { decoded, LineCutter, sealed } from "../../link/lines.js";
import { plain } from "../../link/session.js";
import { EngineError } from "../engine.js";
import { lacks } from "../serial.js";
import { Keyboard } from "./keyboard.js";
import { chosenPort, closed, opened, UNPLUGGED } from "./port.js";
import { bringBack } from "./recovery.js";
import { isPrompt, misfit, SILENT } from "./who.js";

/** @typedef {import("../engine.js").Tell} Tell */
/** @typedef {import("../engine.js").Engine} Engine */

const CLOCK_MS = 100;
const ASKED_MS = [1000, 1500]; // A device can take the first line for the rest of another line.
const SAID_MOST = 4096,
  UID_CHARS = 40;

/** @implements {Engine} */
export class SerialEngine {
  /** @type {SerialPort | null} */ #port = null;
  /** @type {SerialPort | null} */ #before = null; // the port that was used last
  /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */ #reader = null;
  /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */ #writer = null;
  /** @type {Promise<void>} */ #reading = Promise.resolve();
  /** @type {((hello: import("../../link/lines.js").Message) => void) | null} */ #onHello = null;
  #cutter = new LineCutter();
  #lines = ""; // text of lines that were not messages
  #keyboard = new Keyboard((bytes) => this.send(bytes));
  uid = ""; // number of the Pico's chip, or "" before its hello
  #declined = false; // true if the person does not want to end the running program
  #ticking = 0;
  #asked = 0;
  #since = 0;

  /** @param {Tell} tell */
  constructor(tell) {
    this.name = /** @type {const} */ ("board");
    this._tell = tell;
  }

  /** @param {import("../engine.js").OpenOptions} [options] */
  async open({ port: given, quiet } = {}) {
    await this.close();
    const lack = given ? "" : lacks();
    if (lack) throw new EngineError(lack);
    const port = given ?? (await chosenPort(this.#before));
    await opened(port);
    this.#before = port;
    this.#begin(port);
    const wrong = await this.#greet(quiet);
    if (wrong) {
      await this.close();
      throw new EngineError(wrong);
    }
    this.#ticking = window.setInterval(() => {
      this._tell({ kind: "clock", nowMs: this.#nowMs, speed: 1 });
    }, CLOCK_MS);
  }

  get #said() {
    return this.#lines + this.#cutter.rest;
  }

  get #nowMs() {
    return performance.now() - this.#since;
  }

  /** @param {SerialPort} port  open */
  #begin(port) {
    this.#port = port;
    this.#since = performance.now();
    this.#cutter = new LineCutter();
    this.#lines = "";
    this.#writer = /** @type {WritableStream<Uint8Array>} */ (port.writable).getWriter();
    this.#reading = this.#read(port);
  }

  /**
   * Asks until the Pico has identified itself.
   * @param {boolean} [quiet]
   * @returns {Promise<string>} a sentence that says why it cannot be used, or ""
   */
  async #greet(quiet) {
    for (const ms of ASKED_MS) {
      const hello = await this.#hello(ms);
      if (hello) return misfit(hello) || (this.#welcome(hello), "");
      if (!this.#port) return UNPLUGGED;
      if (isPrompt(this.#said)) break;
    }
    return quiet ? SILENT : this.#broughtBack();
  }

  /** @param {number} ms @returns {Promise<import("../../link/lines.js").Message | null>} */
  #hello(ms) {
    return new Promise((resolve) => {
      const limit = setTimeout(() => resolve(null), ms);
      this.#onHello = (hello) => {
        clearTimeout(limit);
        this.#onHello = null;
        resolve(hello);
      };
      // This ends an incomplete line. An empty line would run an unfinished block at a prompt.
      this.send(new Uint8Array([32, 10]));
      this.#request("hello");
    });
  }

  /** Starts Pingblock from a prompt. @returns {Promise<string>} a sentence that says why it cannot be used, or "" */
  async #broughtBack() {
    const agrees = (/** @type {string} */ question) => {
      const yes = !this.#declined && window.confirm(question);
      this.#declined = !yes;
      return yes;
    };
    /** @type {import("../../link/lines.js").Message | null} */
    let hello = null;
    this.#onHello = (message) => (hello = message); // A slow Pico sends its hello later.
    const { back, say } = await bringBack({ heard: this.#said, agrees, keyboard: this.#keyboard });
    this.#onHello = null;
    if (!back) return say;
    hello ??= await this.#hello(ASKED_MS[1]);
    const wrong = hello ? misfit(hello) : SILENT;
    if (hello && !wrong) {
      this.#welcome(hello);
      this._tell({ kind: "notify", text: say });
    }
    return wrong;
  }

  /** Reads until the port is closed or the cable is unplugged. @param {SerialPort} port */
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
        // After a damaged byte the stream ends, and the port has a new stream. After unplugging, the port has no new
        // stream.
      } finally {
        reader.releaseLock();
      }
    }
    if (port !== this.#port) return;
    this.#reading = Promise.resolve(); // Reading has ended, so `close` need not wait for it.
    await this.close();
    this._tell({ kind: "lost", reason: UNPLUGGED, canRetry: true });
  }

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    this.#keyboard.take(bytes);
    for (const line of this.#cutter.take(bytes)) {
      const message = decoded(line);
      const hello = message?.event === "hello" ? message : message?.ok?.product && message.ok;
      if (!message) this.#lines += `${line}\n`;
      if (hello && this.#onHello) this.#onHello(hello);
      else if (message?.event === "hello") this.#welcome(message); // The device was restarted.
    }
    this.#lines = this.#lines.slice(-SAID_MOST);
    this._tell({ kind: "serial", atMs: this.#nowMs, bytes });
  }

  /** @param {import("../../link/lines.js").Message} hello */
  #welcome(hello) {
    this.uid = plain(String(hello.uid)).trim().slice(0, UID_CHARS) || "?";
    this._tell({ kind: "ready", engine: "board", firmware: String(hello.version), keeps: true });
  }

  async close() {
    const [port, reader, writer] = [this.#port, this.#reader, this.#writer];
    this.#port = this.#reader = this.#writer = null;
    clearInterval(this.#ticking);
    if (!port) return;
    await reader?.cancel().catch(() => {});
    await this.#reading;
    writer?.releaseLock();
    await closed(port);
  }

  /** @param {string} what */
  #request(what) {
    this.send(sealed(JSON.stringify({ id: `hand${++this.#asked}`, do: what })));
  }

  /**
   * @param {import("../engine.js").Hand} name
   * @param {boolean} down
   */
  hand(name, down) {
    if (name === "block" && down) this.#request("press");
  }

  cells() {}

  plug() {}

  /** @param {Uint8Array} bytes */
  send(bytes) {
    this.#writer?.write(bytes).catch(() => {}); // The reader reports the error.
  }

  session() {
    return null;
  }
}
