// The devices in a game: the page's block, and real Picos for all players or for one. Decides which of them rolls and
// which announces events.
import { _ } from "../language.js";
import { pulls } from "./device.js";
import { isGuest } from "./table.js";

/** @typedef {import("../words.js").Message} Message */
/** @typedef {import("./device.js").DeviceAtTable} DeviceAtTable */
/**
 * @typedef {object} Member a real Pico in the game
 * @property {string} uid  number of the Pico's chip
 * @property {string} name
 * @property {string} player  player whose seat the Pico is for, or "" for all players
 * @property {DeviceAtTable} device
 */

const LATE_MS = 300; // A roll without a sound takes less time.

export class Team {
  /**
   * @param {import("./evening.js").Evening} evening
   * @param {(rolled: (message: Message) => void) => DeviceAtTable} block  makes the page's block
   * @param {() => {real: boolean}} facts  facts about the page's block
   */
  constructor(evening, block, facts) {
    this._evening = evening;
    this._facts = facts;
    /** @type {Member[]} */
    this.boards = [];
    this.block = block((message) => this.take(this.block, message));
  }

  /**
   * Returns the seat that a Pico is for, or null if it is for all players. @param {Member} member @returns {number |
   * null}
   */
  seatOf({ player }) {
    const seat = player ? this._evening.model.players.indexOf(player) : -1;
    return seat < 0 ? null : seat; // This player is not in the game.
  }

  /** Returns the devices that answer: the Picos of a seat, or those for all players. @param {number | null} seat */
  _of(seat) {
    const boards = this.boards.filter((each) => this.seatOf(each) === seat).map(({ device }) => device);
    const some = boards.filter(({ seated, ready }) => seated && ready);
    const isBlock = seat === null && this.block.seated && this.block.ready && (!some.length || this._facts().real);
    return isBlock ? [this.block, ...some] : some;
  }

  /** The seat for which a roll would count now, or null. */
  get _roller() {
    const { rolls, turn } = this._evening.model.shown;
    return rolls ?? turn ?? null;
  }

  /** The devices whose roll would count now. */
  get rolling() {
    const own = this._roller === null ? [] : this._of(this._roller);
    return own.length ? own : this._of(null);
  }

  /** Whether the page's block rolls or announces here. If a Pico for all players does so, the block is hidden. */
  get showsBlock() {
    return this.block.seated && (!this.block.ready || this._of(null).includes(this.block));
  }

  /** Whether a device plays the sound of its roll. The game gets the roll after the sound, or by `reveal`. */
  get sounds() {
    return this.rolling.some(({ holds }) => holds);
  }

  /** Shows the roll in the game at once. */
  reveal() {
    for (const device of this.rolling) if (device.holds) device.reveal();
  }

  /**
   * Asks a device to roll. Returns whether one does. Otherwise, the page must roll.
   * @param {Message} request
   */
  does(request) {
    if (isGuest() && (request.draw || pulls(request, this._evening.model.shown))) return this._askHost(request);
    return this.rolling.some((device) => device.does(request));
  }

  /**
   * Asks the host's page to roll, because the block is at its table. If no page can, the server makes the step.
   * @param {Message} request
   */
  _askHost(request) {
    const evening = this._evening,
      { steps } = evening.model.shown;
    const look = request.draw
      ? _("Look at the host’s table: it rolls or draws for you.")
      : _("Look at the host’s table: its lever starts the worms.");
    const late = setTimeout(() => evening.say(look), LATE_MS);
    void evening.ask({ press: true, ...request }).then(({ rolls_there: rolls }) => {
      clearTimeout(late);
      if (rolls && evening.model.shown.steps === steps) void evening.ask(request);
    });
    return true;
  }

  /** Informs the server whether a device here rolls for phones. */
  offer() {
    if (!isGuest()) this._evening.offer(!this._evening.model.seeded && this.rolling.length > 0);
  }

  /**
   * Takes a roll. A Pico for another seat does not roll for this one.
   * @param {DeviceAtTable} device @param {Message} message
   */
  take(device, message) {
    const { players } = this._evening.model,
      member = this.boards.find((each) => each.device === device),
      own = member ? this.seatOf(member) : null;
    if (own === null ? this._mayRollForAll(device) : own === this._roller)
      return void this._evening.ask({ heard: labelled(message, member) });
    const player = players[this._roller ?? -1];
    if (member && player)
      this._evening.say(_("It is {player}’s turn, so {board} does not roll.", { player, board: member.name }));
  }

  /**
   * Returns whether a device for all players rolls now. It rolls for a seat whose own Pico does not answer, even if
   * that Pico has just gone, because people have heard its roll.
   * @param {DeviceAtTable} device
   */
  _mayRollForAll(device) {
    const own = this._roller === null ? [] : this._of(this._roller),
      some = this._of(null);
    return !own.length && (!some.length || some.includes(device) || !device.ready);
  }

  /**
   * Sends the referee's requests. An announcement goes to the devices of the players whom it concerns.
   * @param {Message[]} requests
   */
  call(requests) {
    if (requests.some(({ do: what }) => what === "roll")) this._forPhone();
    requests = requests.filter(({ do: what }) => what !== "roll");
    for (const each of this.boards) each.device.call(requests.filter(isFor(this.seatOf(each))).map(forDevice));
    const calls = this._of(null).includes(this.block);
    this.block.call(requests.filter(({ do: what }) => calls || what !== "call").map(forDevice));
  }

  /** Rolls for a phone whose player must roll, or starts the worms. */
  _forPhone() {
    if (this._evening.model.shown.due) this.draw();
    else this.does({ do: "run" });
  }

  /** Draws the outcome of chance that is due: a device rolls it, otherwise the referee draws it. */
  draw() {
    if (!this.does({ draw: true })) void this._evening.ask({ draw: true });
  }

  /**
   * Returns the kinds of events that devices announce, so that the page plays no sound for them.
   * @param {import("./table.js").TableEvent[]} events @returns {string[]}
   */
  calls(events) {
    const kinds = this._evening.model.shown.device?.calls ?? [];
    if (this._of(null).length) return kinds;
    return kinds.filter((kind) =>
      events.filter((event) => event.kind === kind).every(({ seat }) => seat !== null && this._of(seat).length),
    );
  }

  /** Uses each device that should play here. */
  settle() {
    for (const device of this._all) device.settle();
  }

  /** Notes which devices have gone. */
  look() {
    for (const device of this._all) device.look();
  }

  /** Gives the devices their former games and settings. */
  leave() {
    return Promise.all(this._all.map((device) => device.leave()));
  }

  get _all() {
    return [this.block, ...this.boards.map(({ device }) => device)];
  }
}

/**
 * Returns a function that selects the requests for a device. @param {number | null} own its seat, or null for all
 * players
 */
const isFor =
  (own) =>
  (/** @type {Message} */ { do: what, player, seats }) =>
    own === null || what !== "call" || (player ? player === own + 1 : !seats || seats.includes(own));

/** Returns a request in the form for a device. @param {Message} request */
function forDevice(request) {
  const { seats: _seats, ...rest } = request;
  return rest;
}

/**
 * Returns a message whose draw number differs from the draw numbers of other devices.
 * @param {Message} message @param {Member} [member]
 */
const labelled = (message, member) => (member ? { ...message, draw: `${member.uid} ${message.draw}` } : message);
