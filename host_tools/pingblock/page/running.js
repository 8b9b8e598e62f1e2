// Runs one engine for the page: opens it, opens it again after a loss, and changes to another one.
import { EngineError } from "./engines/engine.js";
import * as here from "./engines/here.js";
import * as serial from "./engines/serial.js";
import * as socket from "./engines/socket.js";
import { _ } from "./language.js";

/** @typedef {import("./engines/engine.js").Engine & {askControl?: () => void,
 *   answerControl?: (yes: boolean) => void}} Engine */
/**
 * @typedef {object} Ports  functions of the page that a running engine can call
 * @property {() => import("./state.js").State} state
 * @property {(event: import("./state.js").PageEvent) => void} dispatch
 * @property {(event: any) => void} tell  takes the events of the engine
 * @property {(text: string) => void} notify
 * @property {import("./sound/player.js").Player} player
 */

const RETRY_MS = [0, 500, 1000, 2000, 4000, 8000];
const LIVED_MS = 2000; // an engine that ran for this long is restarted without a delay
/** @type {Record<string, any>} */
const MODULES = { here, desk: socket, wasm: socket, chip: socket, board: serial };

export const engineNames = Object.keys(MODULES);

/** Returns whether an engine runs on the page's server. @param {string} name */
export const isServers = (name) => MODULES[name] === socket;

/**
 * Returns the engines of this page, and why some of them cannot be used here.
 * @returns {import("./address.js").Choices}
 */
export function survey() {
  return Object.entries(MODULES)
    .filter(([name, { offers }]) => !offers || offers().includes(name))
    .map(([name, { lacks }]) => ({ name, lack: lacks?.(name) ?? "" }));
}

export class Running {
  /** @type {Engine | null} */
  engine = null;
  opened = 0; // number of openings. A later one makes the result of an earlier one void
  #retries = 0;
  #retrying = 0;
  #page;

  /** @param {Ports} page */
  constructor(page) {
    this.#page = page;
  }

  /** Opens the present engine again. @param {import("./engines/engine.js").OpenOptions} [options] */
  async open(options = {}) {
    clearTimeout(this.#retrying);
    if (!this.engine) return;
    const { state, dispatch, notify, player } = this.#page;
    const mine = ++this.opened;
    dispatch({ kind: "opening", name: this.engine.name, linked: Boolean(options.replay) });
    player.forget();
    try {
      await this.engine.open({ ...options, soundPort: player.directPort() });
      if (options.replay && !state().control.mine)
        notify(_("Another page has the block: the session of the link is not played."));
    } catch (error) {
      if (mine === this.opened) this.#failed(error);
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    const known = error instanceof EngineError;
    if (!known) console.error(error);
    this.#page.tell({
      kind: "lost",
      reason: known
        ? error.message
        : _("The engine could not be started. Load the page again. If that does not help, report it."),
      canRetry: known && error.canRetry,
    });
  }

  /** Changes to another engine. @param {string} name @param {import("./engines/engine.js").OpenOptions} [options] */
  async use(name, options) {
    clearTimeout(this.#retrying);
    const before = this.engine;
    this.engine = null;
    this.opened++;
    await before?.close();
    /** @type {Engine} */
    const made = await MODULES[name].create(
      (/** @type {any} */ event) => made === this.engine && this.#page.tell(event),
      name,
    );
    this.engine = made;
    await this.open(options);
  }

  /** Opens a lost engine again, after a longer delay each time that it stops soon. */
  retry() {
    clearTimeout(this.#retrying);
    this.#retries = this.#page.state().nowMs > LIVED_MS ? 0 : Math.min(this.#retries + 1, RETRY_MS.length - 1);
    this.#retrying = window.setTimeout(() => this.open(), RETRY_MS[this.#retries]);
  }
}
