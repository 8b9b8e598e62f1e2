// The real Picos in a game: up to three on the cable, each with a name, for all players or for one. The page recognizes
// a Pico by the number of its chip, at any port.
import { DeviceLink } from "../device_link.js";
import { factsOf, heardBy, mattersAtTable } from "../device_messages.js";
import { SerialEngine } from "../engines/serial/engine.js";
import { askedPort, freePorts } from "../engines/serial/port.js";
import { isServed } from "../engines/serial/served.js";
import { _ } from "../language.js";
import { initialState, reduce } from "../state.js";
import { BOARDS_MOST, BOARD_NAME } from "../stored.js";
import { DeviceAtTable } from "./device.js";

/** @typedef {import("../words.js").Message} Message */
/** @typedef {import("../keep.js").KeptBoard} KeptBoard */
/**
 * @typedef {object} Ports
 * @property {() => void} changed
 * @property {(text: string) => void} notify
 * @property {() => import("../words.js").Games} games
 * @property {() => import("../keep.js").Kept} kept
 * @property {(changes: Partial<import("../keep.js").Kept>) => void} keep
 */

const LOOK_MS = 2000;
// After this many attempts a silent port is given up. A Pico that starts slowly is silent at first.
const SILENT_MOST = 5;

/** A Pico in the list, plugged in or not. */
class Board {
  /**
   * @param {string} uid @param {import("./evening.js").Evening} evening @param {import("./team.js").Team} team
   * @param {Ports} ports
   */
  constructor(uid, evening, team, ports) {
    this.uid = uid;
    this._ports = ports;
    /** @type {SerialEngine | null} null while it is not plugged in */
    this.engine = null;
    this._state = initialState(ports.games());
    const failed = (/** @type {Error} */ { message: why }) => ports.notify(`${this.name}: ${why}`);
    this._link = new DeviceLink(
      (event) => this._dispatch(event),
      (bytes) => this.engine?.send(bytes),
      failed,
    );
    this.device = new DeviceAtTable(
      evening,
      {
        changed: ports.changed,
        ask: (message) => this._link.ask(message, failed),
        answer: ({ do: what, ...fields }) => this._link.session.request(what, fields).catch(() => null),
        hand: (name, down) => this.engine?.hand(/** @type {any} */ (name), down),
        reveal: () => this._dispatch({ kind: "reveal" }),
        device: () => factsOf(this._state),
        kept: () => ({ atTable: true, lent: this._row.lent }),
        keep: (changes) => this.keep({ lent: changes.lent ?? this._row.lent }),
      },
      (message) => team.take(this.device, message),
    );
  }

  /** @returns {KeptBoard} */
  get _row() {
    const row = this._ports.kept().boards.find(({ uid }) => uid === this.uid);
    return row ?? { uid: this.uid, name: this.uid, player: "", lent: { game: "", of: {}, set: {} } };
  }

  get name() {
    return this._row.name;
  }

  /** The player whose seat the Pico is for, or "" if the Pico is for all players. */
  get player() {
    return this._row.player;
  }

  /** @param {Partial<KeptBoard>} changes */
  keep(changes) {
    const boards = this._ports.kept().boards.map((row) => (row.uid === this.uid ? { ...row, ...changes } : row));
    this._ports.keep({ boards });
  }

  /** Uses an engine that has just connected to this Pico. @param {SerialEngine} engine @param {string} firmware */
  begin(engine, firmware) {
    this.engine = engine;
    this._dispatch({ kind: "opening", name: "board", linked: false });
    this._dispatch({ kind: "games", games: this._ports.games() });
    this._dispatch({ kind: "ready", engine: "board", firmware, keeps: true });
    this._link.begin();
  }

  /** Takes an event of the engine. @param {any} event */
  tell(event) {
    if (event.kind === "serial") this._link.take(event.bytes);
    else if (event.kind === "ready") this._link.begin();
    else if (event.kind === "lost") this._lose(event);
    else this._dispatch(event);
    if (event.kind === "clock" && this._state.outcome.sounding)
      this._dispatch({ kind: "tick", pageMs: performance.now() });
  }

  /** @param {any} event */
  _lose(event) {
    this._dispatch({ kind: "reveal" }); // People have heard the roll, so it counts in the game.
    this._dispatch(event);
    this._link.end();
    this.engine = null;
    this._ports.changed();
  }

  /** @param {import("../state.js").PageEvent} event */
  _dispatch(event) {
    const before = this._state;
    this._state = reduce(before, event);
    for (const message of heardBy(event, before, this._state)) this.device.heard(message);
    if (mattersAtTable(before, this._state)) this._ports.changed();
  }

  /** Gives the Pico its former game, and closes the Pico's port. */
  async close() {
    await this.device.leave();
    await this.engine?.close();
    this.engine = null;
  }
}

export class Boards {
  /** @param {import("./evening.js").Evening} evening @param {import("./team.js").Team} team @param {Ports} ports */
  constructor(evening, team, ports) {
    this._evening = evening;
    this._team = team;
    this._ports = ports;
    /** @type {Board[]} */
    this.list = [];
    this._timer = 0;
    this._looks = false;
    this._looked = false;
    /** Port that does not belong to a Pico in the list -> number of attempts. @type {WeakMap<SerialPort, number>} */
    this._tried = new WeakMap();
    navigator.serial?.addEventListener("connect", () => {
      this._tried = new WeakMap();
      void this._look();
    });
    this._follow();
  }

  /** Whether this browser can use real Picos. */
  get able() {
    return Boolean(navigator.serial) || isServed();
  }

  /** Whether another Pico can be added. */
  get hasRoom() {
    return this.list.length < BOARDS_MOST;
  }

  /** The Picos in the list that are not plugged in. */
  get away() {
    return this._looked ? this.list.filter(({ engine }) => !engine) : [];
  }

  /** Makes the list equal to the stored one, which another page can change. */
  _follow() {
    const rows = this._ports.kept().boards;
    this.list = rows.map(
      ({ uid }) =>
        this.list.find((board) => board.uid === uid) ?? new Board(uid, this._evening, this._team, this._ports),
    );
    this._team.boards = this.list;
  }

  /** During a game, looks for Picos that are not plugged in. After the game, releases all of them. */
  settle() {
    if (!this.list.length) return;
    if (!this._evening.model.game) this._close();
    else if (this._isIncomplete) this._timer ||= window.setTimeout(() => this._look(), this._looked ? LOOK_MS : 0);
  }

  get _isIncomplete() {
    return this.list.some(({ engine }) => !engine);
  }

  _close() {
    clearTimeout(this._timer);
    this._timer = 0;
    this._looked = false;
    for (const board of this.list) if (board.engine) void board.close();
  }

  /** Opens the free ports, and uses the ports of Picos in the list. */
  async _look() {
    if (this._looks || !this._evening.model.game) return;
    this._looks = true;
    for (const port of await freePorts().catch(() => []))
      if (this._isIncomplete && (this._tried.get(port) ?? 0) < SILENT_MOST)
        await this._meet(port, true).catch(() => {});
    this._looks = false;
    clearTimeout(this._timer);
    this._timer = this._isIncomplete ? window.setTimeout(() => this._look(), LOOK_MS) : 0;
    if (!this._looked) this._ports.changed();
    this._looked = true;
  }

  /** Lets a person choose the port of a Pico that is new or was not plugged in. */
  async add() {
    try {
      await this._meet(await askedPort(), false);
    } catch (fault) {
      this._ports.notify(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {SerialPort} port @param {boolean} quiet whether to use only Picos in the list, without asking a person */
  async _meet(port, quiet) {
    /** @type {Board | undefined} */
    let board;
    let firmware = "";
    const engine = new SerialEngine((event) => {
      if (board?.engine === engine) board.tell(event);
      else if (event.kind === "notify") this._ports.notify(event.text);
      else if (event.kind === "ready") firmware = event.firmware; // Earlier events are about an earlier game.
    });
    this._tried.set(port, (this._tried.get(port) ?? 0) + 1);
    await engine.open({ port, quiet });
    board = this.list.find(({ uid }) => uid === engine.uid);
    const wrong = board?.engine
      ? _("This board is already here.")
      : !board && !this.hasRoom
        ? _("There are three boards.")
        : "";
    if (wrong || (!board && quiet)) {
      this._tried.set(port, SILENT_MOST);
      await engine.close();
      if (!quiet) this._ports.notify(wrong);
      return;
    }
    board ??= this._entered(engine.uid);
    board.begin(engine, firmware);
    this._tried.delete(port);
    this._looked = true;
    this._ports.changed();
  }

  /** @param {string} uid */
  _entered(uid) {
    const { boards } = this._ports.kept(),
      names = boards.map(({ name }) => name);
    let n = 1;
    while (names.includes(_("Board {n}", { n }))) n++;
    const row = { uid, name: _("Board {n}", { n }), player: "", lent: { game: "", of: {}, set: {} } };
    this._ports.keep({ boards: [...boards, row] });
    this._follow();
    return /** @type {Board} */ (this.list.find((board) => board.uid === uid));
  }

  /**
   * Changes the name of a Pico or its player. @param {Board} board @param {{name?: string, player?: string}} changes
   */
  change(board, { name, player }) {
    if (name !== undefined && name.trim()) board.keep({ name: name.trim().slice(0, BOARD_NAME) });
    if (player !== undefined) board.keep({ player });
    this._ports.changed();
  }

  /** Removes a Pico from the list. The game continues without it. @param {Board} board */
  async remove(board) {
    await board.close();
    this._ports.keep({ boards: this._ports.kept().boards.filter(({ uid }) => uid !== board.uid) });
    this._follow();
    this._ports.changed();
  }
}
