// The running device at the table: what it rolls is done there, and it sounds what the table calls.
import { _ } from "../language.js";

/** @typedef {import("../words.js").Message} Message */
/** @typedef {{ask: (message: Message) => void, hand: (name: string, down: boolean) => void,
 *   device: () => {game: string, settings: Message, ready: boolean, sounds: boolean}}} Ports */

const GONE = _(
  "The block does not answer: plug it in and tap again, or let it leave the table (More), and the page rolls.",
);
const PRESS_MS = 80,
  WAIT_MS = 4000,
  LOOK_MS = 100;
const ROLLED = new Set(["dice", "card", "outcome", "storm"]); // outcomes of chance that a device gives

export class DeviceAtTable {
  /** @param {import("./evening.js").Evening} evening @param {Ports} ports */
  constructor(evening, ports) {
    this._evening = evening;
    this._ports = ports;
    this.on = false;
    this._game = "";
    /** @type {Message} */
    this._set = {};
  }

  /** Whether a device can roll for this table. */
  get able() {
    return (this._evening.model.shown.device?.games.length ?? 0) > 0 && this._ports.device().ready;
  }

  /** Kinds of events that the device calls itself. @returns {string[]} */
  get calls() {
    return this.on ? (this._evening.model.shown.device?.calls ?? []) : [];
  }

  /** Seats the device: it plays the table's game by the table's rules. */
  async sit() {
    const { games = [], set = {} } = this._evening.model.shown.device ?? {},
      { game } = this._ports.device();
    if (!games.length) return;
    this.on = true;
    this._game = games.includes(game) ? "" : game;
    if (this._game) {
      this._ports.ask({ do: "game", name: games[0] });
      await until(() => games.includes(this._ports.device().game));
      await until(() => Object.keys(set).every((name) => name in this._ports.device().settings));
    }
    const known = this._ports.device().settings,
      changed = Object.entries(set).filter(([name, value]) => name in known && known[name] !== value);
    this._set = Object.fromEntries(changed.map(([name]) => [name, known[name]]));
    if (changed.length) this._ports.ask({ do: "settings", set: Object.fromEntries(changed) });
    await this._evening.ask({ sit: true });
  }

  /** Gives the device its own game and settings back. */
  leave() {
    if (!this.on) return;
    this.on = false;
    if (Object.keys(this._set).length) this._ports.ask({ do: "settings", set: this._set });
    if (this._game) this._ports.ask({ do: "game", name: this._game });
    this._set = {};
    this._game = "";
  }

  /** Has the device roll what is due; false if the page is to draw it. */
  press() {
    if (!this.on || !ROLLED.has(this._evening.model.shown.due?.do ?? "")) return false;
    if (!this._ports.device().ready) {
      this._evening.say(GONE);
      return true;
    }
    this._ports.hand("block", true);
    setTimeout(() => this._ports.hand("block", false), PRESS_MS);
    return true;
  }

  /** Takes an event of the device, once its sound is over. @param {Message} message */
  heard(message) {
    if (this.on && this._evening.model.game && !this._evening.model.shown.over)
      void this._evening.ask({ heard: message });
  }

  /** Sends what the table says to it; a call waits until the device is quiet. @param {Message[]} requests */
  async call(requests) {
    for (const request of this.on ? requests : []) {
      if (request.do === "call") await until(() => !this._ports.device().sounds);
      this._ports.ask(request);
    }
  }
}

/** Waits until something holds, for a while. @param {() => boolean} holds */
async function until(holds) {
  for (let waited = 0; waited < WAIT_MS && !holds(); waited += LOOK_MS)
    await new Promise((then) => setTimeout(then, LOOK_MS));
}
