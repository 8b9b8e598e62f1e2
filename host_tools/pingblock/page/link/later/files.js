// Sends, lists and removes files on the device. See connection/files.py. `shared/chunk_format.py` describes the format
// of a block of data.
import { _ } from "../../language.js";
import { LinkError } from "../errors.js";
import { crc32 } from "../lines.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../lines.js").Message} Message */
/** @typedef {{size: number, crc32: number}} FileInfo */
/** @typedef {(done: number, all: number) => void} Progress */

const MARK = 2,
  HEAD_BYTES = 7;
// Errors of the link in one block of data. After them, the block can be sent again.
const MENDED = new Set(["broken", "late", "ended"]);
const TRIES = 4; // After this many failed blocks in a row, the transfer ends.
const PAGES_MOST = 1000;
const LATE_MS = 500; // After a longer pause, the page waits to find out whether the device has given up.
const NO_END = _(
  "The transfer stopped, because the board asked for the same part again and again. Connect the board again, then try again.",
);

/** Returns size and CRC of data. @param {Uint8Array} data @returns {FileInfo} */
export const infoOf = (data) => ({ size: data.length, crc32: crc32(data) });

/** @param {FileInfo | undefined} a @param {FileInfo} b */
export const isSame = (a, b) => a?.size === b.size && a.crc32 === b.crc32;

/**
 * Returns the files of a folder by name.
 * @param {Session} session @param {string} folder @returns {Promise<Map<string, FileInfo>>}
 */
export async function files(session, folder) {
  const found = /** @type {Map<string, FileInfo>} */ (new Map());
  for (let page = 0, after = ""; page < PAGES_MOST; page++) {
    const told = await session.request("files", after ? { folder, after } : { folder });
    for (const [name, [size, crc]] of Object.entries(told.files)) {
      found.set(name, { size, crc32: crc });
      after = name > after ? name : after;
    }
    if (!told.more) return found;
  }
  throw new LinkError("wrong", NO_END);
}

/**
 * Removes a file.
 * @param {Session} session @param {string} path @returns {Promise<boolean>} whether the file existed
 */
export async function remove(session, path) {
  return (await session.request("remove", { path })).removed;
}

/**
 * Sends a file to the device. Afterwards the device has either the new file or the old one. To continue an interrupted
 * transfer, send the same data again.
 * @param {Session} session @param {string} path @param {Uint8Array} data @param {Progress} [progress]
 */
export function put(session, path, data, progress = () => {}) {
  return session.alone(async () => {
    const upload = new Upload(session, path, data, progress);
    for (let tries = TRIES; ; ) {
      const before = upload.arrived;
      try {
        return await upload.send();
      } catch (no) {
        tries = upload.arrived > before ? TRIES : tries - 1;
        if (!(no instanceof LinkError) || !MENDED.has(no.code) || !tries) throw no;
      }
    }
  });
}

class Upload {
  /** @param {Session} session @param {string} path @param {Uint8Array} data @param {Progress} progress */
  constructor(session, path, data, progress) {
    this._session = session;
    this._data = data;
    this._progress = progress;
    this._request = { path, ...infoOf(data) };
    this._id = "";
    this._atMs = 0;
    this.arrived = 0; // the highest number of bytes that the device has reported
  }

  /** Sends the missing bytes. The device can have the beginning of another file. */
  async send() {
    try {
      let report = await this._begin(this._request);
      if (report && crc32(this._data.subarray(0, report.at)) !== report.crc32) {
        this._newline();
        report = await this._begin({ ...this._request, at: 0 });
      }
      const size = report?.block ?? 0;
      for (let most = this._data.length + 100; report; most--) {
        if (!most) throw new LinkError("wrong", NO_END);
        await this._block(report.at, size);
        report = await this._step();
      }
    } catch (no) {
      // This ends the rest of a late block, so that it does not become part of a request.
      if (no instanceof LinkError && no.kind === "refused") this._newline();
      throw no;
    } finally {
      this._session.end(this._id);
    }
    this._progress(this._data.length, this._data.length);
  }

  /** @param {Message} request */
  _begin(request) {
    this._session.end(this._id);
    this._id = this._session.begin("put", request);
    return this._step();
  }

  _newline() {
    this._session.send(new Uint8Array([10]));
  }

  /** Returns the device's report of the transfer, or null when the file is complete. */
  async _step() {
    let report;
    do report = await this._session.step(this._id);
    while (report && !("at" in report)); // The device waits until it can write to the flash.
    this._atMs = performance.now();
    if (report) {
      this.arrived = Math.max(this.arrived, report.at);
      this._progress(report.at, this._data.length);
    }
    return report;
  }

  /** @param {number} at @param {number} size */
  async _block(at, size) {
    if (performance.now() - this._atMs > LATE_MS) await new Promise((then) => setTimeout(then, LATE_MS));
    const block = this._data.subarray(at, at + size);
    if (!block.length || this._session.isAnswered(this._id)) return;
    const whole = new Uint8Array(HEAD_BYTES + block.length),
      head = new DataView(whole.buffer);
    head.setUint8(0, MARK);
    head.setUint16(1, block.length, true);
    head.setUint32(3, crc32(this._data.subarray(0, at + size)), true);
    whole.set(block, HEAD_BYTES);
    this._session.send(whole);
  }
}
