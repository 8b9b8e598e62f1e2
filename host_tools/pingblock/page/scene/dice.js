// Draws dice, which hop with each note and show their numbers after the sound.
import { el, gradient, scattered, set, shown } from "./draw.js";

const HOP_MS = 240,
  SIZE = 68;
/** Pips of each face, in thirds of the die's width from its middle. @type {Record<number, [number, number][]>} */
export const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** @param {Element} defs */
export function defineDice(defs) {
  gradient(defs, "linear", { id: "die-1", x1: 0, y1: 0, x2: 1, y2: 1 }, [
    [0, "#fffaf0"],
    [1, "#e9dfc6"],
  ]);
  gradient(defs, "linear", { id: "die-2", x1: 0, y1: 0, x2: 1, y2: 1 }, [
    [0, "#5f78c9"],
    [1, "#35488c"],
  ]);
}

/**
 * Draws a die with rounded edges at 0, 0. `face` is its content.
 * @param {Element} root @param {1 | 2} kind its colour @param {string} [extra] class
 */
export function drawDie(root, kind, extra = "") {
  const half = SIZE / 2;
  const outer = el("g", { class: `die die-${kind} ${extra}` }, root);
  el("ellipse", { cy: half + 7, rx: half + 12, ry: 13, fill: "url(#shade)" }, outer);
  const die = el("g", {}, outer);
  el("rect", { x: -half, y: -half + 6, width: SIZE, height: SIZE, rx: 17, class: "die-edge" }, die);
  el(
    "rect",
    { x: -half, y: -half, width: SIZE, height: SIZE, rx: 17, fill: `url(#die-${kind})`, class: "die-face" },
    die,
  );
  const face = el("g", {}, die);
  return { outer, die, face };
}

/** @param {Element} face @param {number} value 1..6, or 0 if the number is not known */
export function drawPips(face, value) {
  face.replaceChildren();
  if (!value) el("text", { class: "die-unknown", y: 13 }, face).textContent = "?";
  for (const [x, y] of PIPS[value] ?? []) el("circle", { cx: x * 17, cy: y * 17, r: 6.2, class: "pip" }, face);
}

/**
 * Moves a die with the sound, and returns whether it still moves.
 * @param {Element} die @param {number} rest its rotation at rest in degrees
 * @param {import("../state.js").State} state @param {import("./stage.js").Look} look
 */
export function hop(die, rest, state, look) {
  const heard = state.sound.on ? state.sound.onsets : [];
  const age = look.still || !heard.length ? HOP_MS : look.pageMs - heard[heard.length - 1];
  const t = Math.min(Math.max(age / HOP_MS, 0), 1);
  const turned = heard.length ? (scattered(heard.length + rest) - 0.5) * 44 : 0;
  const up = Math.sin(t * Math.PI) * 13;
  set(die, "transform", `translate(0 ${(-up).toFixed(1)}) rotate(${(rest + turned * (1 - t) * 1).toFixed(1)})`);
  return t < 1;
}

/** @param {Element} defs @param {Element} root */
export function makeDice(defs, root) {
  defineDice(defs);
  const dice = [drawDie(root, 1), drawDie(root, 2)];
  /** @type {(number | null)[]} */
  const drawn = [null, null];
  return { draw };

  /** @param {import("../state.js").State} state @param {import("./stage.js").Look} look */
  function draw(state, look) {
    const known = state.outcome.shown?.dice ?? [];
    const pending = state.outcome.held?.dice ?? [];
    const count =
      Math.max(known.length, pending.length) || (["one", "celebration"].includes(state.device.rules) ? 1 : 2);
    let moves = false;
    dice.forEach(({ outer, die, face }, i) => {
      shown(outer, i < count);
      set(outer, "transform", count === 1 ? "translate(290 215)" : `translate(${[268, 316][i]} ${[166, 262][i]})`);
      const value = known[i] ?? 0;
      if (drawn[i] !== value) drawPips(face, (drawn[i] = value));
      moves = hop(die, [-9, 8][i], state, look) || moves;
    });
    return moves;
  }
}
