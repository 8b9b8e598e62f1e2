// Writes the texts around the scene: the game, the players' next task, the engine, and what screen readers read aloud.
import { byId, write } from "./dom.js";
import { _ } from "./language.js";
import { headline } from "./state.js";
import { gameWords } from "./words.js";

let said = 0;

/**
 * @param {import("./state.js").State} state
 * @param {import("./engines/engine.js").Engine | null} opened  the engine that the page has opened
 * @param {string[]} used  names of hints that people have followed
 */
export function writeFront(state, opened, used) {
  const { name, status } = state.engine,
    played = gameWords(state.device.game, state.games),
    [big, sub] = headline(state, played);
  showHint(state, used);
  write(byId("which"), status === "ready" ? titleLine(state.device.game, _(played.name), used) : "");
  write(byId("big"), big);
  write(byId("sub"), sub);
  write(byId("engine-name"), pill(name, status));
  byId("engine").classList.toggle("lost", status === "lost");
  byId("again").hidden = status !== "lost" || !opened;
  byId("play").hidden = status !== "waits";
  byId("share").hidden = !opened?.session?.();
  if (state.say.number === said) return;
  said = state.say.number;
  // An added space makes a screen reader read an equal sentence again.
  write(byId("say"), state.say.text + (said % 2 ? "" : "\u00a0"));
}

/**
 * Shows the first hint that was not followed. Shows none next to a result, or before the device can be pressed.
 * @param {import("./state.js").State} state @param {string[]} used
 */
function showHint({ engine, outcome, run }, used) {
  const isFree = engine.status === "ready" && !outcome.held && !outcome.shown && !run.on;
  const hints = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-hint]")]),
    next = hints.find(({ dataset }) => !used.includes(dataset.hint ?? ""));
  for (const hint of hints) hint.toggleAttribute("hidden", !isFree || hint !== next);
}

/**
 * Describes the block until a person has pressed it.
 * @param {string} game @param {string} name title of the game @param {string[]} used
 */
function titleLine(game, name, used) {
  return !used.includes("block") && game === "block" ? _("{name}: a toy for board games", { name }) : name;
}

/** Shows the engine's name and state. The Engines tab shows more. @param {string} name @param {string} status */
function pill(name, status) {
  if (status === "lost") return name ? _("stopped") : _("no block");
  if (status !== "ready") return _("starting");
  return name === "board" ? _("Real block") : _("Virtual block");
}
