// Draws the scene: arranges the parts for the chosen game, and draws them from the state in each frame.
import { makeApple } from "./apple.js";
import { makeBadge } from "./badge.js";
import { makeBlock } from "./block.js";
import { makeCards } from "./cards.js";
import { makeCoins } from "./coins.js";
import { makeDice } from "./dice.js";
import { el, shown, toEye } from "./draw.js";
import { makeStorm } from "./storm.js";

/**
 * Inputs of the scene other than the state.
 * @typedef {{host: HTMLElement, pageMs: number, still: boolean, leverDrag: number | null}} Look still: whether people
 *   want less motion. leverDrag: how far a finger has moved the lever, 0..1, or null.
 */

/** Draws the surface of the table, the block in one group, and the apple below it. @param {HTMLElement} host */
export function makeStage(host) {
  const svg = /** @type {SVGSVGElement} */ (
    el("svg", { viewBox: "0 0 390 600", class: "scene", "aria-hidden": "true" })
  );
  host.prepend(svg);
  const defs = el("defs", {}, svg);
  const device = el("g", { class: "device" }, svg);
  const blockGroup = el("g", { class: "place-block" }, device);
  const block = makeBlock(defs, blockGroup);
  const coins = makeCoins(defs, el("g", { class: "coins" }, blockGroup));
  const badge = makeBadge(blockGroup);
  const groups = ["dice", "storm_dice", "fortune"].map((name) => el("g", { class: `pieces pieces-${name}` }, device));
  const pieces = [makeDice, makeStorm, makeCards].map((make, i) => make(defs, groups[i]));
  const apple = makeApple(defs, el("g", { class: "place-apple" }, svg));
  return { draw };

  /**
   * Draws a state. Returns whether a part still moves, so that another frame is needed.
   * @param {import("../state.js").State} state @param {Look} look
   */
  function draw(state, look) {
    const at = ["dice", "storm_dice", "fortune"].indexOf(state.device.game);
    host.dataset.game = state.device.game;
    const sinks = state.outcome.sounding?.outcome === "game_over" && state.sound.on;
    host.classList.toggle("sinks", sinks);
    host.style.setProperty("--sink", sinks ? (1 - Math.max(...toEye(state.light)) / 255).toFixed(2) : "0");
    host.classList.toggle("asleep", state.engine.status !== "ready");
    groups.forEach((group, i) => shown(group, i === at));
    const moving = [block, coins, badge, apple, ...(at < 0 ? [] : [pieces[at]])].map((part) => part.draw(state, look));
    return moving.some(Boolean);
  }
}
