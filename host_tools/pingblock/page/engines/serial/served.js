/**
 * Uses Picos that are plugged into the computer of the page's server: see serve_page/cable.py. This is for a browser
 * without Web Serial, and for a port that the person named. A port has the same methods as in Web Serial.
 * @module engines/serial/served
 */

import { fragment } from "../../address.js";
import { closing } from "../../closing.js";
import { _ } from "../../language.js";
import { EngineError } from "../engine.js";

const VERSION = 1,
  RASPBERRY_PI = 0x2e8a;
const GONE = _("The server does not answer. This page continues when it does.");
const ME = "pingblock board";
/** Name of a port -> the port, for all ports that this page has used. @type {Map<string, ServedPort>} */
const met = new Map();

/** Whether this page has a server whose Picos it can use. */
export const isServed = () => fragment().has("token");

/** Returns the ports of the server's computer that this browser needs. @returns {Promise<SerialPort[]>} */
export async function servedPorts() {
  if (!isServed()) return [];
  const line = await Line.open().catch(() => null);
  line?.end();
  const wanted = line?.ports.filter(({ named }) => named || !navigator.serial) ?? [];
  return wanted.map(({ port }) => {
    if (!met.has(port)) met.set(port, new ServedPort(port));
    return /** @type {ServedPort} */ (met.get(port));
  });
}

/** A connection to the server, which has listed its ports. */
class Line {
  /** @type {{port: string, named: boolean}[]} */ ports = [];
  /** @type {(data: any) => void} */ heard = () => {};
  /** @type {(fault: Error) => void} */ failed = () => {};

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () =>
      socket.send(JSON.stringify({ do: "hello", version: VERSION, token: fragment().get("token"), name: ME }));
    socket.onmessage = ({ data }) => this.heard(typeof data === "string" ? JSON.parse(data) : new Uint8Array(data));
    socket.onclose = ({ code, reason }) => this.failed(new EngineError(closing(code, reason, GONE).why, true));
  }

  /** @returns {Promise<Line>} */
  static open() {
    return new Promise((resolve, reject) => {
      const line = new Line(new WebSocket(new URL("/board", location.href.replace(/^http/, "ws"))));
      line.failed = reject;
      line.heard = ({ kind, ports }) => {
        if (kind !== "ports") return;
        line.ports = ports;
        resolve(line);
      };
    });
  }

  /** Opens a port. @param {string} port @param {(bytes: Uint8Array) => void} heard @returns {Promise<void>} */
  use(port, heard) {
    this.socket.send(JSON.stringify({ port }));
    return new Promise((resolve, reject) => {
      this.failed = reject;
      this.heard = (data) => (data instanceof Uint8Array ? heard(data) : resolve());
    });
  }

  end() {
    this.failed = () => {};
    this.socket.close();
  }
}

/** @implements {SerialPort} */
class ServedPort extends EventTarget {
  /** @type {ReadableStream<Uint8Array> | null} */ readable = null;
  /** @type {WritableStream<Uint8Array> | null} */ writable = null;
  /** @type {Line | null} */ #line = null;

  /** @param {string} name */
  constructor(name) {
    super();
    this.name = name;
  }

  getInfo() {
    return { usbVendorId: RASPBERRY_PI };
  }

  async setSignals() {}

  async open() {
    const line = await Line.open();
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let stream;
    this.readable = new ReadableStream({ start: (made) => void (stream = made) });
    await line.use(this.name, (bytes) => stream.enqueue(new Uint8Array(bytes)));
    line.failed = (fault) => {
      this.readable = null; // A port that was unplugged has the same value.
      stream.error(fault);
    };
    this.writable = new WritableStream({ write: (bytes) => line.socket.send(/** @type {any} */ (bytes)) });
    this.#line = line;
  }

  async close() {
    this.#line?.end();
    this.#line = this.readable = this.writable = null;
  }
}
