// Connects the parts of the page: engine -> state -> scene and tabs, and presses -> engine.
import { deviceActions } from "./actions/device.js";
import { fileActions } from "./actions/files.js";
import { asked, beginning, invited, startsWith } from "./address.js";
import { DeviceLink } from "./device_link.js";
import { factsOf, heardBy, mattersAtTable } from "./device_messages.js";
import { byId, write } from "./dom.js";
import { fileOf } from "./files.js";
import { writeFront } from "./front.js";
import { takeHands } from "./hands.js";
import { keepPage } from "./offline.js";
import { FULL } from "./full.js";
import { isStored, keep, kept, onKept } from "./keep.js";
import { _, lacking, offer, translate } from "./language.js";
import { within } from "./limit.js";
import { makeMarks } from "./marks.js";
import { paint } from "./own/paint.js";
import { NotLoaded, part } from "./part.js";
import { takeLinks } from "./pasted.js";
import { engineNames, isServers, Running, survey } from "./running.js";
import { makeStage } from "./scene/stage.js";
import { isStill } from "./still.js";
import { hideLocked, onGesture, sayLocked } from "./sound/gesture.js";
import { Player } from "./sound/player.js";
import { initialState, reduce } from "./state.js";
import { showTabs } from "./tabs.js";
import { placeToasts, showToast } from "./toasts.js";

/** @typedef {typeof actions} Actions */

const SILENT_MS = 10_000; // measured in the device's time
const REST_MS = 5000; // after this time the page plays, and files can be stored for use without a network
const LOAD_MS = 8000;
const TICK_MS = 100,
  SAVE_MS = 800;
let state = initialState();
let keeping = 0;
let spoken = false,
  frame = 0,
  saving = 0;
/** @type {ReturnType<typeof import("./embed.js").embed> | undefined} */
let tellFrame;
/** @type {number | null} */
let leverDrag = null;
/** @type {import("./address.js").Choices} */
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
const running = new Running({ state: () => state, dispatch, tell, notify, player });
const link = new DeviceLink(
  dispatch,
  (bytes) => running.engine?.send(bytes),
  async ({ message }) => {
    if (!state.supply.plugged) return;
    const { startAgain } = await part(import("./link/later/silent.js"));
    notify(link.spoken ? message : await startAgain(link, state.control.mine));
  },
);

/** Applies an event to the state. @param {import("./state.js").PageEvent} event */
function dispatch(event) {
  const before = state;
  state = reduce(state, event);
  spoken ||= event.kind === "message";
  if (state === before) return;
  if (state.toast !== before.toast) showToast(state.toast.text);
  tellTable(event, before);
  if (state.counts !== before.counts && event.kind !== "restore") saveSoon();
  tellFrame?.(state, before);
  // A tick of the clock is drawn only if the time is visible.
  if (event.kind !== "clock" || tabs.shows("bench")) redraw();
}

/**
 * Informs a game of the device's rolls when their sound is over, and when the device comes or goes.
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
    if (event.kind === "lost") dispatch({ kind: "reveal" }); // People have heard the roll, so it counts in the game.
    dispatch(event);
  }
  if (event.kind === "clock") silent();
  if (event.kind === "ready") {
    spoken = false;
    link.begin();
    surveyAgain();
    keeping ||= window.setTimeout(() => void keepPage(), REST_MS);
  }
  if (event.kind === "lost") {
    link.end();
    player.forget();
    if (event.canRetry) running.retry();
  }
}

/** Shows once that the device in the page sends no messages, for example because its firmware is gone. */
function silent() {
  if (spoken || running.engine?.name !== "here" || state.nowMs < SILENT_MS) return;
  spoken = true;
  notify(
    _(
      "The device has sent no message since it was switched on. To erase it and start with a new one, use 'Start over' in the Block tab.",
    ),
  );
}

/** Finds out which engines can be used at present. */
function surveyAgain() {
  choices = survey();
  tellLack();
  redraw();
}

/** @type {{heard: (message: import("./words.js").Message) => void, changed: () => void}} */
let atTable = { heard() {}, changed() {} };

const parts = { state: () => state, dispatch, link, running, notify, save, obey };
const onDevice = deviceActions(parts);
const onFiles = fileActions(parts);
const actions = {
  ...onDevice,
  ...onFiles,
  hear: (/** @type {typeof atTable} */ table) => (atTable = table),
  device: () => factsOf(state),
  games: () => state.games,
  reveal: () => dispatch({ kind: "reveal" }),
  notify,
  state: () => state,
  engines: () => choices,
  use: (/** @type {string} */ name) => running.use(name),
  ownBlock: () => running.open(),
  play: (/** @type {[number, number][]} */ notes) => player.notes(notes),
  sound: () => ({ out: player.out, playing: player.playing, underruns: player.underruns, rendered: player.rendered }),
  forgetCounts: () => dispatch({ kind: "forgetCounts" }),
  kept,
  keep(/** @type {Partial<import("./keep.js").Kept>} */ changes) {
    const before = isStored();
    obey(keep(changes));
    if (before && !isStored()) notify(FULL);
    redraw();
  },
};

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

/** Notes that a person has followed a hint, which is then no longer shown. @param {string} hint */
function used(hint) {
  const known = kept().hints;
  if (!known.includes(hint)) actions.keep({ hints: [...known, hint] });
}

/** Applies the stored settings. @param {import("./keep.js").Kept} now */
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
  writeFront(state, running.engine, kept().hints);
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

/** Shows a sentence if the browser lacks a feature. */
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
    void part(import("./own/given.js")).then(({ showGiven }) =>
      showGiven(own, stageHost, { ...actions, openTab: () => tabs.open("device") }),
    );
  if (asked.has("embed")) {
    document.documentElement.dataset.alone = "";
    const { embed } = await part(import("./embed.js"));
    const { hand, plug, ask } = actions;
    tellFrame = embed({ state: () => state, hand, plug, ask, link: onFiles.sessionLink });
  }
  const games = fileOf("data/games.json")
    .then((answer) => answer.json())
    .then((games) => dispatch({ kind: "games", games }));
  await within(games, LOAD_MS).catch(() =>
    notify(_("The names of the cards did not load. Load the page again when the connection is better.")),
  );
  surveyAgain();
  if (asked.has("at")) {
    document.documentElement.dataset.guest = "";
    return dispatch({ kind: "guest" });
  }
  if (running.opened) return; // Another engine was opened in the meantime, such as a Pico on the cable.
  const wanted = startsWith(choices, engineNames, isServers, notify);
  if (!wanted) {
    tell({
      kind: "lost",
      reason: choices.find(({ name }) => name === "here")?.lack || _("This page has no engine."),
      canRetry: false,
    });
    return;
  }
  const begun = await beginning(notify);
  if ("replay" in begun && !asked.has("embed")) {
    dispatch({ kind: "invite" });
    await invited();
  }
  if (!running.opened) await running.use(wanted, begun);
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
byId("again").addEventListener("click", () => running.open());
byId("share").addEventListener("click", actions.share);
window.addEventListener("resize", redraw);
window.addEventListener("pagehide", () => saving && save());
window.addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof NotLoaded)) return;
  event.preventDefault();
  notify(event.reason.message);
});
takeLinks();
setInterval(() => state.outcome.sounding && dispatch({ kind: "tick", pageMs: performance.now() }), TICK_MS);
Object.assign(window, {
  pingblock: { state: () => state, engine: () => running.engine, sound: actions.sound, dispatch },
});
start();
