// Draws the storm dice: the number, the symbol of the action, and the Storm card.
import { drawDie, drawPips, hop } from "./dice.js";
import { el, shown } from "./draw.js";

/** @type {Record<string, (root: Element) => void>} */
export const SYMBOLS = {
  shot(root) {
    el("circle", { r: 17, class: "line" }, root);
    el("path", { d: "M0-25V-9M0 25V9M-25 0H-9M25 0H9", class: "line" }, root);
    el("circle", { r: 3.4, class: "solid" }, root);
  },
  hammer(root) {
    const hammer = el("g", { transform: "rotate(38)" }, root);
    el("rect", { x: -3.6, y: -8, width: 7.2, height: 33, rx: 3, class: "solid" }, hammer);
    el("path", { d: "M-18-22H12L21-15 12-7H-18Q-21-7-21-10V-19Q-21-22-18-22Z", class: "solid" }, hammer);
  },
  heal(root) {
    el("path", { d: "M0 22C-34 0-22-25-8-21-3-20 0-15 0-12 0-15 3-20 8-21 22-25 34 0 0 22Z", class: "solid" }, root);
    el("path", { d: "M0-10V8M-9-1H9", class: "cut" }, root);
  },
  dance(root) {
    el("ellipse", { cx: -12, cy: 17, rx: 7.5, ry: 5.8, class: "solid" }, root);
    el("ellipse", { cx: 14, cy: 12, rx: 7.5, ry: 5.8, class: "solid" }, root);
    el("path", { d: "M-6 17V-17L20-22V12M-6-9L20-14", class: "line" }, root);
  },
};

/** Draws a cloud with wind below it at 0, 0. @param {Element} root */
export function drawCloud(root) {
  el("path", { d: "M-26 8A13 13 0 0 1-24-17 19 19 0 0 1 12-21 15 15 0 0 1 27 8Z", class: "cloud" }, root);
  el("path", { d: "M-22 17H12a6 6 0 1 1-6 6M-12 26H-2a5 5 0 1 1-5 5", class: "wind" }, root);
}

/** @param {Element} defs @param {Element} root */
export function makeStorm(defs, root) {
  const number = drawDie(root, 1),
    action = drawDie(root, 2, "action");
  number.outer.setAttribute("transform", "translate(268 166)");
  action.outer.setAttribute("transform", "translate(316 262)");
  const card = el("g", { transform: "translate(292 212)", class: "storm-card" }, root);
  el("ellipse", { cy: 92, rx: 66, ry: 14, fill: "url(#shade)" }, card);
  el("rect", { x: -58, y: -84, width: 116, height: 168, rx: 14, class: "paper storm-paper" }, card);
  const cloud = el("g", { transform: "translate(0 -34) scale(1.15)" }, card);
  drawCloud(cloud);
  const space = el("text", { y: 66, class: "storm-space" }, card);
  let drawn = "";
  return { draw };

  /** @param {import("../state.js").State} state @param {import("./stage.js").Look} look */
  function draw(state, look) {
    const known = state.outcome.shown ?? {},
      kind = (state.outcome.sounding ?? known).outcome;
    const storm = kind === "storm";
    shown(card, storm);
    shown(number.outer, !storm);
    shown(action.outer, !storm && kind !== "jail_try");
    const next = `${known.dice?.[0] ?? 0} ${known.action ?? ""} ${known.space ?? ""}`;
    if (next !== drawn) {
      drawn = next;
      drawPips(number.face, known.dice?.[0] ?? 0);
      drawPips(action.face, 0);
      if (known.action in SYMBOLS) {
        action.face.replaceChildren();
        SYMBOLS[known.action](action.face);
      }
      space.textContent = known.space ? String(known.space) : "";
    }
    const moves = hop(number.die, -9, state, look);
    return hop(action.die, 8, state, look) || moves;
  }
}
