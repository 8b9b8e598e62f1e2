// Sends requests to a device and reads the answers, over any transport of lines. See connection/session.py.
import { _, number } from "../language.js";
import { LinkError } from "./errors.js";
import { encode, ProtocolError } from "./lines.js";

/** @typedef {import("./lines.js").Message} Message */
/** @typedef {{do: string, steps: Message[], reply: Message | null, wake: () => void, quiet: boolean}} Asked */

export const ANSWER_MS = 5000;
const PAGE_ID = /^[0-9a-f]{6}-\d+$/;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
const OLDER = _("The firmware of the board is too old for this: update it first.");
const LOST = _("The board is no longer there: it was unplugged, or has started again.");
const AT_PROMPT = _(
  "MicroPython’s prompt answers instead of Pingblock: connect the board again, and this page starts Pingblock.",
);
const UNSENDABLE = _(
  "This cannot be sent: the device accepts only whole numbers of up to 10 digits, and only complete characters.",
);
const TOO_LONG = _("This is too long for the device.");

export class Session {
  /** @param {(bytes: Uint8Array) => void} write */
  constructor(write) {
    this._write = write;
    // The ids must be unique, because an answer for another page can still come.
    this._name = Math.floor(Math.random() * 0xffffff)
      .toString(16)
      .padStart(6, "0");
    this._last = 0;
    /** @type {Map<string, Asked>} */
    this._open = new Map();
    /** @type {Set<(event: Message) => void>} */
    this._listeners = new Set();
    /** @type {Promise<unknown>} the transfer of a file. Other requests wait until it ends. */
    this._file = Promise.resolve();
    this.isSending = false;
    this._text = "";
  }

  /**
   * Takes a message of the device.
   * @param {Message} message @returns {boolean} true if the message is only for this session
   */
  take(message) {
    this._text = ""; // The device has answered, so earlier text cannot explain a later silence.
    const asked = this._open.get(message.id);
    if (!asked) {
      if ("event" in message) for (const listener of this._listeners) listener(message);
      return false;
    }
    const step = "event" in message;
    if (step) asked.steps.push(message);
    else asked.reply = message;
    asked.wake();
    return step || (asked.quiet && !message.ok);
  }

  /** Returns whether the session of another page has sent a request. @param {unknown} id */
  isOfAnother(id) {
    return PAGE_ID.test(String(id)) && !String(id).startsWith(`${this._name}-`);
  }

  /** Takes a line that is not a message. @param {string} text */
  heard(text) {
    if (text) this._text = text;
  }

  /** Rejects all open requests, because the device is gone. */
  lost() {
    const id = null,
      error = { code: "", say: LOST };
    for (const asked of this._open.values()) {
      asked.reply ??= { id, lost: true, error };
      asked.wake();
    }
  }

  /**
   * Registers a listener for events. Returns a function that removes it.
   * @param {(event: Message) => void} listener @returns {() => void}
   */
  listen(listener) {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  /**
   * Sends a request and waits for the answer.
   * @template {string} W @param {W} what @param {Message} [fields]
   * @param {{ms?: number, quiet?: boolean}} [options] `ms` is the time limit. With `quiet`, the caller reports an
   *   error.
   * @returns {Promise<W extends keyof Answers ? Answers[W] : Message>} the fields of the answer. Rejects with a
   * LinkError.
   */
  async request(what, fields = {}, { ms = ANSWER_MS, quiet = true } = {}) {
    await this._file;
    const id = this.begin(what, fields, quiet);
    try {
      await this.step(id, ms);
      return this._open.get(id)?.reply?.ok;
    } finally {
      this._open.delete(id);
    }
  }

  /**
   * Begins a request of several steps: see `step`.
   * @param {string} what @param {Message} fields @returns {string} its id
   */
  begin(what, fields, quiet = true) {
    const id = `${this._name}-${++this._last}`;
    let line;
    try {
      line = encode({ id, do: what, ...fields });
    } catch (wrong) {
      throw wrong instanceof ProtocolError
        ? new LinkError("input", wrong.code === "too_long" ? TOO_LONG : UNSENDABLE, wrong.code)
        : wrong;
    }
    this._open.set(id, { do: what, steps: [], reply: null, wake: () => {}, quiet });
    this._write(line);
    return id;
  }

  /**
   * Waits for the next step of a request.
   * @param {string} id @param {number} [ms]
   * @returns {Promise<Message | null>} an event with its id, or null after the last one
   */
  async step(id, ms = ANSWER_MS) {
    const asked = /** @type {Asked} */ (this._open.get(id));
    await this._until(asked, ms);
    const step = asked.steps.shift();
    if (step) return step;
    if (!asked.reply) throw this._silence(asked.do, ms);
    if (asked.reply.error) throw refusal(asked.reply);
    return null;
  }

  /** @param {Asked} asked @param {number} ms */
  async _until(asked, ms) {
    if (asked.steps.length || asked.reply) return;
    await new Promise((done) => {
      const limit = setTimeout(done, ms);
      asked.wake = () => (clearTimeout(limit), done(null));
    });
    asked.wake = () => {};
  }

  /** Forgets a request of several steps. @param {string} id */
  end(id) {
    this._open.delete(id);
  }

  /** Returns whether a request was answered, after which no more bytes must be sent. @param {string} id */
  isAnswered(id) {
    return Boolean(this._open.get(id)?.reply);
  }

  /** Sends bytes for a request of several steps. @param {Uint8Array} bytes */
  send(bytes) {
    this._write(bytes);
  }

  /** Sends a file. Other lines wait meanwhile. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  alone(work) {
    const done = this._file.then(async () => {
      this.isSending = true;
      try {
        return await work();
      } finally {
        this.isSending = false;
      }
    });
    this._file = done.catch(() => {});
    return done;
  }

  /** @param {string} what @param {number} ms */
  _silence(what, ms) {
    if (this._text.startsWith(">>>")) return new LinkError("prompt", AT_PROMPT);
    const values = { what, s: number(ms / 1000), said: plain(this._text).slice(0, 80) };
    return new LinkError(
      "silent",
      this._text
        ? _(
            "The board did not answer '{what}' within {s} s. It said: “{said}”. If it stays silent, connect it again.",
            values,
          )
        : _("The board did not answer '{what}' within {s} s. If it stays silent, connect it again.", values),
    );
  }
}

/**
 * Returns text of a device without characters that could change the order of the page's text.
 * @param {string} text
 */
export function plain(text) {
  return text.replace(CONTROL, "\ufffd");
}

/** @param {Message} reply @returns {LinkError} */
function refusal({ lost, error }) {
  if (lost) return new LinkError("lost", LOST);
  if (error.code === "unknown_request") return new LinkError("refused", OLDER, error.code);
  return new LinkError("refused", plain(error.say), error.code);
}
