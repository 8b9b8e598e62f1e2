// Words for what the device tells: titles, what the players do now, sentences of the log. Pure.
/** @typedef {Record<string, any>} Message  a decoded line of the serial link */

/** @type {Record<string, [string, string]>} */
const ACTIONS = {
  shot: ["Shot", "one player in sight pays the bank 1"],
  hammer: ["Hammer", "after the move, stand a wall on your path"],
  heal: ["Heal", "take 2 from the bank"],
  dance: ["Dance", "all others pay the bank 1, and the walls fall"],
};
/** @type {Record<string, [string, string]>} */
const BLOCK = {
  power_up: ["Power-up", "Roll the die and move again."],
  laugh: ["Villain's laugh", "Pay the bank 5 coins."],
  game_over: ["Game-over tune", "Pay the bank 10 coins."],
};
/** @type {Record<string, [string, string]>} */
const JAIL = {
  free: ["Out of jail", "Roll both dice and play."],
  stay: ["Stays in jail", "The turn ends; one more try."],
  free_next_turn: ["Second try", "The turn ends; the next one is free."],
};
/** @type {Record<string, string>} */
const SKULLS = {
  rolling: "Roll on, or stop and score.",
  doubt: "Over, unless a fourth of this first roll comes: the island.",
  out: "Disqualified: the next player draws.",
  over: "The next player draws.",
};
/** @type {Record<string, string>} */
const RUNS = {
  armed: "The lever is armed: let it go.",
  ended: "Time is up.",
  stopped: "The run was stopped.",
};
/** @type {Record<string, string>} */
const VERDICTS = { good: "good", fair: "fair", replace_soon: "replace soon", stop: "empty" };

/** Outcomes that hold nothing that players count for themselves: shown at once. */
export const AT_ONCE = new Set(["auction", "bid", "sold", "unsold", "roll_off", "clock"]);

/** Returns for example "1 coin" or "4 coins". @param {number} n @param {string} thing */
export const counted = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @param {Message} m @returns {[string, string]} */
function roll(m) {
  const dice = m.dice ?? [];
  if (m.action) {
    const [name, does] = ACTIONS[m.action] ?? [m.action, ""];
    return [`${dice.join(" + ")} and ${name}`, `Move ${sum(dice)}; ${does}.`];
  }
  const total = dice.length > 1 ? `${dice.join(" + ")} = ${sum(dice)}` : `${sum(dice)}`;
  if (m.jail) return [total, "Third in a row: to jail, without a move."];
  return [total, `Move ${sum(dice)}${m.bonus ? ", then roll again" : ""}.`];
}

/** @param {Message} m @returns {[string, string]} */
function jailTry(m) {
  const dice = m.dice ?? [];
  const [title, does] = JAIL[m.result] ?? ["Jail", ""];
  if (m.action !== undefined || m.result === "free_next_turn") return [`${dice.join(" + ")}: ${title}`, does];
  if (m.result === "free") return [`${dice.join(" + ")}: out of jail`, `Free: move ${sum(dice)}; the turn ends.`];
  if (m.result === "pay") return [`${dice.join(" + ")}: pay ${m.pay}`, `Then move ${sum(dice)}.`];
  return [`${dice.join(" + ")}: stays in jail`, m.try ? `Try ${m.try}.` : does];
}

/** @param {Message} m @returns {[string, string]} */
function rollOff(m) {
  if (m.first) return [`Player ${m.first} begins`, "So many notes said so."];
  if (m.again) return ["A tie", `Players ${m.again.join(", ")} roll again.`];
  if (m.player) return [`Player ${m.player} has rolled`, "The next one rolls."];
  return ["Who begins?", "Each player rolls once; then the lever, or check for 1 s."];
}

/** @param {Message} m @param {Games} games @returns {[string, string]} */
function skull(m, games) {
  const title = counted(m.skulls ?? 0, "skull");
  if (m.state === "island") return [`Island: ${title}`, `Each opponent loses ${m.penalty}.`];
  const helped = m.state === "doubt" && m.card === "sorceress";
  const card = games.cards[m.card];
  return [
    card ? `${card.title}: ${title}` : title,
    helped ? "Over, unless the Sorceress helps: one skull rolls again." : SKULLS[m.state] ?? "",
  ];
}

/**
 * What the project's data say of the games (data/games.json).
 * @typedef {{cards: Record<string, {title: string, say: string}>,
 *   decks: Record<string, Record<string, number>>, languages: Record<string, string>,
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
    case "coins": return [counted(m.coins, "coin"), `Take ${counted(m.coins, "coin")} from the bank.`];
    case "roll": return roll(m);
    case "jail_try": return jailTry(m);
    case "roll_off": return rollOff(m);
    case "auction": return ["Auction", "Press to bid; pull the lever to end it."];
    case "bid": return [`Bid ${m.bid}`, "Who bids more presses."];
    case "sold": return ["Sold", "The last one who bid pays the bank."];
    case "unsold": return ["Not sold", "Nobody has bid: the bank keeps it."];
    case "clock": return m.left_min ? [`${m.left_min} min left`, "Play on."] : ["Time is up", "Count what you own."];
    case "storm": return m.space
      ? [`Storm: space ${m.space}`, "Counted from the start, which is 1. Put a storm card there."]
      : ["Storm", "Turn over the top storm card, if there is one."];
    case "card": return games.cards[m.card] ? [games.cards[m.card].title, games.cards[m.card].say] : [m.card, ""];
    case "skull": return skull(m, games);
    default: return BLOCK[m.outcome] ?? [String(m.outcome).replaceAll("_", " "), ""];
  }
}

/** Returns an outcome as one sentence. @param {Message} m @param {Games} games */
export function toldWhole(m, games) {
  const [title, does] = told(m, games);
  return `${title}${title.endsWith("?") ? "" : "."} ${does}`.trim();
}

/** Returns the result of a battery check, such as "Batteries good". @param {Message} m */
export function cellsFound(m) {
  if (m.fault === "battery_on_usb") return "Batteries not tested: USB powers the block";
  const word = VERDICTS[m.verdict] ?? m.verdict;
  return `Batteries ${word}${m.demo_cell ? ", but like a demo battery" : ""}`;
}

/** Returns the figures of a battery check, or "". @param {Message} m */
export function cellsMeasured(m) {
  if (m.fault || m.open_mv === undefined) return "";
  const volts = (/** @type {number} */ mv) => `${(mv / 1000).toFixed(2)} V`;
  if (!m.milliohm) return `${volts(m.open_mv)} open`;
  return `${volts(m.open_mv)} open, ${volts(m.loaded_mv)} loaded, ${(m.milliohm / 1000).toFixed(1)} ohm`;
}

/** @param {Message} m */
const player = (m) => m.name || (m.player ? `player ${m.player}` : "somebody");
/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {Message} m */
function run(m) {
  if (m.state === "started") return m.length_ms ? `The worms bob for ${m.length_ms / 1000} s.` : "The worms bob: a surprise.";
  if (m.state === "won") return `Won: ${player(m)}.`;
  return RUNS[m.state] ?? `The worms: ${m.state}.`;
}

/** @param {Message} m */
function hand(m) {
  const needed = ["green", "blue", "red", "yellow"].flatMap((c, i) => (m.cards?.[i] ? [`${m.cards[i]} ${c}`] : []));
  return `${capital(player(m))} needs ${needed.join(", ")}.`;
}

/**
 * Returns what an event of the device means, one line; "" for what needs no words.
 * @param {Message} m
 * @param {Games} games
 */
export function sentence(m, games) {
  switch (m.event) {
    case "hello": return `Hello: Pingblock ${m.version}, ${m.board}.`;
    case "press": return m.button === "check" ? "It took the check button." : "It took the press.";
    case "outcome": return toldWhole(m, games);
    case "replay": return `Again: ${told(m, games)[0]}.`;
    case "battery": return [cellsFound(m), cellsMeasured(m)].filter(Boolean).join(": ") + ".";
    case "fault": return `Fault: ${m.say ?? m.code}`;
    case "run": return run(m);
    case "turn": return `It is the turn of ${player(m)}.`;
    case "score": return `${capital(player(m))} has ${m.count} of ${m.of}.`;
    case "hand": return hand(m);
    case "lever_free": return "The lever is free again.";
    case "game": return `The game is ${m.name} now.`;
    case "skulls": return m.act === "undo" ? `Taken back: ${skull(m, games)[0]}.`
      : m.act === "finish" ? "Across the finish line!" : "Turn over. The next player draws.";
    default: return m.event ? `${capital(String(m.event).replaceAll("_", " "))}.` : "";
  }
}

/** Names and first words of each press game. */
export const GAMES = {
  block: { name: "Question Block", start: "Press the block", also: "or pull the lever, and let it go",
    about: "Coins, a power-up, a laugh or game over. Hold the press and it says it again." },
  dice: { name: "Dice", start: "Roll the dice", also: "press the block",
    about: "One die or two; low beeps for the first, high ones for the second. The lever opens an auction." },
  storm_dice: { name: "Storm dice", start: "Roll the dice", also: "press the block",
    about: "A number and an action. Hold the press for a try to leave jail, hold check for the storm." },
  fortune: { name: "Fortune cards", start: "Draw a card", also: "press the block",
    about: "Each card has a sound of its own. Check says it again, or takes a skull back." },
};
/** Rules of a game that the Table tab can choose: setting, then value and words. */
export const RULES = {
  block: ["profile", [["manual", "Die table of the rulebook"], ["junior", "Junior: 1 to 3 coins"]]],
  dice: ["dice_rules", [["one", "One die"], ["two", "Two dice"], ["celebration", "Celebration"],
    ["hideout", "Hideout"], ["wasteland", "Wasteland"], ["wasteland_speed", "Wasteland, speed"]]],
  fortune: ["fortune_press", [["card", "A press draws a card"], ["turn", "Draw, then count skulls"],
    ["skull", "A press counts a skull"]]],
};
