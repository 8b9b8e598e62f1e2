// Finds words for the device's messages: titles, the players' next task, sentences for the log. Pure.
import { _, listed, ngettext, number } from "./language.js";
import { capital } from "./text.js";

/** @typedef {Record<string, any>} Message  a message of the serial link */

/** @type {Record<string, string>} */
const RUNS = {
  armed: _("The lever is pulled: let it go."),
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

/** Returns for example "1 coin" or "4 coins". @param {number} n */
export const coins = (n) => ngettext("{n} coin", "{n} coins", n);

/** A text, or its forms for one and for several. @typedef {string | [string, string]} Text */
/**
 * The words of a game from its `words.toml`. If several rows of an outcome fit an event, the row with the most
 * conditions gives the title. The same holds for the text for the players. `pingblock/games/words.py` reads the rows in
 * the same way.
 * @typedef {{when?: Record<string, any>, title?: Text, say?: Text, badge?: string}} Row
 * @typedef {{game: {name: string, start: string, also: string, about: string},
 *   choices?: {setting: string, words: Record<string, string>}, number?: Record<string, string>,
 *   names?: Record<string, Record<string, string>>, at_once?: string[], outcome: Record<string, Row[]>}} GameWords
 */
/**
 * Data about the games (data/games.json).
 * @typedef {{decks: Record<string, Record<string, number>>, languages: Record<string, string>,
 *   press: Record<string, string>, words: Record<string, GameWords>, tables: {name: string, players: [number,
 * number]}[],
 *   outcomes: [string, number][], manual: number[], pingMs: number, lastsMs: Record<string, number>,
 *   cells: import("./parts/cells.js").CellData | null}} Games
 */

/** @param {Row} row */
const conditions = ({ when = {} }) => Object.keys(when).length;

/**
 * Returns whether an event has the fields in `when`. There, true means any value except 0 and "".
 * @param {Row} row @param {Message} m
 */
const fits = ({ when = {} }, m) =>
  Object.entries(when).every(([field, value]) => (value === true ? Boolean(m[field]) : m[field] === value));

/**
 * Returns the values for the placeholders of a text: the event's fields in words, and `n`.
 * @param {Message} m @param {Games} games
 */
function valuesOf(m, games) {
  /** @type {import("./language.js").Values} */
  const values = { n: 0, ...m };
  const { dice, again } = m;
  for (const { number: counted = {}, names = {} } of Object.values(games.words)) {
    const count = m[counted[m.outcome]];
    if (count) values.n = Array.isArray(count) ? count.reduce((a, b) => a + b, 0) : count;
    for (const [field, words] of Object.entries(names)) if (m[field] in words) values[field] = _(words[m[field]]);
  }
  if (again) values.again = listed(again.map(String));
  if (dice) {
    values.dice = dice.join(" + ");
    values.total = dice.length > 1 ? `${values.dice} = ${values.n}` : String(values.n);
  }
  return values;
}

/**
 * Returns the title of an outcome, and the players' next task.
 * @param {Message} m an outcome, a replay or a count of skulls
 * @param {Games} games
 * @returns {[string, string]}
 */
export function told(m, games) {
  const rows = Object.values(games.words)
    .flatMap(({ outcome }) => outcome[m.outcome] ?? [])
    .filter((row) => fits(row, m))
    .sort((a, b) => conditions(b) - conditions(a));
  if (!rows.length) return [String(m.outcome).replaceAll("_", " "), ""];
  const values = valuesOf(m, games);
  const said = (/** @type {Text} */ text) =>
    typeof text === "string" ? _(text, values) : ngettext(text[0], text[1], Number(values.n), values);
  return [said(rows.find(({ title }) => title)?.title ?? ""), said(rows.find(({ say }) => say)?.say ?? "")];
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
  return m.demo_cell ? _("{batteries}, but they look like demo batteries", { batteries }) : batteries;
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
  if (m.state === "won") return _("{player} has won.", { player: player(m) });
  return RUNS[m.state] ?? _("The worms: {state}.", { state: m.state });
}

/** @param {Message} m */
function hand(m) {
  const cards = COLOURS.flatMap((said, i) => (m.cards?.[i] ? [said(m.cards[i])] : [])).join(", ");
  return _("{player} needs {cards}.", { player: capital(player(m)), cards });
}

/**
 * Returns a line about what a device's event means, or "" if it needs no words.
 * @param {Message} m
 * @param {Games} games
 */
export function sentence(m, games) {
  switch (m.event) {
    case "hello":
      return _("Hello: Pingblock {version}, {board}.", { version: m.version, board: m.board });
    case "press":
      return m.button === "check" ? _("The check button was pressed.") : _("The button was pressed.");
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
        ? _("Taken back: {what}.", { what: told({ ...m, outcome: "skull" }, games)[0] })
        : m.act === "finish"
          ? _("Across the finish line!")
          : _("Turn over. The next player draws.");
    default:
      return m.event ? `${capital(String(m.event).replaceAll("_", " "))}.` : "";
  }
}

/**
 * Returns the words of a game. A game without words has only a name.
 * @param {string} game @param {Games} games
 */
export const gameWords = (game, games) =>
  games.words[game]?.game ?? {
    name: plainName(game),
    start: plainName(game),
    also: "",
    about: games.press[game] ?? "",
  };

/** Returns the name to show for a game that has no words. @param {string} game */
export const plainName = (game) => capital(game.replaceAll("_", " "));
