// Seats a device at the table: it rolls for the game and announces the table's events. See team.js.
import { isGuest } from "./table.js";

/** @typedef {import("../words.js").Message} Message */
/** @typedef {import("../keep.js").Kept} Kept */
/**
 * @typedef {object} Ports
 * @property {() => void} changed
 * @property {(message: Message) => void} ask
 * @property {(message: Message) => Promise<Message | null>} answer  asks, and returns the answer, or null without one
 * @property {(name: string, down: boolean) => void} hand
 * @property {() => void} reveal
 * @property {() => Pick<Kept, "atTable" | "lent">} kept
 * @property {(changes: Partial<Pick<Kept, "atTable" | "lent">>) => void} keep
 * @property {() => ReturnType<typeof import("../device_messages.js").factsOf>} device
 */

const PRESS_MS = 80,
  LEVER_MS = 600,
  TAKEN_MS = 2000, // A busy computer shows late that a device has taken a press.
  WAIT_MS = 10_000, // A busy computer lets a device wait for seconds.
  LOOK_MS = 100,
  CALLS_MOST = 5, // attempts for a call
  CALL_AGAIN_MS = 400;

export class DeviceAtTable {
  /**
   * @param {import("./evening.js").Evening} evening @param {Ports} ports
   * @param {(message: Message) => void} rolled  called with the rolls of this game
   */
  constructor(evening, ports, rolled) {
    this._evening = evening;
    this._ports = ports;
    this._rolled = rolled;
    this.on = false;
    this._sits = false; // true while its game and settings are being sent
    this._pressed = false; // true from a press until its roll is heard, so that a second tap does not roll again
    this._untaken = 0; // the timer for a press that the device did not take
    this._went = false; // true from when it stops answering until it sits down again
    /** A roll that began before it sat down. @type {Message | null} */
    this._old = null;
    this._before = Promise.resolve(); // the last exchange with the device
    this._calls = Promise.resolve(); // the last call
    /** The log of the game that the device plays. @type {object | null} */
    this._log = null;
  }

  /** Returns whether a device can sit at this table. */
  get able() {
    return !isGuest() && this._ports.device().ready;
  }

  /** Whether a device sits at this table and plays its game. */
  get seated() {
    return this.on && !this._sits;
  }

  /** Whether the device answers. */
  get ready() {
    return this._ports.device().ready;
  }

  /** Whether it should play here, but does not answer. */
  get isAway() {
    return this.seated && !this.ready;
  }

  /** Whether it plays the sound of a roll. The table learns the roll after the sound, or by `reveal`. */
  get holds() {
    return this.seated && this._ports.device().held !== null;
  }

  /** Shows the device's roll at the table at once. */
  reveal() {
    this._ports.reveal();
  }

  /** Seats the device when a game starts, unless people have sent it away. */
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

  /** Seats the device again when it is back, because it can start again meanwhile. */
  _comeBack() {
    this.look();
    if (this._went && this.able && !this._ports.device().runs) void this.sit();
  }

  /** Lets people call the device or send it away. The page remembers the choice. @param {boolean} wanted */
  want(wanted) {
    this._ports.keep({ atTable: wanted });
    if (wanted) void this.sit();
    else this.leave();
    this._ports.changed();
  }

  /** Seats the device, which then plays the table's game by the table's rules. */
  sit() {
    const { log } = this._evening;
    this.on = this._sits = true;
    this._went = false;
    this._log = log;
    return this._next(async () => {
      if (!this.on || this._log !== log) return;
      const plays = await this._lendOut();
      if (this._log !== log) return; // People have left this game meanwhile. The next game calls this, too.
      this.on = plays;
      this._sits = false;
      this._old = this._ports.device().held; // The table can roll instead of it meanwhile.
      if (!plays && !this.ready) this._log = null; // It has gone meanwhile, and sits down when it is back.
      this._ports.changed(); // If it plays another game, people can call it again (More).
      if (this.on) await this._evening.seatDevice();
    });
  }

  /** Gives the device its old game and settings back. */
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
   * Does one thing after the other with the device, because each depends on the answer before.
   * @param {() => Promise<void>} act
   */
  _next(act) {
    this._before = this._before.then(act, act);
    return this._before;
  }

  /** Has it play the table's game by the table's rules. Returns whether it does, and still sits there. */
  async _lendOut() {
    const { device, steps } = this._evening.model.shown,
      known = () => this._ports.device().settings;
    if (!device) return this.on;
    const { games, set, of, begin } = device,
      own = this._ports.device().game;
    const [rolls = "block"] = games; // the best of them, or the one whose lever starts the worms
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

  /** The game and settings that the device gets back. They are stored, because the page can be closed meanwhile. */
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
   * Asks the device to roll or to let the worms go. Returns whether it does, because otherwise the page must do it.
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

  /** Lets the worms of a real base go. A block without the base refuses this, so they start at the table only. */
  async _wiggle() {
    if (await this._ports.answer({ do: "worms", run: "start" })) return;
    void this._evening.ask({ heard: { event: "run", state: "started" } }); // It can be the move of a phone.
  }

  /**
   * Presses once the device is quiet, because it takes no press during a call.
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
   * Takes an event of the device after its sound has ended. An outcome of before it sat down is not of this game, and
   * a table with a seed rolls by itself.
   * @param {Message} message
   */
  heard(message) {
    const { game, shown, seeded } = this._evening.model;
    this._pressed = false;
    if (!this.seated || message === this._old || !game || shown.over) return;
    if (!(seeded && message.event !== "run")) this._rolled(message);
  }

  /**
   * Sends the table's requests to the device once it sits there. A call waits until the device is quiet. How to judge
   * the next roll does not wait for a call.
   * @param {Message[]} requests
   */
  call(requests) {
    const { log } = this._evening,
      // A device that sits down later gets the requests again.
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

  /** Sends a request. A device that still sounds plays no call, so it is asked again. @param {Message} request */
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
 * Returns whether a request starts the worms, by the lever.
 * @param {Message} request @param {import("./table.js").Answer} shown
 */
export const pulls = (request, { device }) => request.do === "run" && !device?.games.length;

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Waits until a condition is true, but only for a while. Returns whether it is. @param {() => boolean} holds */
async function until(holds) {
  for (let waited = 0; waited < WAIT_MS && !holds(); waited += LOOK_MS)
    await new Promise((then) => setTimeout(then, LOOK_MS));
  return holds();
}
