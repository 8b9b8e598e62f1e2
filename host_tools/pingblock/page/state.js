// The state of the page and its reducer, which takes an event of an engine or of a person and returns the next state.
// Pure: it uses no clock and no document. The page draws, announces and stores only from this state.
import { _ } from "./language.js";
import { announced, lastsMs, message, NOTICE_MS, noted, over, reveal, shown } from "./device_messages.js";
import { sentence, told } from "./words.js";

/**
 * @typedef {import("./words.js").Message} Message
 * @typedef {import("./words.js").Games} Games
 * @typedef {{atMs: number, who: string, text: string, number: number}} LogLine
 * @typedef {ReturnType<typeof initialState>} State
 * @typedef {{kind: string} & Record<string, any>} PageEvent  an event of an engine or of the page
 */

const CONSOLE_LINES = 400,
  TRACE_POINTS = 400,
  TRACE_MS = 60_000;

/** @typedef {import("./engines/engine.js").Cells} Cells */
/** @type {Games} */
const NO_GAMES = {
  decks: {},
  press: {},
  words: {},
  tables: [],
  languages: {},
  outcomes: [],
  manual: [],
  pingMs: 0,
  lastsMs: {},
  cells: null,
};

/** Returns the state before the first event. @param {Games} [games] */
export function initialState(games = NO_GAMES) {
  return {
    games,
    engine: { name: "", firmware: "", status: "idle", reason: "", canRetry: true, speed: 1, unkept: "", linked: false },
    control: { mine: true, holder: "", watchers: 0, asked: "" },
    nowMs: 0,
    light: { red: 0, green: 0, blue: 0 },
    hands: /** @type {Record<string, boolean>} */ ({ block: false, check: false, lever: false }),
    servo: { deg: 90 },
    supply: {
      vsysMv: 0,
      plugged: true,
      cells: /** @type {Cells} */ ({ openMv: 1580, ohm: 0.15, count: 3 }),
      trace: /** @type {[number, number][]} */ ([]),
    },
    // `onsets` has the page times at which notes of the present or last sound began.
    sound: { on: false, onsets: /** @type {number[]} */ ([]), heard: false },
    device: {
      known: false,
      volume: 6,
      cap: 10,
      muted: false,
      chime: 4,
      cells: "3xaaa",
      game: "block",
      rules: "",
      weights: /** @type {number[]} */ ([]),
      settings: /** @type {Message} */ ({}),
      battery: /** @type {Message | null} */ (null),
    },
    outcome: {
      held: /** @type {Message | null} */ (null),
      heldAtPageMs: 0,
      shown: /** @type {Message | null} */ (null),
      // The outcome whose sound is playing. The scene moves according to this outcome and to the onsets.
      sounding: /** @type {Message | null} */ (null),
    },
    run: { on: false, armed: false, atPageMs: 0, lengthMs: 0, said: "" },
    counts: /** @type {Record<string, Record<string, number>>} */ ({}),
    log: /** @type {LogLine[]} */ ([]),
    console: /** @type {string[]} */ ([]),
    prompt: "",
    say: { text: "", number: 0 }, // text for the live region
    toast: { text: "", number: 0 }, // text that is shown nowhere else on the screen
    tellAtOnce: false,
  };
}

const UNKEPT = _("This block is not saved here: if you close the page, you lose your changes to it.");

/** @type {Record<string, string>} */
const HAND_WORDS = {
  "block true": _("You pressed the block."),
  "check true": _("You pressed the check button."),
  "lever true": _("You pulled the lever."),
  "lever false": _("You let the lever go."),
};

/** @param {State["supply"]} supply @param {number} atMs @param {number} mv @returns {[number, number][]} */
function traced(supply, atMs, mv) {
  const kept = supply.trace.filter(([ms]) => ms > atMs - TRACE_MS && ms <= atMs).slice(1 - TRACE_POINTS);
  return [...kept, [atMs, mv]];
}

/** @type {Record<string, (state: State, event: any) => State>} */
const HANDLERS = {
  opening: (state, { name, linked }) => ({
    ...initialState(state.games),
    counts: state.counts,
    tellAtOnce: state.tellAtOnce,
    console: state.console,
    log: state.log,
    say: state.say,
    toast: state.toast,
    supply: { ...initialState().supply, cells: state.supply.cells },
    engine: { ...initialState().engine, name, linked, status: "opening" },
  }),
  unkept: (state, { why }) => noted({ ...state, engine: { ...state.engine, unkept: why } }, "page", why),
  ready: (state, { engine, firmware, keeps, unkept = UNKEPT }) => {
    const why = keeps ? "" : unkept;
    const next = {
      ...state,
      engine: { ...state.engine, name: engine, firmware, status: "ready", reason: "", unkept: why },
    };
    return noted(noted(next, "page", why), "page", _("The engine {engine} is ready.", { engine }));
  },
  guest: (state) => ({ ...state, engine: { ...state.engine, status: "guest" } }),
  invite: (state) => ({ ...state, engine: { ...state.engine, status: "waits" } }),
  lost: (state, { reason, canRetry }) =>
    announced(
      {
        ...state,
        engine: { ...state.engine, status: "lost", reason, canRetry },
        light: { red: 0, green: 0, blue: 0 },
        hands: { block: false, check: false, lever: false },
      },
      "page",
      reason,
    ),
  control: (state, { mine, holder, watchers, asked }) => {
    const page = holder || _("Another page"),
      next = { ...state, control: { mine, holder: page, watchers, asked } };
    if (mine !== state.control.mine)
      return shown(
        next,
        "page",
        mine ? _("This page has the block now.") : _("{page} has the block. This page only shows it.", { page }),
      );
    return mine && asked && !state.control.asked
      ? shown(next, "page", _("{page} is asking for the block.", { page: asked }))
      : next;
  },
  reset: (state, { cause }) =>
    cause === "power_on"
      ? state
      : noted(state, "block", _("The device is starting again ({cause}).", { cause: cause.replaceAll("_", " ") })),
  clock: (state, { nowMs, speed }) => ({ ...state, nowMs, engine: { ...state.engine, speed } }),
  light: (state, { red, green, blue }) => ({ ...state, light: { red, green, blue } }),
  servo: (state, { deg }) => ({ ...state, servo: { deg } }),
  supply: (state, { atMs, vsysMv, plugged, cells }) => ({
    ...state,
    supply: {
      vsysMv,
      plugged: plugged ?? state.supply.plugged,
      cells: cells ?? state.supply.cells,
      trace: traced(state.supply, atMs, vsysMv),
    },
  }),
  hand: (state, { name, down }) =>
    noted({ ...state, hands: { ...state.hands, [name]: down } }, "you", HAND_WORDS[`${name} ${down}`] ?? ""),
  cells: (state, { cells, text }) => noted({ ...state, supply: { ...state.supply, cells } }, "you", text),
  plug: (state, { on }) =>
    noted(
      { ...state, supply: { ...state.supply, plugged: on } },
      "you",
      on ? _("You plugged the USB cable in.") : _("You pulled the USB cable: it runs on its batteries."),
    ),
  onset: (state, { pageMs }) => ({
    ...state,
    sound: { on: true, heard: true, onsets: [...(state.sound.on ? state.sound.onsets : []), pageMs].slice(-40) },
  }),
  quiet: (state, { pageMs }) => {
    const next = { ...state, sound: { ...state.sound, on: false } };
    return pageMs - state.outcome.heldAtPageMs >= NOTICE_MS ? over(next) : next;
  },
  // This event comes regularly. It shows an outcome that was held back, because the page cannot hear its sound.
  tick: (state, { pageMs }) => {
    const { sounding, heldAtPageMs } = state.outcome;
    return sounding && !state.sound.on && pageMs - heldAtPageMs > lastsMs(sounding, state.games) ? over(state) : state;
  },
  message: (state, event) => message(state, event.message, event.pageMs),
  text: (state, { lines, prompt }) => ({
    ...state,
    prompt,
    console: lines.length ? [...state.console, ...lines].slice(-CONSOLE_LINES) : state.console,
  }),
  tellAtOnce: (state, { on }) => {
    const next = { ...state, tellAtOnce: on };
    return on ? reveal(next) : next;
  },
  games: (state, { games }) => ({ ...state, games }),
  reveal: (state) => reveal(state),
  // With `beside`, the text is shown next to the press.
  notify: (state, { text, beside }) => (beside ? announced(state, "page", text) : shown(state, "page", text)),
  forgetCounts: (state) => ({ ...state, counts: {} }),
  restore: (state, { counts, tellAtOnce }) => ({ ...state, counts: counts ?? {}, tellAtOnce: Boolean(tellAtOnce) }),
};

/**
 * Returns the state after an event. If the event changes nothing, it is the same object.
 * @param {State} state
 * @param {PageEvent} event
 * @returns {State}
 */
export function reduce(state, event) {
  return HANDLERS[event.kind]?.(state, event) ?? state;
}

/** Returns the large word, and the line below it. @param {State} state @param {{start: string, also: string}} game */
export function headline(state, game) {
  const { shown, held } = state.outcome;
  const { name, status, reason } = state.engine;
  if (status === "opening" || status === "idle") return [_("One moment"), _("the device is starting")];
  if (status === "guest")
    return [
      _("Wait until the host begins a game."),
      _("The block stays with the host: the board game comes to this page."),
    ];
  if (status === "waits") return [_("A block from a friend"), _("Press Play to hear it.")];
  if (status === "lost") return [name ? _("The device has stopped") : _("No block here"), reason];
  if (state.hands.lever)
    return [
      // Translators: of the lever, which the player holds
      _("Let go"),
      state.device.game === "block"
        ? _("and the worms stir")
        : _("a short pull is for the game, a long one for the worms"),
    ];
  if (shown) return shown.outcome === "skulls" ? [sentence(shown, state.games), ""] : told(shown, state.games);
  // Translators: to the players, while the block sounds
  if (held) return [_("Listen"), _("count what you hear")];
  if (state.run.armed) return [_("Let go"), state.run.said];
  // Translators: to the players, who catch worms now
  if (state.run.on) return [_("Grab!"), state.run.said];
  return [_(game.start), _(game.also)];
}
