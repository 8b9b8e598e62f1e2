// Plays one board game: asks the referee, stores the log, lets bots play. The screen draws `model`.
import { encode } from "../engines/session.js";
import { _, listed, written } from "../language.js";
import { linkTo } from "../share.js";
import { titleOf } from "./games/index.js";
import { askedHere } from "./hand.js";
import { asText, forgetGame, keepGame } from "./kept_games.js";
import { turnLine, yourTurn } from "./moves.js";
import { isGuest, openReferee } from "./table.js";

/** @typedef {import("./table.js").Answer} Answer */
/** @typedef {import("./table.js").TableEvent} TableEvent */
/** @typedef {import("./kept_games.js").KeptGame} KeptGame */

/**
 * @typedef {object} Model
 * @property {string} id  identifies the game in the storage
 * @property {string} game  name of the game, or "" if there is none
 * @property {string[]} players
 * @property {Answer} shown  the last answer that has a state
 * @property {TableEvent[]} events  the last events
 * @property {TableEvent[]} fresh  the events of the last step only
 * @property {import("./table.js").Fault | null} fault
 * @property {{share: number, what: string} | null} loading
 * @property {string} note  a sentence from the page, not from the referee
 * @property {boolean} auto  true if bots play as fast as they can
 * @property {boolean} busy
 * @property {boolean} seeded whether a person has chosen a seed. In that case the referee draws the rolls, and a device
 *   does not roll.
 * @property {import("./hand.js").Seats | null} seats  null if phones cannot join, because then this page moves all
 *   seats
 * @property {import("./seats.js").Invitation | null} invitation  how phones can join
 * @property {number[]} rolled  the last numbers on the dice
 */

const RETRY_MS = [500, 1000, 2000, 4000, 8000];
const EVENTS_MOST = 200,
  BOT_MS = 650,
  READ_MS = 8000, // time in which people can read a refusal
  AUTO_STEPS = 150;
// Requests that depend on the state on the page.
const STEPS = ["do", "correct", "draw", "run", "back", "line", "undo"];

export class Evening {
  /**
   * @param {() => void} changed  called when the screen must be drawn again
   * @param {(requests: Record<string, any>[]) => void} call  sends requests to the device that rolls
   * @param {(events: TableEvent[]) => void} cue  plays the cues of a step while people watch
   */
  constructor(changed, call, cue) {
    this._changed = changed;
    this._call = call;
    this._cue = cue;
    /** @type {Model} */
    this.model = {
      id: "",
      game: "",
      players: [],
      shown: { ok: true },
      events: [],
      fresh: [],
      fault: null,
      loading: null,
      note: "",
      auto: false,
      busy: false,
      seeded: false,
      seats: null,
      invitation: null,
      rolled: [],
    };
    /** @type {Record<string, any>[]} */
    this.log = [];
    this._address = "";
    this._left = ""; // a game that this page has left, but that other players can continue
    this._timer = this._saving = this._unanswered = this._faultMs = 0;
    this._drives = true;
    this._comesBack = false;
    /** @type {Promise<import("./table.js").Referee> | null} */
    this._referee = null;
  }

  /** Returns the referee. The first call opens it. */
  referee() {
    this._referee ??= openReferee({
      table: (answer) => this._take(answer),
      drives: (on) => {
        this._drives = on;
        this._goOn();
      },
      seats: (seats) => {
        this._set({ seats });
        this._title();
      },
      invitation: (invitation) => this._set({ invitation }),
      progress: (share, what) => this._set({ loading: { share, what } }),
      lost: (reason, again) => {
        this._referee = null;
        this._set({ fault: { code: "bad_input", say: reason } });
        if (again) void this._comeBack();
      },
    }).then(
      (found) => {
        this._set({ loading: null });
        return found;
      },
      (fault) => {
        this._referee = null;
        this._set({ loading: null, fault: { code: "bad_input", say: fault.message } });
        throw fault;
      },
    );
    return this._referee;
  }

  /** After a lost connection, waits for the server and loads the game that this page has stored. */
  async _comeBack() {
    if (this._comesBack) return;
    this._comesBack = true;
    for (let tries = 0; !this._referee; tries++) {
      await new Promise((then) => setTimeout(then, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]));
      const found = await this.referee().catch(() => null);
      if (!found) continue;
      this._set({ fault: null });
      if (found.empty && this.model.game && !isGuest()) void this.load(this.log, this._address);
    }
    this._comesBack = false;
  }

  /** Returns the games that the referee knows. */
  async games() {
    return (await (await this.referee()).ask({ games: true, language: written() })).games ?? [];
  }

  /** Starts a game. @param {import("./table.js").Wanted} wanted @param {boolean} [auto] @param {string} [address] */
  async begin(wanted, auto = false, address = "") {
    return this.ask({ open: wanted, language: written() }, () => {
      this.model.auto = auto;
      this._address = address;
      this.model.seeded = typeof wanted.seed === "number";
    });
  }

  /** Continues a game from its log. @param {Record<string, any>[] | string} log @param {string} [address] */
  async load(log, address = "") {
    return this.ask({ load: typeof log === "string" ? log : asText(log), language: written() }, () =>
      this._comesFrom(address),
    );
  }

  /**
   * Continues a stored game. If the server still has this game, the server's log is newer, because phones can have made
   * moves in the meantime.
   * @param {import("./kept_games.js").KeptGame} game
   */
  async goOn({ log, address }) {
    await this.referee().catch(() => {}); // `load` reports the error.
    const { game, shown } = this.model,
      hasIt = isSame(this.log[0], log[0]);
    if (!hasIt || !game || shown.language !== written()) return this.load(hasIt ? this.log : log, address);
    this._comesFrom(address);
    return shown;
  }

  /** @param {string} address */
  _comesFrom(address) {
    this.model.auto = false;
    this._address = address;
    this.model.seeded = new URLSearchParams(address).has("seed");
  }

  /**
   * Adds the number of steps to a request, so that the referee refuses it if another page has made a step in the
   * meantime.
   * @param {object} request
   */
  dated(request) {
    return STEPS.some((name) => name in request) ? { after: this.model.shown.steps, ...request } : request;
  }

  /**
   * Sends a request to the referee and shows the answer.
   * @param {object} request
   * @param {() => void} [begins]  called before it is sent. Until then, a server's page shows the earlier game.
   * @returns {Promise<Answer>}
   */
  async ask(request, begins = () => {}) {
    clearTimeout(this._timer);
    this._unanswered++;
    this._set({ busy: true, fault: null });
    const dated = this.dated(request);
    try {
      const referee = await this.referee();
      begins();
      const answer = await referee.ask(dated);
      if (answer.ok) this._take(answer);
      else this._set({ fault: answer.error ?? null });
      return answer;
    } catch (fault) {
      return { ok: false, error: { code: "bad_input", say: String(/** @type {Error} */ (fault).message) } };
    } finally {
      this._set({ busy: --this._unanswered > 0 });
    }
  }

  /** Informs the referee that a device is used in the game. Callers need not wait for the end. */
  async seatDevice() {
    const { log } = this;
    const answer = await (await this.referee()).ask({ sit: true });
    if (this.log !== log) return; // The answer is about another game.
    if (answer.kept?.length) this._take(answer);
    else this._call(answer.calls ?? []);
  }

  /** Informs the server whether a device of this page rolls for phones. @param {boolean} rolls */
  offer(rolls) {
    void this._referee?.then(
      (referee) => referee.offer?.(rolls),
      () => {},
    );
  }

  /** Takes a seat, leaves it, or frees it for others. @param {{take: number} | {free: number}} wanted */
  async seat(wanted) {
    const { ok, error } = await (await this.referee()).ask(wanted);
    this._set({ fault: ok ? null : (error ?? null) });
  }

  /** Leaves the game. It stays stored. */
  leave() {
    clearTimeout(this._timer);
    this._save();
    this._left = this.model.game;
    this._set({ game: "", note: "" });
    document.title = "Pingblock";
  }

  /** Removes an error, unless another one has replaced it. @param {Answer["error"]} fault */
  forget(fault) {
    if (fault && this.model.fault === fault) this._set({ fault: null });
  }

  /** @param {string} note */
  say(note) {
    this._set({ note });
  }

  /** Returns an address that contains the whole game. */
  async link() {
    const text = await encode(/** @type {any} */ ({ version: 1, actions: [], log: this.log }));
    return linkTo(`game=${text}`);
  }

  /** @param {Answer} answer */
  _take(answer) {
    const model = this.model;
    if (answer.table && answer.players) {
      clearTimeout(this._timer);
      this.log = answer.log ?? [];
      Object.assign(model, {
        game: answer.table,
        id: `${answer.table} ${answer.seed} ${answer.players.join()}`,
        players: answer.players,
        events: [],
        shown: {},
        rolled: rolledIn(this.log),
      });
      this._left = "";
    } else if (answer.kept) {
      this.log.push(...answer.kept);
      const rolled = rolledIn(answer.kept);
      if (rolled.length) model.rolled = rolled;
    }
    const { game } = model;
    if (answer.state && (game || this._left)) {
      if (answer.players) model.players = answer.players; // Players can have joined.
      // The server also sends the game if no player has moved, for example when a device is added.
      if (answer.steps !== model.shown.steps) {
        model.note = "";
        if (performance.now() - this._faultMs > READ_MS) model.fault = null; // The error was about an earlier state.
      }
      model.shown = { ...model.shown, events: undefined, step: undefined, ...answer };
      this._saveSoon();
    }
    if (answer.state && game) {
      // There is no game if people have left it before the answer came.
      model.fresh = answer.events ?? [];
      const kept = model.events.slice(0, Math.max(0, model.events.length - (answer.gone ?? 0)));
      model.events = [...kept, ...model.fresh].slice(-EVENTS_MOST);
      if (answer.calls?.length) this._call(answer.calls);
      if (!answer.table && !model.auto) this._cue(model.fresh);
      this._title();
      this._goOn();
    }
    this._changed();
  }

  _title() {
    if (this.model.game) document.title = title(this.model);
  }

  /** Lets a bot play if no person can decide. If several pages show the game, only one of them does this. */
  _goOn() {
    clearTimeout(this._timer);
    if (!this.model.shown.runs || this.model.shown.over || !this._drives) return;
    const { auto } = this.model;
    this._timer = window.setTimeout(() => this.ask({ run: auto ? AUTO_STEPS : 1 }), auto ? 0 : BOT_MS);
  }

  /** Plays at once until a person must decide. */
  hurry() {
    return this.ask({ run: 1000 });
  }

  /** @param {Partial<Model>} changes */
  _set(changes) {
    if (changes.fault) this._faultMs = performance.now();
    Object.assign(this.model, changes);
    this._changed();
  }

  _saveSoon() {
    this._saving ||= window.setTimeout(() => this._save(), 200);
    if (!this.model.auto) this._save();
  }

  _save() {
    clearTimeout(this._saving);
    this._saving = 0;
    const { id, players, shown } = this.model,
      game = this.model.game || this._left;
    if (!game) return;
    if (!shown.steps) return forgetGame(id); // Its only step may have been undone.
    const at = { atMs: Date.now(), address: this._address };
    keepGame({ id, game, players, steps: shown.steps, over: Boolean(shown.over), ...at, log: this.log });
  }
}

/** Returns whether two logs belong to the same game, by their first records. @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the last numbers on the dice in some records of a log.
 * @param {Record<string, any>[]} records @returns {number[]}
 */
function rolledIn(records) {
  const last = records.filter((record) => record.do === "dice").at(-1);
  return Array.isArray(last?.dice) ? last.dice : typeof last?.number === "number" ? [last.number] : [];
}

/** Returns the title for the browser's tab. @param {Model} model */
export function title({ game, players, shown, seats }) {
  const name = titleOf(game),
    { over, turn } = shown;
  if (over) return `${winners(over.winners, players)} · ${name}`;
  const asked = askedHere(shown, seats);
  return [asked === null ? turnLine(turn, players) : yourTurn(players[asked]), name].filter(Boolean).join(" · ");
}

/** @param {number[]} seats @param {string[]} players */
export function winners(seats, players) {
  const names = seats.map((seat) => players[seat]);
  if (!names.length) return _("No winner");
  if (names.length === 1) return _("{player} wins", { player: names[0] });
  return _("{players} share the win", { players: listed(names) });
}
