// Draws the block: cap, pixel question mark in the colour of the light, check button, grille, and the light on the
// table.
import { el, gradient, scattered, set, toEye, within } from "./draw.js";

const MARK = ["0011100", "0110110", "0000110", "0001100", "0011000", "0000000", "0011000"];
const PIXEL = 12.6,
  MARK_X = 151.4,
  MARK_Y = 155;
const SHAKE_MS = 260,
  SHAKE_BY = 7;
const RING_TRAVEL = 190;

/** @param {Element} defs */
function defineBlock(defs) {
  gradient(defs, "linear", { id: "block-front", x1: 0, y1: 0, x2: 0, y2: 1 }, [
    [0, ".body-1"],
    [0.55, ".body-2"],
    [1, ".body-3"],
  ]);
  gradient(defs, "linear", { id: "block-top", x1: 0, y1: 0, x2: 0, y2: 1 }, [
    [0, ".top-1"],
    [1, ".top-2"],
  ]);
  gradient(defs, "linear", { id: "block-side", x1: 0, y1: 0, x2: 1, y2: 0 }, [
    [0, "#000", 0.22],
    [0.09, "#000", 0],
    [0.91, "#000", 0],
    [1, "#000", 0.28],
  ]);
  gradient(defs, "linear", { id: "cap-side", x1: 0, y1: 0, x2: 1, y2: 0 }, [
    [0, ".cap-3"],
    [0.28, ".cap-2"],
    [0.7, ".cap-2"],
    [1, ".cap-3"],
  ]);
  gradient(defs, "radial", { id: "cap-top", cx: 0.4, cy: 0.35, r: 0.8 }, [
    [0, "#fffaf0"],
    [1, ".cap-1"],
  ]);
  gradient(defs, "radial", { id: "lamp-spill", cx: 0.5, cy: 0.5, r: 0.5 }, [
    [0, ".lamp", 0.62],
    [0.45, ".lamp", 0.22],
    [1, ".lamp", 0],
  ]);
  gradient(defs, "radial", { id: "lamp-window", cx: 0.5, cy: 0.48, r: 0.62 }, [
    [0, ".lamp", 0.5],
    [0.6, ".lamp", 0.16],
    [1, ".lamp", 0],
  ]);
  gradient(defs, "linear", { id: "glass", x1: 0, y1: 0, x2: 1, y2: 1 }, [
    [0, "#fff", 0.1],
    [0.42, "#fff", 0.03],
    [0.43, "#fff", 0],
    [1, "#fff", 0],
  ]);
  gradient(defs, "radial", { id: "shade", cx: 0.5, cy: 0.5, r: 0.5 }, [
    [0, ".shade", 0.62],
    [0.5, ".shade", 0.4],
    [0.8, ".shade", 0.12],
    [1, ".shade", 0],
  ]);
  const socket = el("clipPath", { id: "socket" }, defs);
  el("path", { d: "M120 20H270V114A61 17.5 0 0 1 134 114H120Z" }, socket);
}

/** @param {Element} root */
function drawWindow(root) {
  el("rect", { x: 141, y: 148, width: 108, height: 100, rx: 13, class: "window" }, root);
  const pixels = el("g", { class: "pixels" }, root);
  MARK.forEach((row, y) =>
    [...row].forEach((on, x) =>
      el(
        "rect",
        {
          x: MARK_X + x * PIXEL,
          y: MARK_Y + y * PIXEL,
          width: 10.8,
          height: 10.8,
          rx: 2.2,
          class: on === "1" ? "on" : "off",
        },
        pixels,
      ),
    ),
  );
  el("rect", { x: 141, y: 148, width: 108, height: 100, rx: 13, fill: "url(#lamp-window)", class: "glow" }, root);
  el("rect", { x: 143, y: 150, width: 104, height: 96, rx: 11, fill: "url(#glass)" }, root);
}

/**
 * Draws the block into a group and returns functions that move it.
 * @param {Element} defs @param {Element} root
 */
export function makeBlock(defs, root) {
  defineBlock(defs);
  el("ellipse", { cx: 195, cy: 308, rx: 196, ry: 56, fill: "url(#lamp-spill)", class: "glow" }, root);
  el("ellipse", { cx: 195, cy: 303, rx: 124, ry: 25, fill: "url(#shade)" }, root);
  const ringBack = el("path", { d: "M70 300a125 30 0 0 1 250 0", class: "ring" }, root);
  const body = el("g", {}, root);
  el("path", { d: "M107 137 L128 105Q130 102 134 102H256Q260 102 262 105L283 137Z", fill: "url(#block-top)" }, body);
  el("rect", { x: 100, y: 130, width: 190, height: 172, rx: 22, fill: "url(#block-front)" }, body);
  el("rect", { x: 100, y: 130, width: 190, height: 172, rx: 22, fill: "url(#block-side)" }, body);
  el("path", { d: "M104 148q3-15 19-15h144q16 0 19 15", class: "bevel" }, body);
  for (const [x, y] of [
    [117, 285],
    [273, 285],
  ]) {
    el("circle", { cx: x, cy: y, r: 3.6, class: "screw" }, body);
    el("path", { d: `M${x - 2.2} ${y - 2.2}l4.4 4.4`, class: "slit" }, body);
  }
  const check = el("g", { class: "check" }, root);
  el("rect", { x: 286, y: 188, width: 15, height: 38, rx: 6, class: "check-side" }, check);
  el("rect", { x: 293, y: 190, width: 7, height: 34, rx: 3.5, class: "check-face" }, check);
  body.before(check);
  el("ellipse", { cx: 195, cy: 114, rx: 63, ry: 18.5, class: "socket" }, body);
  const capClip = el("g", { "clip-path": "url(#socket)" }, body);
  const cap = el("g", { class: "cap" }, capClip);
  el("path", { d: "M138 140v-50a57 16 0 0 1 114 0v50z", fill: "url(#cap-side)" }, cap);
  el("ellipse", { cx: 195, cy: 89, rx: 57, ry: 16.5, fill: "url(#cap-top)", class: "cap-edge" }, cap);
  el("path", { d: "M146 86a49 12 0 0 1 58-9", class: "cap-shine" }, cap);
  drawWindow(body);
  const grille = el("g", { class: "grille" }, body);
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 11; column++) {
      el("circle", { cx: 145 + column * 10, cy: 263 + row * 10, r: 2.6 }, grille);
    }
  const ringFront = el("path", { d: "M70 300a125 30 0 0 0 250 0", class: "ring" }, root);
  return { draw: drawBlock };

  /** @param {import("../state.js").State} state @param {import("./stage.js").Look} look */
  function drawBlock(state, look) {
    cap.classList.toggle("down", state.hands.block);
    check.classList.toggle("down", state.hands.check);
    const rgb = toEye(state.light),
      bright = Math.max(...rgb) / 255;
    look.host.style.setProperty("--lamp", `rgb(${bright ? rgb.map((c) => Math.round(c / bright)) : "242,193,78"})`);
    look.host.style.setProperty("--bright", bright.toFixed(2));
    const kind = state.outcome.sounding?.outcome;
    const moves = kind === "laugh" && !look.still;
    set(body, "transform", `translate(${moves ? shake(state, look.pageMs).toFixed(2) : 0} 0)`);
    const rises = kind === "power_up" ? bright : 0;
    for (const ring of [ringBack, ringFront]) {
      set(ring, "opacity", within(rises * 1.2, 0, 1));
      set(ring, "transform", `translate(0 ${(-RING_TRAVEL * rises).toFixed(1)})`);
    }
    return moves && state.sound.on;
  }
}

/** Returns by how much a laugh shakes the block. @param {import("../state.js").State} state @param {number} pageMs */
function shake(state, pageMs) {
  const age = pageMs - (state.sound.onsets.at(-1) ?? -SHAKE_MS);
  if (age < 0 || age > SHAKE_MS) return 0;
  const side = scattered(state.sound.onsets.length) < 0.5 ? -1 : 1;
  return side * SHAKE_BY * Math.cos((age / SHAKE_MS) * Math.PI * 5) * (1 - age / SHAKE_MS) ** 2;
}
