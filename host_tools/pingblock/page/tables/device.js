// Seats the running device at the table: it rolls for the game and announces the table's events.
import { _ } from "../language.js";
import { isGuest } from "./table.js";

/** @typedef {import("../words.js").Message} Message */
/** @typedef {import("../keep.js").Kept} Kept */
/** @typedef {{changed: () => void, ask: (message: Message) => void, hand: (name: string, down: boolean) => void, reveal: () => void,
 *   kept: () => Kept, keep: (changes: Partial<Kept>) => void,
 *   device: () => {game: string, settings: Message, ready: boolean, sounds: boolean, holds: boolean, runs: boolean}}} Ports */

const GONE = _(
  "The block does not answer: plug it in and tap again, or let it leave the table (More), and the page rolls.",
);
const PRESS_MS = 80,
  LEVER_MS = 600,
  WAIT_MS = 10_000, // A busy computer lets a device wait for seconds.
  LOOK_MS = 100;
const ROLLED = new Set(["dice", "card", "outcome", "storm"]); // outcomes of chance that a device can roll

export class DeviceAtTable {
  /** @param {import("./evening.js").Evening} evening @param {Ports} ports */
  constructor(evening, ports) {
    this._evening = evening;
    this._ports = ports;
    this.on = false;
    this._sits = false; // true while its game and settings are being sent
    this._pressed = false;
    this._before = Promise.resolve(); // the last exchange with the device
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

  /** Kinds of events that the device announces by itself. @returns {string[]} */
  get calls() {
    return this.on ? (this._evening.model.shown.device?.calls ?? []) : [];
  }

  /**
   * Returns whether the device plays the sound of its rolls. The table learns the roll after the sound, or by
   * `reveal`.
   */
  get sounds() {
    return this.on && this._ports.device().holds;
  }

  /** Shows the device's roll at the table at once. */
  reveal() {
    this._ports.reveal();
  }

  /** Seats the device when a game starts, unless people have sent it away. */
  settle() {
    const { game, shown, auto } = this._evening.model;
    if (!game && this.able && this._isLent) this.leave();
    if (!game || shown.over || auto || !shown.device || this._log === this._evening.log) return;
    if (this.able && !this._ports.device().runs && this._ports.kept().atTable) void this.sit();
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
    this._log = log;
    return this._next(async () => {
      if (!this.on || this._log !== log) return;
      const plays = await this._lendOut();
      if (this._log !== log) return; // People have left this game meanwhile. The next one has its own turn.
      this.on = plays;
      this._sits = false;
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
      pulls = request.do === "run" && !shown.device?.games.length;
    if (!this.seated || seeded || !(pulls || (request.draw && ROLLED.has(shown.due?.do ?? "")))) return false;
    if (!this._ports.device().ready) this._evening.say(GONE);
    else if (!this._pressed) this._move(pulls ? "lever" : "block", pulls ? LEVER_MS : PRESS_MS);
    return true;
  }

  /** @param {string} hand @param {number} ms */
  _move(hand, ms) {
    this._pressed = true;
    this._ports.hand(hand, true);
    setTimeout(() => this._ports.hand(hand, false), ms);
    setTimeout(() => (this._pressed = false), LEVER_MS);
  }

  /**
   * Takes an event of the device after its sound has ended. An outcome of before it sat down is not of this game, and
   * a table with a seed rolls by itself.
   * @param {Message} message
   */
  heard(message) {
    const { game, shown, seeded } = this._evening.model;
    if (this.seated && game && !shown.over && !(seeded && message.event !== "run"))
      void this._evening.ask({ heard: message });
  }

  /**
   * Sends the table's requests to the device once it sits there. A call waits until the device is quiet.
   * @param {Message[]} requests
   */
  call(requests) {
    const { log } = this._evening;
    return this._next(async () => {
      for (const request of requests) {
        if (request.do === "call") await until(() => !this._ports.device().sounds);
        if (!this.seated || this._log !== log) return; // Whoever sits down gets the requests again.
        this._ports.ask(request);
      }
    });
  }
}

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Waits until a condition is true, but only for a while. Returns whether it is. @param {() => boolean} holds */
async function until(holds) {
  for (let waited = 0; waited < WAIT_MS && !holds(); waited += LOOK_MS)
    await new Promise((then) => setTimeout(then, LOOK_MS));
  return holds();
}
