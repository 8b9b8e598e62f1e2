/**
 * Messages to a worker that blocks: a ring in shared memory, JSON behind a length.
 * One side writes, the other reads; the reader sleeps until something comes.
 */

const [WRITTEN, READ, BEATS] = [0, 1, 2];
const HEAD_BYTES = 16;
const RING_BYTES = 1 << 18;
const BEAT_MS = 50;

export const MAIL_BYTES = HEAD_BYTES + RING_BYTES;

/** The page's end: never blocks; what finds no room goes later. */
export class Outbox {
  #counts;
  #ring;
  /** @type {Uint8Array[]} */
  #waiting = [];

  /** @param {SharedArrayBuffer} shared */
  constructor(shared) {
    this.#counts = new Int32Array(shared, 0, 4);
    this.#ring = new Uint8Array(shared, HEAD_BYTES);
  }

  /** Changes as long as the worker looks for messages. */
  get beats() {
    return Atomics.load(this.#counts, BEATS);
  }

  /** @param {unknown} message */
  put(message) {
    const json = new TextEncoder().encode(JSON.stringify(message));
    const letter = new Uint8Array(4 + json.length);
    new DataView(letter.buffer).setUint32(0, json.length);
    letter.set(json, 4);
    this.#waiting.push(letter);
    this.flush();
  }

  /** Writes what there is room for. */
  flush() {
    while (this.#waiting.length && this.#write(this.#waiting[0])) this.#waiting.shift();
  }

  /** @param {Uint8Array} letter */
  #write(letter) {
    const written = Atomics.load(this.#counts, WRITTEN);
    const used = (written - Atomics.load(this.#counts, READ)) | 0;
    if (letter.length > RING_BYTES - used) return false;
    const place = (written >>> 0) % RING_BYTES;
    const first = Math.min(letter.length, RING_BYTES - place);
    this.#ring.set(letter.subarray(0, first), place);
    this.#ring.set(letter.subarray(first), 0);
    Atomics.store(this.#counts, WRITTEN, (written + letter.length) | 0);
    Atomics.notify(this.#counts, WRITTEN);
    return true;
  }
}

/** The worker's end, in shared memory. */
export class Inbox {
  #counts;
  #ring;

  /** @param {SharedArrayBuffer} shared */
  constructor(shared) {
    this.#counts = new Int32Array(shared, 0, 4);
    this.#ring = new Uint8Array(shared, HEAD_BYTES);
  }

  /** Sleeps until something comes, at most so long. @param {number} ms */
  nap(ms) {
    Atomics.wait(this.#counts, WRITTEN, Atomics.load(this.#counts, READ), ms);
  }

  /** Takes all messages. @returns {any[]} */
  take() {
    Atomics.add(this.#counts, BEATS, 1);
    const messages = [];
    let read = Atomics.load(this.#counts, READ);
    while (read !== Atomics.load(this.#counts, WRITTEN)) {
      const size = new DataView(this.#copy(read, 4).buffer).getUint32(0);
      messages.push(JSON.parse(new TextDecoder().decode(this.#copy(read + 4, size))));
      read = (read + 4 + size) | 0;
      Atomics.store(this.#counts, READ, read);
    }
    return messages;
  }

  /** @type {(from: number, size: number) => Uint8Array} */
  #copy(from, size) {
    const copy = new Uint8Array(size);
    const place = (from >>> 0) % RING_BYTES;
    const first = Math.min(size, RING_BYTES - place);
    copy.set(this.#ring.subarray(place, place + first));
    copy.set(this.#ring.subarray(0, size - first), first);
    return copy;
  }
}

/** The worker's end where memory cannot be shared: messages, and a promise to sleep by. */
export class Messages {
  /** @type {any[]} */
  #waiting = [];
  /** @type {() => void} */
  #wake = () => {};
  #beatMs = -Infinity;
  #beat;

  /** @param {() => void} beat  is called each 50 ms at most while the worker looks for messages */
  constructor(beat) {
    this.#beat = beat;
  }

  /** @param {unknown} message */
  put(message) {
    this.#waiting.push(message);
    this.#wake();
  }

  /** @param {number} ms */
  nap(ms) {
    if (this.#waiting.length) return Promise.resolve();
    return /** @type {Promise<void>} */ (
      new Promise((wake) => {
        this.#wake = wake;
        setTimeout(wake, ms);
      })
    );
  }

  take() {
    const nowMs = performance.now();
    if (nowMs - this.#beatMs >= BEAT_MS) {
      this.#beatMs = nowMs;
      this.#beat();
    }
    return this.#waiting.splice(0);
  }
}
