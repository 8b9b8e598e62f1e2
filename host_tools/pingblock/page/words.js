// Words for what the device tells: titles, what the players do now, sentences of the log. Pure.
import { _, listed, ngettext, number } from "./language.js";
import { capital } from "./text.js";

/** @typedef {Record<string, any>} Message  a decoded line of the serial link */

/** Each action: its name, and what it does after a move of so many spaces.
 * @type {Record<string, [string, (n: number) => string]>} */
const ACTIONS = {
  shot: [
    _("Shot"),
    (n) =>
      ngettext("Move {n}; one player in sight pays the bank 1.", "Move {n}; one player in sight pays the bank 1.", n),
  ],
  hammer: [
    _("Hammer"),
    (n) =>
      ngettext(
        "Move {n}; after the move, stand a wall on your path.",
        "Move {n}; after the move, stand a wall on your path.",
        n,
      ),
  ],
  heal: [_("Heal"), (n) => ngettext("Move {n}; take 2 from the bank.", "Move {n}; take 2 from the bank.", n)],
  dance: [
    _("Dance"),
    (n) =>
      ngettext(
        "Move {n}; all others pay the bank 1, and the walls fall.",
        "Move {n}; all others pay the bank 1, and the walls fall.",
        n,
      ),
  ],
};
/** @type {Record<string, [string, string]>} */
const BLOCK = {
  power_up: [_("Power-up"), _("Roll the die and move again.")],
  laugh: [_("Villain's laugh"), _("Pay the bank 5 coins.")],
  game_over: [_("Game-over tune"), _("Pay the bank 10 coins.")],
};
/** @type {Record<string, [string, string]>} */
const JAIL = {
  free: [_("{dice}: Out of jail"), _("Roll both dice and play.")],
  stay: [_("{dice}: Stays in jail"), _("The turn ends; one more try.")],
  free_next_turn: [_("{dice}: Second try"), _("The turn ends; the next one is free.")],
};
/** @type {Record<string, string>} */
const SKULLS = {
  rolling: _("Roll on, or stop and score."),
  doubt: _("Over, unless a fourth of this first roll comes: the island."),
  out: _("Disqualified: the next player draws."),
  over: _("The next player draws."),
};
/** @type {Record<string, string>} */
const RUNS = {
  armed: _("The lever is armed: let it go."),
  ended: _("Time is up."),
  stopped: _("The run was stopped."),
};
/** @type {Record<string, string>} */
const VERDICTS = {
  good: _("Batteries good"),
  fair: _("Batteries fair"),
  replace_soon: _("Batteries replace soon"),
  stop: _("Batteries empty"),
};
/** @type {((n: number) => string)[]} */
const COLOURS = [
  (n) => _("{n} green", { n }),
  (n) => _("{n} blue", { n }),
  (n) => _("{n} red", { n }),
  (n) => _("{n} yellow", { n }),
];

/** Outcomes that hold nothing that players count for themselves: shown at once. */
export const AT_ONCE = new Set(["auction", "bid", "sold", "unsold", "roll_off", "clock"]);

/** Returns for example "1 coin" or "4 coins". @param {number} n */
export const coins = (n) => ngettext("{n} coin", "{n} coins", n);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @param {Message} m @returns {[string, string]} */
function roll(m) {
  const dice = m.dice ?? [],
    n = sum(dice),
    shown = dice.join(" + ");
  if (m.action) {
    const [name, does] = ACTIONS[m.action] ?? [m.action, () => ""];
    return [_("{dice} and {action}", { dice: shown, action: name }), does(n)];
  }
  const total = dice.length > 1 ? `${shown} = ${n}` : String(n);
  if (m.jail) return [total, _("Third in a row: to jail, without a move.")];
  return [
    total,
    m.bonus
      ? ngettext("Move {n}, then roll again.", "Move {n}, then roll again.", n)
      : ngettext("Move {n}.", "Move {n}.", n),
  ];
}

/** @param {Message} m @returns {[string, string]} */
function jailTry(m) {
  const rolled = m.dice ?? [],
    n = sum(rolled),
    dice = rolled.join(" + ");
  const [title, does] = JAIL[m.result] ?? [_("{dice}: Jail"), ""];
  if (m.action !== undefined || m.result === "free_next_turn") return [title.replace("{dice}", dice), does];
  if (m.result === "free")
    return [
      _("{dice}: out of jail", { dice }),
      ngettext("Free: move {n}; the turn ends.", "Free: move {n}; the turn ends.", n),
    ];
  if (m.result === "pay")
    return [_("{dice}: pay {sum}", { dice, sum: m.pay }), ngettext("Then move {n}.", "Then move {n}.", n)];
  return [_("{dice}: stays in jail", { dice }), m.try ? _("Try {n}.", { n: m.try }) : does];
}

/** @param {Message} m @returns {[string, string]} */
function rollOff(m) {
  if (m.first) return [_("Player {n} begins", { n: m.first }), _("So many notes said so.")];
  if (m.again) return [_("A tie"), _("Players {some} roll again.", { some: listed(m.again.map(String)) })];
  if (m.player) return [_("Player {n} has rolled", { n: m.player }), _("The next one rolls.")];
  return [_("Who begins?"), _("Each player rolls once; then the lever, or check for 1 s.")];
}

/** @param {Message} m @param {Games} games @returns {[string, string]} */
function skull(m, games) {
  const skulls = ngettext("{n} skull", "{n} skulls", m.skulls ?? 0);
  if (m.state === "island") return [_("Island: {skulls}", { skulls }), _("Each opponent loses {n}.", { n: m.penalty })];
  const helped = m.state === "doubt" && m.card === "sorceress";
  const card = games.cards[m.card];
  return [
    card ? _("{card}: {skulls}", { card: _(card.title), skulls }) : skulls,
    helped ? _("Over, unless the Sorceress helps: one skull rolls again.") : (SKULLS[m.state] ?? ""),
  ];
}

/**
 * What the project's data say of the games (data/games.json).
 * @typedef {{cards: Record<string, {title: string, say: string}>,
 *   decks: Record<string, Record<string, number>>, languages: Record<string, string>,
 *   press: Record<string, string>, tables: {name: string, players: [number, number]}[],
 *   pingMs: number, lastsMs: Record<string, number>,
 *   cells: import("./parts/cells.js").CellData | null}} Games
 */

/**
 * Returns the title of an outcome, and what the players do now.
 * @param {Message} m an outcome, a replay or a count of skulls
 * @param {Games} games
 * @returns {[string, string]}
 */
export function told(m, games) {
  switch (m.outcome) {
    case "coins":
      return [coins(m.coins), ngettext("Take {n} coin from the bank.", "Take {n} coins from the bank.", m.coins)];
    case "roll":
      return roll(m);
    case "jail_try":
      return jailTry(m);
    case "roll_off":
      return rollOff(m);
    case "auction":
      return [_("Auction"), _("Press to bid; pull the lever to end it.")];
    case "bid":
      return [_("Bid {n}", { n: m.bid }), _("Who bids more presses.")];
    case "sold":
      return [_("Sold"), _("The last one who bid pays the bank.")];
    case "unsold":
      return [_("Not sold"), _("Nobody has bid: the bank keeps it.")];
    case "clock":
      return m.left_min
        ? [_("{n} min left", { n: m.left_min }), _("Play on.")]
        : [_("Time is up"), _("Count what you own.")];
    case "storm":
      return m.space
        ? [_("Storm: space {n}", { n: m.space }), _("Counted from the start, which is 1. Put a storm card there.")]
        : [_("Storm"), _("Turn over the top storm card, if there is one.")];
    case "card":
      return games.cards[m.card] ? [_(games.cards[m.card].title), _(games.cards[m.card].say)] : [m.card, ""];
    case "skull":
      return skull(m, games);
    default:
      return BLOCK[m.outcome] ?? [String(m.outcome).replaceAll("_", " "), ""];
  }
}

/** Returns an outcome as one sentence. @param {Message} m @param {Games} games */
export function toldWhole(m, games) {
  const [title, does] = told(m, games);
  return `${title}${title.endsWith("?") ? "" : "."} ${does}`.trim();
}

/** Returns the result of a battery check, such as "Batteries good". @param {Message} m */
export function cellsFound(m) {
  if (m.fault === "battery_on_usb") return _("Batteries not tested: USB powers the block");
  const batteries = VERDICTS[m.verdict] ?? _("Batteries: {verdict}", { verdict: m.verdict });
  return m.demo_cell ? _("{batteries}, but like a demo battery", { batteries }) : batteries;
}

/** Returns the figures of a battery check, or "". @param {Message} m */
export function cellsMeasured(m) {
  if (m.fault || m.open_mv === undefined) return "";
  const open = number(m.open_mv / 1000, 2);
  if (!m.milliohm) return _("{open} V open", { open });
  return _("{open} V open, {loaded} V loaded, {ohm} ohm", {
    open,
    loaded: number(m.loaded_mv / 1000, 2),
    ohm: number(m.milliohm / 1000, 1),
  });
}

/** Returns a battery check as a sentence. @param {Message} m */
export function cellsTold(m) {
  const [found, measured] = [cellsFound(m), cellsMeasured(m)];
  return measured ? _("{found}: {measured}.", { found, measured }) : `${found}.`;
}

/** @param {Message} m */
const player = (m) => m.name || (m.player ? _("player {n}", { n: m.player }) : _("somebody"));

/** @param {Message} m */
function run(m) {
  if (m.state === "started")
    return m.length_ms ? _("The worms bob for {n} s.", { n: m.length_ms / 1000 }) : _("The worms bob: a surprise.");
  if (m.state === "won") return _("Won: {player}.", { player: player(m) });
  return RUNS[m.state] ?? _("The worms: {state}.", { state: m.state });
}

/** @param {Message} m */
function hand(m) {
  const cards = COLOURS.flatMap((said, i) => (m.cards?.[i] ? [said(m.cards[i])] : [])).join(", ");
  return _("{player} needs {cards}.", { player: capital(player(m)), cards });
}

/**
 * Returns what an event of the device means, one line; "" for what needs no words.
 * @param {Message} m
 * @param {Games} games
 */
export function sentence(m, games) {
  switch (m.event) {
    case "hello":
      return _("Hello: Pingblock {version}, {board}.", { version: m.version, board: m.board });
    case "press":
      return m.button === "check" ? _("It took the check button.") : _("It took the press.");
    case "outcome":
      return toldWhole(m, games);
    case "replay":
      return _("Again: {outcome}.", { outcome: told(m, games)[0] });
    case "battery":
      return cellsTold(m);
    case "fault":
      return _("Fault: {what}", { what: m.say ?? m.code });
    case "run":
      return run(m);
    case "turn":
      return _("It is the turn of {player}.", { player: player(m) });
    case "score":
      return _("{player} has {n} of {all}.", { player: capital(player(m)), n: m.count, all: m.of });
    case "hand":
      return hand(m);
    case "lever_free":
      return _("The lever is free again.");
    case "game":
      return _("The game is {name} now.", { name: m.name });
    case "skulls":
      return m.act === "undo"
        ? _("Taken back: {what}.", { what: skull(m, games)[0] })
        : m.act === "finish"
          ? _("Across the finish line!")
          : _("Turn over. The next player draws.");
    default:
      return m.event ? `${capital(String(m.event).replaceAll("_", " "))}.` : "";
  }
}

/** Names and first words of each press game. */
export const GAMES = {
  block: {
    name: _("Question Block"),
    start: _("Press the block"),
    also: _("or pull the lever, and let it go"),
    about: _("Coins, a power-up, a laugh or game over. Hold the press and it says it again."),
  },
  dice: {
    name: _("Dice"),
    start: _("Roll the dice"),
    also: _("press the block"),
    about: _("One die or two; low beeps for the first, high ones for the second. The lever opens an auction."),
  },
  storm_dice: {
    name: _("Storm dice"),
    start: _("Roll the dice"),
    also: _("press the block"),
    about: _("A number and an action. Hold the press for a try to leave jail, hold check for the storm."),
  },
  fortune: {
    name: _("Fortune cards"),
    start: _("Draw a card"),
    also: _("press the block"),
    about: _("Each card has a sound of its own. Check says it again, or takes a skull back."),
  },
};
/** Returns what a game is called that has no words here. @param {string} game */
export const plainName = (game) => capital(game.replaceAll("_", " "));
/** Rules of a game that the Table tab can choose: setting, then value and words. */
export const RULES = {
  block: [
    "profile",
    [
      ["manual", _("Die table of the rulebook")],
      ["junior", _("Junior: 1 to 3 coins")],
    ],
  ],
  dice: [
    "dice_rules",
    [
      ["one", _("One die")],
      ["two", _("Two dice")],
      ["celebration", _("Celebration")],
      ["hideout", _("Hideout")],
      ["wasteland", _("Wasteland")],
      ["wasteland_speed", _("Wasteland, speed")],
    ],
  ],
  fortune: [
    "fortune_press",
    [
      ["card", _("A press draws a card")],
      ["turn", _("Draw, then count skulls")],
      ["skull", _("A press counts a skull")],
    ],
  ],
};
