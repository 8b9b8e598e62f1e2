// Computes the next state of the page from the device's messages: events, answers and refusals. Pure, like state.js.
import { _ } from "./language.js";
import { cellsFound, sentence, toldWhole } from "./words.js";

/**
 * @typedef {import("./words.js").Message} Message
 * @typedef {import("./words.js").Games} Games
 * @typedef {import("./state.js").State} State
 */

const LOG_LINES = 200;
// A device reports an outcome before its sound begins. The page shows the outcome at least this much later.
export const NOTICE_MS = 300;
const HOLD_MS = 1000; // A roll can have two sounds. After a press, the page waits at most this long for the second one.
const UNKNOWN_MS = 1500;

/** Logs a text. @param {State} state @param {string} who @param {string} text @returns {State} */
export function noted(state, who, text) {
  if (!text) return state;
  const number = (state.log.at(-1)?.number ?? 0) + 1;
  return { ...state, log: [...state.log.slice(1 - LOG_LINES), { atMs: state.nowMs, who, text, number }] };
}

/** @param {State} state @param {string} text @returns {State} */
const saying = (state, text) => ({ ...state, say: { text, number: state.say.number + 1 } });

/** Logs a text and announces it. @param {State} state @param {string} who @param {string} text @returns {State} */
export const announced = (state, who, text) => saying(noted(state, who, text), text);

/**
 * Logs a text, announces it, and shows it as a toast.
 * @param {State} state @param {string} who @param {string} text @returns {State}
 */
export function shown(state, who, text) {
  const next = announced(state, who, text);
  return { ...next, toast: { text, number: next.say.number } };
}

/**
 * Returns whether an outcome belongs to the block, which players can use together with a die.
 * @param {Message} m @param {Games} games
 */
const isOfBlock = (m, games) => games.outcomes.some(([kind]) => kind === m.outcome);

/**
 * Returns the keys in the histogram under which an outcome is counted.
 * @param {Message} m @param {Games} games @returns {string[]}
 */
function countedAs(m, games) {
  if (isOfBlock(m, games)) return [`${m.outcome}${m.coins || ""}`];
  switch (m.outcome) {
    case "roll":
      return [...(m.dice ?? []).map((/** @type {number} */ face) => `face${face}`), ...(m.action ? [m.action] : [])];
    case "card":
      return [m.card];
    default:
      return [];
  }
}

/** @param {State} state @param {Message} m */
function withCounts(state, m) {
  const of = isOfBlock(m, state.games) ? "block" : state.device.game;
  const counts = { ...(state.counts[of] ?? {}) };
  for (const key of countedAs(m, state.games)) counts[key] = (counts[key] ?? 0) + 1;
  return { ...state, counts: { ...state.counts, [of]: counts } };
}

/** @param {State} state @returns {State} */
export function reveal(state) {
  const { held } = state.outcome;
  if (!held) return state;
  const text = toldWhole(held, state.games);
  const shown = { ...state, outcome: { ...state.outcome, held: null, shown: held } };
  return announced(withCounts(shown, held), "block", text);
}

/** Ends an outcome, because its sound has ended. @param {State} state @returns {State} */
export function over(state) {
  const next = reveal(state);
  return { ...next, outcome: { ...next.outcome, sounding: null } };
}

/**
 * Returns how long the sound of an outcome takes. The result is needed if the page cannot hear the sound, as with a
 * real Pico.
 * @param {Message} m @param {Games} games
 */
export function lastsMs(m, { lastsMs: tunes, pingMs }) {
  if (m.coins) return m.coins * pingMs + NOTICE_MS;
  if (m.dice) {
    const beeps = m.dice.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, m.dice.length);
    const judged = [m.action, m.bonus && "bonus", m.jail && "jail", m.result];
    const after = (m.result === "free_next_turn" ? ["stay", "free"] : judged).map((name) => tunes[name] ?? 0);
    return Math.max(beeps * pingMs, HOLD_MS) + NOTICE_MS + after.reduce((a, b) => a + b);
  }
  if (m.space) return tunes.wind + (Math.floor(m.space / 10) + (m.space % 10) + 2) * pingMs;
  return tunes[m.card ?? m.outcome] ?? UNKNOWN_MS;
}

/**
 * Returns whether an outcome has no part that players must count themselves. @param {Message} m @param {Games} games
 */
const isAtOnce = (m, games) => Object.values(games.words).some(({ at_once }) => at_once?.includes(m.outcome));

/** @param {State} state @param {Message} m @param {number} pageMs @returns {State} */
function outcome(state, m, pageMs) {
  const begun = { ...state, outcome: { held: m, heldAtPageMs: pageMs, shown: null, sounding: m } };
  return isAtOnce(m, state.games) || state.tellAtOnce ? reveal(begun) : begun;
}

/** @param {State} state @param {Message} m @param {number} pageMs @returns {State} */
function replay(state, m, pageMs) {
  const told_ = reveal(state);
  const shown = { ...told_.outcome, shown: m, sounding: m, heldAtPageMs: pageMs };
  return announced({ ...told_, outcome: shown }, "block", sentence(m, state.games));
}

/** @param {State} state @param {Message} m @param {number} pageMs @returns {State} */
function run(state, m, pageMs) {
  const text = sentence(m, state.games);
  const run = {
    on: m.state === "started",
    armed: m.state === "armed",
    atPageMs: pageMs,
    lengthMs: m.length_ms ?? 0,
    said: text,
  };
  // It replaces an earlier outcome, whose sound can end while the new one sounds.
  const isEnd = !run.on && !run.armed;
  const outcome = isEnd ? state.outcome.shown : null;
  const next = { ...state, run, outcome: { ...state.outcome, shown: outcome } };
  return isEnd ? shown(next, "block", text) : announced(next, "block", text);
}

/** @param {State} state @param {Message} m @param {number} pageMs @returns {State} */
function deviceEvent(state, m, pageMs) {
  const text = sentence(m, state.games);
  switch (m.event) {
    case "outcome":
      return outcome(state, m, pageMs);
    case "replay":
      return replay(state, m, pageMs);
    case "press": {
      if (m.button === "check") return noted(state, "block", text);
      const next = { ...reveal(state), sound: { ...state.sound, onsets: [] } };
      const cleared = { ...next.outcome, shown: null, sounding: null };
      return noted({ ...next, outcome: cleared }, "block", text);
    }
    case "skulls": {
      const shown = { ...m, outcome: "skulls" };
      return announced({ ...state, outcome: { ...state.outcome, shown, held: null } }, "block", text);
    }
    case "run":
      return run(state, m, pageMs);
    case "battery": {
      const next = noted({ ...state, device: { ...state.device, battery: m } }, "block", text);
      const found = `${cellsFound(m)}.`;
      return { ...saying(next, found), toast: { text: found, number: next.say.number + 1 } };
    }
    case "fault":
    case "turn":
    case "score":
      return shown(state, "block", text);
    case "hello":
      state = {
        ...state,
        run: { ...state.run, on: false, armed: false },
        device: { ...state.device, game: m.game ?? state.device.game },
      };
      return noted(state, "block", text);
    default:
      return noted(state, "block", text);
  }
}

/** Settings that an answer can have outside of its `settings`. */
const SAID_ALONE = new Set(["profile", "volume", "cap"]);

/** @param {State} state @param {Message} ok @returns {State} */
function answer(state, ok) {
  const told = ok.settings ?? {}; // These settings replace those of earlier answers.
  const said = Object.entries(ok).filter(([name]) => SAID_ALONE.has(name));
  const settings = { ...state.device.settings, ...Object.fromEntries(said), ...told };
  const game = ok.game ?? told.game ?? state.device.game;
  const device = {
    ...state.device,
    settings,
    game,
    known: state.device.known || "settings" in ok,
    volume: settings.volume ?? state.device.volume,
    cap: settings.cap ?? state.device.cap,
    muted: Boolean(settings.mute_lock || settings.button_mute),
    chime: told.chime ?? state.device.chime,
    cells: told.cells ?? state.device.cells,
    weights: ok.weights ?? state.device.weights,
    rules:
      { dice: settings.dice_rules, fortune: settings.fortune_press }[/** @type {string} */ (game)] ??
      settings.profile ??
      "",
    battery: ok.battery ?? state.device.battery,
  };
  const changed = game !== state.device.game;
  const outcome = changed ? { ...state.outcome, held: null, shown: null, sounding: null } : state.outcome;
  return { ...state, device, outcome };
}

/** @param {State} state @param {Message} message @param {number} pageMs @returns {State} */
export function message(state, message, pageMs) {
  if ("event" in message) return deviceEvent(state, message, pageMs);
  if (message.error) {
    return shown(state, "block", _("Refused: {why}", { why: message.error.say }));
  }
  return message.ok ? answer(state, message.ok) : state;
}

/** Returns whether the device answers requests of this page. @param {State} state */
export const isReady = ({ engine, device, supply, control }) =>
  engine.status === "ready" && device.known && supply.plugged && control.mine;

/** Returns the facts about a device that a game needs. @param {State} state */
export const factsOf = (state) => ({
  game: state.device.game,
  settings: state.device.settings,
  ready: isReady(state),
  real: state.engine.name === "board",
  sounds: state.sound.on || state.outcome.sounding !== null,
  held: state.outcome.held,
  runs: state.run.on,
});

/**
 * Returns the messages for a game after a change of the state: a roll after its sound, a wiggle at once.
 * @param {import("./state.js").PageEvent} event @param {State} before @param {State} after @returns {Message[]}
 */
export function heardBy(event, before, after) {
  const { shown } = after.outcome;
  const heard = shown && shown !== before.outcome.shown ? [shown] : [];
  return event.kind === "message" && event.message.event === "run" ? [...heard, event.message] : heard;
}

/**
 * Returns whether a change of the state matters to a game with this device.
 * @param {State} before @param {State} after
 */
export const mattersAtTable = (before, after) =>
  isReady(before) !== isReady(after) || before.outcome.held !== after.outcome.held || before.run.on !== after.run.on;
