// Connects the parts of the page: engine -> state -> scene and tabs, and hands -> engine.
import { asked, beginning, invited, startsWith } from "./address.js";
import { DeviceLink } from "./device_link.js";
import { factsOf, heardBy, mattersAtTable } from "./device_messages.js";
import { byId, write } from "./dom.js";
import { EngineError } from "./engines/engine.js";
import * as here from "./engines/here.js";
import * as serial from "./engines/serial.js";
import * as socket from "./engines/socket.js";
import { fileOf, saveText } from "./files.js";
import { writeFront } from "./front.js";
import { takeHands } from "./hands.js";
import { keepPage } from "./offline.js";
import { keep, kept, onKept } from "./keep.js";
import { _, lacking, offer, translate } from "./language.js";
import { within } from "./limit.js";
import { makeMarks } from "./marks.js";
import { paint } from "./own/paint.js";
import { takeLinks } from "./pasted.js";
import { makeStage } from "./scene/stage.js";
import { isStill } from "./still.js";
import { hideLocked, onGesture, sayLocked } from "./sound/gesture.js";
import { Player } from "./sound/player.js";
import { initialState, reduce } from "./state.js";
import { showTabs } from "./tabs.js";
import { placeToasts, showToast } from "./toasts.js";

/** @typedef {import("./engines/engine.js").Engine & {askControl?: () => void,
 *   answerControl?: (yes: boolean) => void}} Engine */
/** @typedef {typeof actions} Actions */

const RETRY_MS = [0, 500, 1000, 2000, 4000, 8000];
const LIVED_MS = 2000; // A device that has worked for this long is restarted without a delay.
const SILENT_MS = 10_000; // measured in the device's time
const REST_MS = 5000; // After this time the page plays, and files are kept for use without a network.
const LOAD_MS = 8000;
const TICK_MS = 100,
  SAVE_MS = 800;
/** @type {Record<string, any>} */
const MODULES = { here, desk: socket, wasm: socket, chip: socket, board: serial };

let state = initialState();
/** @type {Engine | null} */
let engine = null;
let keeping = 0;
let spoken = false,
  retries = 0,
  retrying = 0,
  frame = 0,
  saving = 0,
  opened = 0;
/** @type {ReturnType<typeof import("./embed.js").embed> | undefined} */
let tellFrame;
/** @type {number | null} */
let leverDrag = null;
/** @type {{name: string, lack: string}[]} */
let choices = [];
const player = new Player({
  onset: (pageMs) => dispatch({ kind: "onset", pageMs }),
  quiet: (pageMs) => dispatch({ kind: "quiet", pageMs }),
  nowMs: () => state.nowMs,
  changed() {
    hideLocked();
    tellLack();
    redraw();
  },
  locked(why) {
    tellLack();
    sayLocked(why);
    dispatch({ kind: "notify", text: why, beside: true });
  },
});
const link = new DeviceLink(
  dispatch,
  (bytes) => engine?.send(bytes),
  async ({ message }) => {
    if (!state.supply.plugged) return;
    const { startAgain } = await import("./link/later/silent.js");
    notify(link.spoken ? message : await startAgain(link, state.control.mine));
  },
);

/** Takes every change of the state. @param {import("./state.js").PageEvent} event */
function dispatch(event) {
  const before = state;
  state = reduce(state, event);
  spoken ||= event.kind === "message";
  if (state === before) return;
  if (state.toast !== before.toast) showToast(state.toast.text);
  tellTable(event, before);
  if (state.counts !== before.counts && event.kind !== "restore") saveSoon();
  tellFrame?.(state, before);
  // A mere tick of the clock is drawn only where the time is visible.
  if (event.kind !== "clock" || event.speed !== before.engine.speed || tabs.shows("bench")) redraw();
}

/**
 * Informs a table of the device's rolls once their sound is over, and of its coming and going.
 * @param {import("./state.js").PageEvent} event @param {typeof state} before
 */
function tellTable(event, before) {
  for (const message of heardBy(event, before, state)) atTable.heard(message);
  if (mattersAtTable(before, state)) atTable.changed();
}

/** Takes an event of the engine. @param {any} event */
function tell(event) {
  if (event.kind === "sound" || event.kind === "silence" || event.kind === "amp") player.take(event);
  else if (event.kind === "serial") link.take(event.bytes);
  else {
    if (event.kind === "lost") dispatch({ kind: "reveal" }); // The table takes a roll that people have heard.
    dispatch(event);
  }
  if (event.kind === "clock") silent();
  if (event.kind === "ready") {
    spoken = false;
    link.begin();
    survey();
    keeping ||= window.setTimeout(() => void keepPage(), REST_MS);
  }
  if (event.kind === "lost") lost(event);
}

/** Shows once that the device in the page sends no message, for example because its firmware is gone. */
function silent() {
  if (spoken || engine?.name !== "here" || state.nowMs < SILENT_MS) return;
  spoken = true;
  notify(
    _(
      "The device has sent no message since it was switched on. To erase it and start with a new one, use 'Begin anew' in the Block tab.",
    ),
  );
}

/** @param {{canRetry: boolean}} event */
function lost({ canRetry }) {
  link.end();
  player.forget();
  if (!canRetry) return;
  clearTimeout(retrying);
  retries = state.nowMs > LIVED_MS ? 0 : Math.min(retries + 1, RETRY_MS.length - 1);
  retrying = window.setTimeout(() => open(), RETRY_MS[retries]);
}

/** Opens the present engine again. @param {import("./engines/engine.js").OpenOptions} [options] */
async function open(options = {}) {
  clearTimeout(retrying);
  if (!engine) return;
  const mine = ++opened;
  dispatch({ kind: "opening", name: engine.name, linked: Boolean(options.replay) });
  player.forget();
  try {
    await engine.open({ ...options, soundPort: player.directPort() });
    if (options.replay && !state.control.mine)
      notify(_("Another page has the block: the session of the link is not played."));
  } catch (error) {
    if (mine !== opened) return;
    const known = error instanceof EngineError;
    if (!known) console.error(error);
    tell({
      kind: "lost",
      reason: known
        ? error.message
        : _("The engine could not be started. Load the page again. If that does not help, report it."),
      canRetry: known && error.canRetry,
    });
  }
}

/** Changes to another engine. @param {string} name @param {import("./engines/engine.js").OpenOptions} [options] */
async function use(name, options) {
  clearTimeout(retrying);
  const before = engine;
  engine = null;
  opened++;
  await before?.close();
  /** @type {Engine} */
  const made = await MODULES[name].create((/** @type {any} */ event) => made === engine && tell(event), name);
  engine = made;
  await open(options);
}

/** Finds out which engines can be used here, and why the others cannot. */
function survey() {
  choices = Object.entries(MODULES)
    .filter(([name, { offers }]) => !offers || offers().includes(name))
    .map(([name, { lacks }]) => ({ name, lack: lacks?.(name) ?? "" }));
  tellLack();
  redraw();
}

/** @type {{heard: (message: import("./words.js").Message) => void, changed: () => void}} */
let atTable = { heard() {}, changed() {} };

const actions = {
  hear: (/** @type {typeof atTable} */ table) => (atTable = table),
  device: () => factsOf(state),
  games: () => state.games,
  reveal: () => dispatch({ kind: "reveal" }),
  notify,
  watches,
  ask: (/** @type {import("./words.js").Message} */ message) =>
    watches() || link.ask(message, ({ message: why }) => notify(why)),
  answer: (/** @type {import("./words.js").Message} */ { do: what, ...fields }) =>
    state.control.mine ? link.session.request(what, fields).catch(() => null) : Promise.resolve(null),
  session: () => link.session,
  state: () => state,
  type: (/** @type {string} */ line) => watches() || fileGoes() || link.type(line),
  control: (/** @type {string} */ key) => watches() || fileGoes() || engine?.send(new TextEncoder().encode(key)),
  rules(/** @type {string} */ value) {
    const setting = state.games.words[state.device.game]?.choices?.setting;
    if (!setting) return;
    actions.ask(
      setting === "profile"
        ? { do: "profile", name: value }
        : { do: "settings", of: state.device.game, set: { [setting]: value } },
    );
  },
  cells(/** @type {import("./engines/engine.js").Cells} */ cells, /** @type {string} */ text) {
    if (watches()) return;
    engine?.cells(cells);
    dispatch({ kind: "cells", cells, text });
  },
  plug(/** @type {boolean} */ on) {
    if (watches()) return;
    engine?.plug(on);
    dispatch({ kind: "plug", on });
    if (on) link.begin();
  },
  hand(/** @type {string} */ name, /** @type {boolean} */ down) {
    if (down ? watches() : !state.control.mine) return;
    if (engine?.name === "board" && down && fileGoes()) return;
    engine?.hand(/** @type {any} */ (name), down);
    dispatch({ kind: "hand", name, down });
  },
  engines: () => choices,
  use: (/** @type {string} */ name) => use(name),
  play: (/** @type {[number, number][]} */ notes) => player.notes(notes),
  sound: () => ({ out: player.out, playing: player.playing, underruns: player.underruns, rendered: player.rendered }),
  askControl() {
    engine?.askControl?.();
    if (!state.control.mine) notify(_("Asked: the other page can hand the block over, or keep it."));
  },
  ownBlock: () => open(),
  answerControl: (/** @type {boolean} */ yes) => engine?.answerControl?.(yes),
  forgetCounts: () => dispatch({ kind: "forgetCounts" }),
  kept,
  keep(/** @type {Partial<import("./keep.js").Kept>} */ changes) {
    obey(keep(changes));
    redraw();
  },
  async exportState() {
    save();
    const { saved } = await import("./saved.js");
    const text = await saved().catch(() => "");
    if (!text) return notify(_("This browser's storage refuses, so the page keeps nothing that it could save."));
    saveText(text, "pingblock-page.json", "application/json");
  },
  async importState(/** @type {File} */ file) {
    const { takeOver } = await import("./saved.js");
    notify(_("One moment: the page tries the content of the file."));
    let closed = false;
    const wrong = await takeOver(file, async () => {
      closed = true;
      await engine?.close();
    });
    if (closed) {
      const { counts, tellAtOnce } = kept();
      dispatch({ kind: "restore", counts, tellAtOnce });
      obey(kept());
      await open();
    }
    notify(
      wrong ||
        _("The page has taken over the content of the file. Of a device, it takes only the settings and sounds."),
    );
  },
  install: () =>
    import("./install/view.js").then(
      ({ openInstall }) => openInstall(actions),
      () => notify(_("This part of the page could not be loaded: try again, or load the page again.")),
    ),
  async share() {
    const url = await sessionLink();
    if (!url) return notify(_("This engine cannot save its session: only the one in the browser can."));
    const { shareLink } = await import("./share.js");
    return shareLink(url, _("A link to this session"), _("It plays again what this block has done."));
  },
  async report() {
    const { copyReport } = await import("./share.js");
    await copyReport(state, await sessionLink());
    return notify(_("A report with a link to this session is copied: paste it where you report problems."));
  },
};

/**
 * Returns whether another page controls the block, and says so. Then the hands of this page do not move it.
 * @returns {boolean}
 */
function watches() {
  if (!state.control.mine)
    notify(
      _("{page} has the block: this page watches. To play here, ask for the block.", { page: state.control.holder }),
    );
  return !state.control.mine;
}

/** Returns whether a file is being sent, and says so. A line in its middle would damage it. @returns {boolean} */
function fileGoes() {
  if (link.session.isSending) notify(_("A file is on its way to the device: try again when it has arrived."));
  return link.session.isSending;
}

/** @returns {Promise<string | null>} */
async function sessionLink() {
  const session = engine?.session?.();
  if (!session) return null;
  const { linkToSession } = await import("./share.js");
  return linkToSession(engine?.name ?? "", session);
}

/** Shows a message from the page itself. @param {string} text */
function notify(text) {
  dispatch({ kind: "notify", text });
}

translate(document.body);
offer(byId("language"), byId("tongue"));
const stageHost = byId("stage");
const stage = makeStage(stageHost);
const marks = makeMarks(actions);
const tabs = showTabs(actions, () => {
  used("tabs");
  redraw();
});

/** Notes that a hint has been useful and need not be shown again. @param {string} hint */
function used(hint) {
  const known = kept().hints;
  if (!known.includes(hint)) actions.keep({ hints: [...known, hint] });
}

/** Applies the kept settings. @param {import("./keep.js").Kept} now */
function obey(now) {
  const root = document.documentElement;
  root.toggleAttribute("data-still", now.still);
  if (now.theme) root.dataset.theme = now.theme;
  else delete root.dataset.theme;
  paint(stageHost, now.own);
  player.setLoudness(now.quiet ? 0 : now.loudness);
  for (const loud of document.querySelectorAll(".loud")) loud.setAttribute("aria-pressed", String(!now.quiet));
  if (state.tellAtOnce !== now.tellAtOnce) dispatch({ kind: "tellAtOnce", on: now.tellAtOnce });
}

function redraw() {
  frame ||= requestAnimationFrame(draw);
}

function draw() {
  frame = 0;
  const moving = stage.draw(state, { host: stageHost, pageMs: performance.now(), still: isStill(), leverDrag });
  writeFront(state, engine, kept().hints);
  marks.draw(state);
  placeToasts();
  tabs.draw(state);
  if (moving) redraw();
}

function saveSoon() {
  saving ||= window.setTimeout(save, SAVE_MS);
}

function save() {
  clearTimeout(saving);
  saving = 0;
  keep({ counts: state.counts });
}

/** Shows a sentence about a lack of the browser. */
function tellLack() {
  const here = choices.find(({ name }) => name === "here")?.lack ?? "";
  const lack = byId("lack");
  write(
    lack,
    [lacking(), asked.has("at") || choices.some(({ lack }) => !lack) ? "" : here, player.lack]
      .filter(Boolean)
      .join(" "),
  );
  lack.hidden = !lack.textContent;
}

async function start() {
  const now = kept();
  dispatch({ kind: "restore", counts: now.counts, tellAtOnce: now.tellAtOnce });
  obey(now);
  onKept(() => {
    obey(kept());
    dispatch({ kind: "restore", counts: kept().counts, tellAtOnce: kept().tellAtOnce });
  });
  if (asked.has("install")) void actions.install();
  const own = asked.get("own");
  if (own !== null)
    void import("./own/given.js").then(({ showGiven }) =>
      showGiven(own, stageHost, { ...actions, openTab: () => tabs.open("device") }),
    );
  if (asked.has("embed")) {
    document.documentElement.dataset.alone = "";
    const { embed } = await import("./embed.js");
    const { hand, plug, ask } = actions;
    tellFrame = embed({ state: () => state, hand, plug, ask, link: sessionLink });
  }
  const games = fileOf("data/games.json")
    .then((answer) => answer.json())
    .then((games) => {
      player.pace(games.pingMs);
      dispatch({ kind: "games", games });
    });
  await within(games, LOAD_MS).catch(() =>
    notify(_("The names of the cards have not come: load the page again when the line is better.")),
  );
  survey();
  if (asked.has("at")) {
    document.documentElement.dataset.guest = "";
    return dispatch({ kind: "guest" });
  }
  if (opened) return; // Another engine was opened meanwhile, such as a Pico on the cable.
  const wanted = startsWith(choices, Object.keys(MODULES), (name) => MODULES[name] === socket, notify);
  if (!wanted) {
    tell({
      kind: "lost",
      reason: choices.find(({ name }) => name === "here")?.lack || _("No engine came with this page."),
      canRetry: false,
    });
    return;
  }
  const begun = await beginning(notify);
  if ("replay" in begun && !asked.has("embed")) {
    dispatch({ kind: "invite" });
    await invited();
  }
  if (!opened) await use(wanted, begun);
}

takeHands(stageHost, {
  hand: actions.hand,
  used,
  letters: () => kept().letters,
  drag(share) {
    leverDrag = share;
    redraw();
  },
});
onGesture((event) => player.warm(event));
byId("loud").addEventListener("click", () => actions.keep({ quiet: !kept().quiet }));
byId("engine").addEventListener("click", () => tabs.open("bench"));
byId("again").addEventListener("click", () => open());
byId("share").addEventListener("click", actions.share);
window.addEventListener("resize", redraw);
window.addEventListener("pagehide", () => saving && save());
takeLinks();
setInterval(() => state.outcome.sounding && dispatch({ kind: "tick", pageMs: performance.now() }), TICK_MS);
Object.assign(window, { pingblock: { state: () => state, engine: () => engine, sound: actions.sound, dispatch } });
start();
