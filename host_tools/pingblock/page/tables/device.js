// Uses a device in a game: the device rolls and announces events. See team.js.
import { isGuest } from "./table.js";

/** @typedef {import("../words.js").Message} Message */
/** @typedef {import("../keep.js").Kept} Kept */
/**
 * @typedef {object} Ports
 * @property {() => void} changed
 * @property {(message: Message) => void} ask
 * @property {(message: Message) => Promise<Message | null>} answer  sends a request, and returns the answer or null
 * @property {(name: string, down: boolean) => void} hand
 * @property {() => void} reveal
 * @property {() => Pick<Kept, "atTable" | "lent">} kept
 * @property {(changes: Partial<Pick<Kept, "atTable" | "lent">>) => void} keep
 * @property {() => ReturnType<typeof import("../device_messages.js").factsOf>} device
 */

const PRESS_MS = 80,
  LEVER_MS = 600,
  TAKEN_MS = 2000, // On a busy computer, it shows late that a device has accepted a press.
  WAIT_MS = 10_000, // On a busy computer, a device can be late by seconds.
  LOOK_MS = 100,
  CALLS_MOST = 5, // maximum attempts to play an announcement
  CALL_AGAIN_MS = 400;

export class DeviceAtTable {
  /**
   * @param {import("./evening.js").Evening} evening @param {Ports} ports
   * @param {(message: Message) => void} rolled  called with the rolls for this game
   */
  constructor(evening, ports, rolled) {
    this._evening = evening;
    this._ports = ports;
    this._rolled = rolled;
    this.on = false;
    this._sits = false; // whether the game and the settings are being sent to it
    this._pressed = false; // true from a press until its roll is heard, so that a second tap does not roll again
    this._untaken = 0; // timer for a press that the device has not accepted
    this._went = false; // true after the device stopped answering, until it is used again
    /** A roll that began before the device was used here. @type {Message | null} */
    this._old = null;
    this._before = Promise.resolve(); // the last exchange of messages with the device
    this._calls = Promise.resolve(); // the last announcement
    /** The log of the game for which the device is used. @type {object | null} */
    this._log = null;
  }

  /** Returns whether a device can be used in this game. */
  get able() {
    return !isGuest() && this._ports.device().ready;
  }

  /** Whether the device is used here and plays this game. */
  get seated() {
    return this.on && !this._sits;
  }

  /** Whether the device answers. */
  get ready() {
    return this._ports.device().ready;
  }

  /** Whether the device should play here, but does not answer. */
  get isAway() {
    return this.seated && !this.ready;
  }

  /** Whether the device plays the sound of a roll. The game gets the roll after the sound, or by `reveal`. */
  get holds() {
    return this.seated && this._ports.device().held !== null;
  }

  /** Shows the device's roll in the game at once. */
  reveal() {
    this._ports.reveal();
  }

  /** Uses the device when a game starts, unless people have switched this off. */
  settle() {
    const { game, shown, auto } = this._evening.model;
    if (!game && this.able && this._isLent) this.leave();
    if (!game || shown.over || auto || !shown.device) return;
    if (this._log === this._evening.log) return this._comeBack();
    if (this.able && !this._ports.device().runs && this._ports.kept().atTable) void this.sit();
  }

  /** Notes whether the device has gone. */
  look() {
    this._went ||= this.isAway;
  }

  /** Uses the device again when it has returned, because it can have restarted in the meantime. */
  _comeBack() {
    this.look();
    if (this._went && this.able && !this._ports.device().runs) void this.sit();
  }

  /** Lets people switch the device on or off for games. The page stores the choice. @param {boolean} wanted */
  want(wanted) {
    this._ports.keep({ atTable: wanted });
    if (wanted) void this.sit();
    else this.leave();
    this._ports.changed();
  }

  /** Makes the device play the game by the game's rules. */
  sit() {
    const { log } = this._evening;
    this.on = this._sits = true;
    this._went = false;
    this._log = log;
    return this._next(async () => {
      if (!this.on || this._log !== log) return;
      const plays = await this._lendOut();
      // People have left this game in the meantime. The next game also calls this function.
      if (this._log !== log) return;
      this.on = plays;
      this._sits = false;
      this._old = this._ports.device().held; // The page can have rolled in the meantime.
      // The device has gone in the meantime, and is used again when it returns.
      if (!plays && !this.ready) this._log = null;
      this._ports.changed(); // If the device plays another game, people can switch it on again (More).
      if (this.on) await this._evening.seatDevice();
    });
  }

  /** Gives the device its former game and settings. */
  leave() {
    this.on = this._sits = false;
    this._log = null;
    return this._next(async () => {
      if (this.on || !this._isLent) return;
      const { game, of, set } = this._lent;
      if (Object.keys(set).length) this._ports.ask({ do: "settings", ...of, set });
      if (game) this._ports.ask({ do: "game", name: game });
      this._ports.keep({ lent: { game: "", of: {}, set: {} } });
      await until(() => !game || this._ports.device().game === game);
    });
  }

  /**
   * Exchanges messages with the device one after another, because each depends on the previous answer.
   * @param {() => Promise<void>} act
   */
  _next(act) {
    this._before = this._before.then(act, act);
    return this._before;
  }

  /**
   * Makes the device play the game by the game's rules. Returns whether it does, and still belongs to the
   * game.
   */
  async _lendOut() {
    const { device, steps } = this._evening.model.shown,
      known = () => this._ports.device().settings;
    if (!device) return this.on;
    const { games, set, of, begin } = device,
      own = this._ports.device().game;
    const [rolls = "block"] = games; // the preferred game, or the one whose lever starts the worms
    if (own !== rolls) {
      if (!this._lent.game) this._lend({ game: own });
      this._ports.ask({ do: "game", name: rolls });
      if (!(await until(() => this._ports.device().game === rolls))) return false;
    }
    this._ports.ask({ do: "settings", ...of });
    await until(() => Object.keys(set).every((name) => name in known()));
    const changed = Object.entries(set).filter(([name, value]) => name in known() && !isSame(known()[name], value)),
      before = Object.fromEntries(changed.map(([name]) => [name, known()[name]]));
    this._lend({ of, set: { ...before, ...this._lent.set } });
    if (changed.length) this._ports.ask({ do: "settings", ...of, set: Object.fromEntries(changed) });
    if (!steps && begin.do) this._ports.ask(begin);
    return this.on;
  }

  /**
   * The game and settings that the device gets back. They are stored, because the page can be closed in the meantime.
   */
  get _lent() {
    return this._ports.kept().lent;
  }

  get _isLent() {
    return Boolean(this._lent.game || Object.keys(this._lent.set).length);
  }

  /** @param {Partial<import("../keep.js").Lent>} more */
  _lend(more) {
    this._ports.keep({ lent: { ...this._lent, ...more } });
  }

  /**
   * Asks the device to roll or to start the worms. Returns whether it does. Otherwise, the page must do it.
   * @param {Message} request
   */
  does(request) {
    const { shown, seeded } = this._evening.model,
      wiggles = pulls(request, shown);
    if (!this.seated || !this.ready || seeded) return false;
    if (!(wiggles || (request.draw && shown.device?.gives.includes(shown.due?.do ?? "")))) return false;
    if (this._pressed) return true;
    if (wiggles && this._ports.device().real) void this._wiggle();
    else void this._move(wiggles ? "lever" : "block", wiggles ? LEVER_MS : PRESS_MS);
    return true;
  }

  /** Starts the worms of a real base. A block without the base refuses this, so the worms wiggle only on the screen. */
  async _wiggle() {
    if (await this._ports.answer({ do: "worms", run: "start" })) return;
    void this._evening.ask({ heard: { event: "run", state: "started" } }); // This can be the move of a phone.
  }

  /**
   * Presses when the device is quiet, because it does not accept a press during an announcement.
   * @param {string} hand @param {number} ms
   */
  async _move(hand, ms) {
    this._pressed = true;
    await until(() => !this._ports.device().sounds);
    this._ports.hand(hand, true);
    setTimeout(() => this._ports.hand(hand, false), ms);
    clearTimeout(this._untaken);
    this._untaken = setTimeout(() => (this._pressed = false), TAKEN_MS);
  }

  /**
   * Takes an event of the device after its sound has ended. An outcome from before the device was used here does not
   * belong to this game, and in a game with a seed, the referee rolls.
   * @param {Message} message
   */
  heard(message) {
    const { game, shown, seeded } = this._evening.model;
    this._pressed = false;
    if (!this.seated || message === this._old || !game || shown.over) return;
    if (!(seeded && message.event !== "run")) this._rolled(message);
  }

  /**
   * Sends the referee's requests to the device when it is used here. An announcement waits until the device is quiet.
   * Requests about the next roll do not wait for announcements.
   * @param {Message[]} requests
   */
  call(requests) {
    const { log } = this._evening,
      // A device that is used later gets the requests again.
      send = (/** @type {Message} */ request) => this.seated && this._log === log && this._send(request);
    const isCall = (/** @type {Message} */ { do: what }) => what === "call";
    const sent = this._next(async () => {
      for (const request of requests) if (!isCall(request)) await send(request);
    });
    this._calls = Promise.allSettled([this._calls, sent]).then(async () => {
      for (const request of requests.filter(isCall)) {
        await until(() => !this._ports.device().sounds);
        await send(request);
      }
    });
    return this._calls;
  }

  /**
   * Sends a request. A device that plays a sound refuses an announcement, so it is asked again.
   * @param {Message} request
   */
  async _send(request) {
    if (request.do !== "call" || !this._ports.device().real) return this._ports.ask(request);
    for (let tries = 0; tries < CALLS_MOST && this.seated && this.ready; tries++) {
      const answer = await this._ports.answer(request);
      if (answer?.playing !== false) return;
      await new Promise((then) => setTimeout(then, CALL_AGAIN_MS));
    }
  }
}

/**
 * Returns whether a request starts the worms by pulling the lever.
 * @param {Message} request @param {import("./table.js").Answer} shown
 */
export const pulls = (request, { device }) => request.do === "run" && !device?.games.length;

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Waits until a condition is true, for a limited time. Returns whether it is true. @param {() => boolean} holds */
async function until(holds) {
  for (let waited = 0; waited < WAIT_MS && !holds(); waited += LOOK_MS)
    await new Promise((then) => setTimeout(then, LOOK_MS));
  return holds();
}
