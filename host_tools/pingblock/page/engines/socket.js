/**
 * Connects to the engines of a server: `desk`, `wasm` or `chip`. They run there in real time, and send events over a
 * WebSocket. Several pages can show the device. One of them controls it, as `ControlEvent` says. The address contains
 * the server's token: `#token=...`.
 * @module engines/socket
 */

import { note, upTo } from "./actions.js";
import { fragment } from "../address.js";
import { addressOf } from "../files.js";
import { _ } from "../language.js";
import { ownName } from "../stored.js";
import { closing } from "../closing.js";
import { EngineError } from "./engine.js";

/** @typedef {import("./engine.js").Tell} Tell */
/** @typedef {import("./engine.js").EngineEvent} EngineEvent */
/** @typedef {import("./engine.js").EngineName} EngineName */
/** @typedef {import("./engine.js").OpenOptions} OpenOptions */
/** @typedef {import("./engine.js").Session} Session */
/** @typedef {import("./engine.js").Cells} Cells */
/** @typedef {import("./engine.js").Hand} Hand */
/** @typedef {import("./engine.js").Engine} Engine */

/**
 * The start of a device on the server.
 * @typedef {object} Opened
 * @property {string} device  name of the device, which differs each time
 * @property {EngineName} engine
 * @property {EngineName[]} engines  all engines that run there
 * @property {number | null} seed
 * @property {number} chance
 * @property {Record<string, string>} files
 * @property {Session["actions"]} actions  actions of all pages that had control
 */

const WORKER = "engines/socket/worker.js";
const VERSION = 1;
const SERIAL = 2;
const GONE = _("The server does not answer. This page continues when it does.");
const ME = "pingblock page";

let offered = /** @type {EngineName[]} */ (["wasm", "desk", "chip"]);

/** @returns {string} the token in the address, or "" */
function token() {
  return fragment().get("token") ?? "";
}

/** @returns {EngineName[]} the engines of this page's server, or an empty list without a server */
export function offers() {
  return token() ? offered : [];
}

/**
 * @param {string} [_name]
 * @returns {string} a sentence that says why this page cannot use it, or ""
 */
export function lacks(_name) {
  return token() ? "" : _("This page has no server. To start one, run 'pingblock play'.");
}

/**
 * @param {Tell} tell
 * @param {EngineName} name
 */
export function create(tell, name) {
  return new SocketEngine(tell, name);
}

/** @implements {Engine} */
export class SocketEngine {
  /** @type {Worker | null} */ #worker = null;
  /** @type {Opened | null} */ #opened = null;
  /** @type {Record<string, object>} */ #set = {};
  /** @type {((opened: Opened) => void) | null} */ #onOpened = null;
  /** @type {((fault: Error) => void) | null} */ #onFault = null;
  #mine = false;
  #nowMs = 0;

  /**
   * @param {Tell} tell
   * @param {EngineName} name  the engine that the server must run
   */
  constructor(tell, name) {
    this.name = name;
    /** @type {Tell} */ this._tell = tell;
  }

  /** @param {OpenOptions} [options] */
  async open(options = {}) {
    await this.close();
    const [wanted, had] = [this.name, this.#opened?.device];
    const found = await this.#connect(options.soundPort ?? null);
    if (found.device === had) return; // Only the connection was lost.
    if (this.#mine) {
      const seed = options.seed ?? null;
      const other = found.engine !== wanted || (seed !== null && seed !== found.seed);
      if (options.replay || other) {
        const opened = this.#next();
        this.#ask({ do: "open", engine: wanted, seed, replay: options.replay ?? null });
        await opened;
      }
      if (had) Object.values(this.#set).forEach((request) => this.#ask(request));
    }
  }

  /** @returns {Promise<Opened>} the next device that the server announces */
  #next() {
    return new Promise((resolve, reject) => {
      this.#onOpened = resolve;
      this.#onFault = reject;
    });
  }

  /** @type {(soundPort: MessagePort | null) => Promise<Opened>} */
  #connect(soundPort) {
    const worker = new Worker(addressOf(WORKER), { type: "module" });
    this.#worker = worker;
    const opened = this.#next();
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      if (data.event) this.#hear(data.event);
      else this.#end(data.code, data.reason);
    };
    worker.onerror = () => this.#end(0, "");
    const url = new URL("/device", location.href.replace(/^http/, "ws")).href;
    const hello = { do: "hello", version: VERSION, token: token(), name: ownName(ME) };
    worker.postMessage({ url, hello, soundPort }, soundPort ? [soundPort] : []);
    return opened;
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #end(code, reason) {
    this.#worker?.terminate();
    this.#worker = null;
    const { why, again } = closing(code, reason, GONE);
    const waits = this.#onFault;
    this.#onOpened = this.#onFault = null;
    if (waits) waits(new EngineError(why, again));
    else this._tell({ kind: "lost", reason: why, canRetry: again });
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.kind) {
      case "hello":
        return;
      case "opened":
        this.#opened = message;
        this.#nowMs = 0;
        offered = message.engines;
        this.name = message.engine;
        return;
      case "hand":
        if (message.by === ownName(ME)) return; // This page itself has caused it.
        break;
      case "did":
        note(this.#opened?.actions ?? [], message.action);
        return;
      case "refused":
        this.#onFault?.(new EngineError(message.reason));
        this.#onOpened = this.#onFault = null;
        return;
      case "clock":
        this.#nowMs = message.nowMs;
        break;
      case "control":
        this.#mine = message.mine;
    }
    this._tell(message);
    if (message.kind === "ready") this.#welcome();
  }

  /** Reports that the device is ready, after the other known facts about it. */
  #welcome() {
    const resolve = this.#onOpened;
    this.#onOpened = this.#onFault = null;
    if (resolve && this.#opened) resolve(this.#opened);
  }

  async close() {
    this.#onOpened = this.#onFault = null;
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {object} request */
  #ask(request) {
    this.#worker?.postMessage(JSON.stringify(request));
  }

  /**
   * @param {Hand} name
   * @param {boolean} down
   */
  hand(name, down) {
    this.#ask({ do: "hand", name, down });
  }

  /** @param {Cells} cells */
  cells(cells) {
    this.#ask((this.#set.cells = { do: "cells", ...cells }));
  }

  /** @param {boolean} on */
  plug(on) {
    this.#ask((this.#set.plug = { do: "plug", on }));
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    const message = new Uint8Array(bytes.length + 1);
    message[0] = SERIAL;
    message.set(bytes, 1);
    this.#worker?.postMessage(message);
  }

  /** Asks the page in control to pass control on. If there is no such page, this page gets control at once. */
  askControl() {
    this.#ask({ do: "ask" });
  }

  /** @param {boolean} yes  whether the page that asked gets control */
  answerControl(yes) {
    this.#ask({ do: "answer", yes });
  }

  /** @returns {Session | null} */
  session() {
    if (!this.#opened) return null;
    const { seed, chance, files, actions } = this.#opened;
    return upTo({ version: 1, seed, chance, files, actions }, this.#nowMs);
  }
}
