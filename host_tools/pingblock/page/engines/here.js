/**
 * The engine `here`: runs the firmware in this page, with MicroPython in WebAssembly, in a worker. The module returns
 * whenever the device waits, so an ordinary worker can run it, at any address.
 */

import { note, upTo } from "./actions.js";
import { base64Of } from "../base64.js";
import { Store } from "./here/store.js";
import { fileOf, scriptOf } from "../files.js";
import { FULL } from "../full.js";
import { _ } from "../language.js";
import { EngineError } from "./engine.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").OpenOptions} OpenOptions */
/** @typedef {import("./engine.js").Session} Session */
/** @typedef {import("./engine.js").Tell} Tell */
/** @typedef {import("./here/hands.js").Order} Order */

const WORKER = "engines/here/worker.js",
  PACK = "engines/here/here.bin";
const LOOK_MS = 100;
/** If this many checks in a row find no beat, the worker counts as hung, unless it was already this slow before. */
const LOOKS = 6;
/** The limit is higher while the firmware starts, because compiling its sources gives no beats. */
const START_LOOKS = 100;
const START_MS = 300;
/**
 * A start succeeded if the device ran for this long. After several failed starts in a row, the stored device is not
 * used.
 */
const LIVED_MS = 2000;
const BAD_STARTS = 2;

// The reason why the device is not stored. It is shown while the device plays.
const OF_LINK = _(
  "The page saves nothing now, because this block comes from a link. For your own block, open the page without the link.",
);
const ELSEWHERE = _(
  "This tab saves nothing, because another tab has the block. Close the other tab, then load this page again.",
);
const REFUSED = _(
  "The page saves nothing now, because this browser's storage refuses or does not answer. The page uses a new device. If you close the page, you lose your changes to it.",
);
const DAMAGED = _(
  "The page saves nothing now: the device saved in this browser does not start, so the page uses a new one. To erase the old device, use 'Start over' in the Block tab.",
);

/** Returns a sentence that says why this browser cannot run the engine, or "". */
export function lacks() {
  if (typeof DecompressionStream === "undefined") {
    return _("This browser is too old to run the firmware in the page. Use a browser of 2024 or later.");
  }
  return "";
}

/** @param {Tell} tell @returns {Engine} */
export function create(tell) {
  return new Here(tell);
}

/** @implements {Engine} */
class Here {
  /** @type {"here"} */
  name = "here";
  #tell;
  #store = new Store();
  /** @type {Worker | null} */
  #worker = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #looking;
  /** @type {Session | null} */
  #session = null;
  #id = "";
  #nowMs = 0;
  #startedMs = 0;
  /** number of beats from the worker */
  #beats = 0;
  /** number of failed starts in a row of the stored device */
  #badStarts = 0;
  /** number of openings and closings */
  #opened = 0;
  #plays = /** @type {"kept" | "new"} */ ("new");
  /** The reason why the device is not stored. */
  #unkept = "";
  /** whether the storage has refused the last changes */
  #isFull = false;
  /** @type {Promise<unknown>} */
  #saved = Promise.resolve();

  /** @param {Tell} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** @type {Engine["open"]} */
  async open(options = {}) {
    const lack = lacks();
    if (lack) throw new EngineError(lack);
    const { seed, replay, soundPort } = options;
    const mine = ++this.#opened;
    this.#end();
    await this.#saved;
    if (mine !== this.#opened) return;
    const isKept = !options.device && seed === undefined && !replay;
    if (!isKept) this.#store.close();
    this.#unkept = ELSEWHERE;
    const known = options.device ?? (isKept ? this.#kept() : null);
    const [kept, pack, script] = await Promise.all([known, packOf(), scriptOf(WORKER)]);
    if (mine !== this.#opened) return; // The engine was closed or opened again in the meantime.
    this.#plays = kept ? "kept" : "new";
    if (replay || seed !== undefined) this.#unkept = OF_LINK;
    this.#session = newSession(options);
    this.#nowMs = this.#startedMs = 0;
    const worker = new Worker(script, { type: "module" });
    this.#worker = worker;
    const begin = {
      pack,
      kept,
      seed: this.#session.seed,
      chance: this.#session.chance,
      replay: replay ?? null,
      soundPort: soundPort ?? null,
    };
    await new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new EngineError(_("The worker failed: {why}", { why: message }), true));
      let began = false;
      worker.onmessage = ({ data }) => {
        if (worker !== this.#worker) return;
        if (data.failed && !began) return reject(this.#bad(data.failed)); // The caller reports it.
        if (data.began) resolve((began = true));
        this.#take(data);
      };
      worker.postMessage(begin, soundPort ? [pack, soundPort] : [pack]);
    });
    this.#watch();
  }

  /** Returns the stored device, if it can be played. */
  async #kept() {
    const kept = await this.#store.open().catch(() => {
      this.#unkept = REFUSED;
      return null;
    });
    if (!kept || this.#badStarts < BAD_STARTS) return kept;
    this.#store.close(); // In this case, the stored device does not change.
    this.#unkept = DAMAGED;
    return null;
  }

  /** Handles a failed start. @param {string} reason */
  #bad(reason) {
    if (this.#plays === "kept") this.#badStarts++;
    return new EngineError(reason, true);
  }

  /** @param {any} data  a message from the worker */
  #take({ event, action, flash, began, failed, beat }) {
    if (beat) this.#beats++;
    else if (event) {
      if (event.kind === "clock") this.#nowMs = event.nowMs;
      if (this.#nowMs > LIVED_MS && this.#plays === "kept") this.#badStarts = 0;
      if (event.kind === "reset") this.#startedMs = event.atMs;
      this.#tell(event);
    } else if (action) {
      note(this.#session?.actions ?? [], action);
    } else if (flash) {
      this.#saved = this.#saved.then(() => this.#write(flash));
    } else if (began) {
      this.#id = began.id;
      if (this.#session) this.#session.files = began.files;
      const { keeps } = this.#store;
      this.#tell({ kind: "ready", engine: this.name, firmware: began.firmware, keeps, unkept: this.#unkept });
    } else if (failed) {
      this.#lose(failed);
    }
  }

  /** Stores changes, or shows why that is not possible. @param {import("./here/flash.js").Blocks} flash */
  async #write(flash) {
    const { keeps } = this.#store;
    const isFull = await this.#store.write(this.#id, flash).then(
      () => false,
      () => true,
    );
    if (keeps && !this.#store.keeps) this.#tell({ kind: "unkept", why: ELSEWHERE });
    if (isFull !== this.#isFull && this.#store.keeps) this.#tell({ kind: "unkept", why: isFull ? FULL : "" });
    this.#isFull = isFull;
  }

  /** Ends a worker that hangs, because it no longer reads messages. */
  #watch() {
    let [beats, looks, slowest] = [-1, 0, LOOKS];
    this.#looking = setInterval(() => {
      const now = this.#beats;
      const still = now === beats;
      if (!still) slowest = Math.max(slowest, looks + 1);
      looks = still ? looks + 1 : 0;
      beats = now;
      const starts = this.#nowMs < this.#startedMs + START_MS;
      if (looks >= (starts ? START_LOOKS : slowest)) this.#lose(_("The firmware in the page hung, so it was ended."));
    }, LOOK_MS);
  }

  /** @param {string} reason */
  #lose(reason) {
    if (!this.#worker) return;
    this.#end();
    if (this.#nowMs <= LIVED_MS) this.#bad(reason);
    this.#tell({ kind: "lost", reason, canRetry: true });
  }

  #end() {
    clearInterval(this.#looking);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @type {Engine["close"]} */
  async close() {
    this.#opened++;
    this.#end();
    await this.#saved;
    this.#store.close();
  }

  /** @param {Order} order */
  #put(order) {
    this.#worker?.postMessage(order);
  }

  /** @type {Engine["hand"]} */
  hand(hand, down) {
    this.#put({ hand, down });
  }

  /** @type {Engine["cells"]} */
  cells(cells) {
    this.#put({ cells });
  }

  /** @type {Engine["plug"]} */
  plug(plugged) {
    this.#put({ plugged });
  }

  /** @type {Engine["send"]} */
  send(bytes) {
    this.#put({ serial: base64Of(bytes) });
  }

  /** @type {Engine["session"]} */
  session() {
    return this.#session && upTo(this.#session, this.#nowMs);
  }
}

/** Loads the engine's file. */
async function packOf() {
  const answer = await fileOf(PACK).catch(({ message }) => {
    throw new EngineError(message, true);
  });
  if (answer.ok) return answer.arrayBuffer();
  throw new EngineError(_("The engine's file here.bin is missing: in a checkout, 'make page' creates it."), true);
}

/** @param {OpenOptions} options @returns {Session} */
function newSession({ seed, replay }) {
  const drawn = crypto.getRandomValues(new Uint32Array(1))[0];
  const begun = { version: 1, seed: seed ?? null, chance: seed === undefined ? drawn : 1 };
  const { seed: replayed, chance } = replay ?? {};
  return { ...begun, ...(replay && { seed: replayed, chance }), files: {}, actions: [] };
}
