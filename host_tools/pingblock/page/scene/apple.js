// Draws the apple base: twenty worms in three circles, which follow the servo's physical angle, and the lever.
import { el, gradient, set, within } from "./draw.js";

const CENTRE = { x: 195, y: 438 };
// For each circle: number of worms, share of the outer radius, and start angle in radians.
const CIRCLES = [
  [10, 1, 0.1],
  [7, 0.63, 0.35],
  [3, 0.27, 0.75],
];
const RADIUS = { x: 119, y: 40 };
const LOBES = 5; // number of lobes of the cam under the worms
const LOW = 9,
  LIFT = 27;
const LEVER_REST = 0,
  LEVER_PULLED = 62; // angle in degrees

/** Place of each worm, and its phase on the cam. The worms in the back come first. */
export const WORMS = CIRCLES.flatMap(([count, share, begin]) =>
  Array.from({ length: count }, (_, i) => {
    const turn = begin + (i * 2 * Math.PI) / count;
    return {
      x: CENTRE.x + RADIUS.x * share * Math.cos(turn),
      y: CENTRE.y + RADIUS.y * share * Math.sin(turn),
      phase: turn,
      size: 1.14 + 0.14 * share * Math.sin(turn),
    };
  }),
).sort((a, b) => a.y - b.y);

/**
 * Returns how far a worm is out of its hole.
 * @param {number} deg angle of the servo's horn, 0..180
 * @param {number} phase phase of the worm, radians
 */
export function height(deg, phase) {
  const turned = ((deg - 90) * Math.PI) / 180;
  return LOW + (LIFT * (1 + Math.sin(LOBES * (phase - turned) + 0.9))) / 2;
}

/** @param {Element} defs */
function defineApple(defs) {
  gradient(defs, "linear", { id: "apple-side", x1: 0, y1: 0, x2: 1, y2: 0 }, [
    [0, ".apple-4"],
    [0.18, ".apple-3"],
    [0.42, ".apple-2"],
    [0.75, ".apple-3"],
    [1, ".apple-4"],
  ]);
  gradient(defs, "radial", { id: "apple-top", cx: 0.42, cy: 0.34, r: 0.8 }, [
    [0, ".apple-0"],
    [1, ".apple-1"],
  ]);
  gradient(defs, "linear", { id: "worm", x1: 0, y1: 0, x2: 1, y2: 0 }, [
    [0, "#86a84a"],
    [0.35, "#d3e58f"],
    [0.6, "#b9d573"],
    [1, "#73963d"],
  ]);
  gradient(defs, "linear", { id: "worm-head", x1: 0, y1: 0, x2: 1, y2: 0 }, [
    [0, "#3c6a24"],
    [0.38, "#7cb342"],
    [1, "#365f20"],
  ]);
  gradient(defs, "linear", { id: "leaf", x1: 0, y1: 0, x2: 1, y2: 1 }, [
    [0, "#8fbf55"],
    [1, "#44732a"],
  ]);
  gradient(defs, "radial", { id: "knob", cx: 0.36, cy: 0.32, r: 0.8 }, [
    [0, "#fff1d6"],
    [0.4, "#e2bd86"],
    [1, "#a87a46"],
  ]);
  const hole = el("clipPath", { id: "worm-hole" }, defs);
  el("path", { d: "M-20 -80H20V0H10.4A10.4 4.6 0 0 1 -10.4 0H-20Z" }, hole);
}

/** @param {Element} root @param {typeof WORMS[number]} worm */
function drawWorm(root, worm) {
  const place = el(
    "g",
    { transform: `translate(${worm.x.toFixed(1)} ${worm.y.toFixed(1)}) scale(${worm.size.toFixed(3)})` },
    root,
  );
  const clip = el("g", { "clip-path": "url(#worm-hole)" }, place);
  const body = el("g", {}, clip);
  el("path", { d: "M-7.6 70V0a7.6 7.6 0 0 1 15.2 0V70z", fill: "url(#worm)" }, body);
  el("path", { d: "M-7.6 4.2V0a7.6 7.6 0 0 1 15.2 0V4.2q-7.6 3.2-15.2 0z", fill: "url(#worm-head)" }, body);
  for (const y of [14, 21.5, 29]) el("path", { d: `M-7.6 ${y}q7.6 3 15.2 0`, class: "worm-line" }, body);
  for (const side of [-1, 1]) {
    el("circle", { cx: side * 2.9, cy: -0.6, r: 2.2, fill: "#fff" }, body);
    el("circle", { cx: side * 2.9 + 0.4, cy: -0.2, r: 1.15, fill: "#18220d" }, body);
  }
  return body;
}

/** @param {Element} defs @param {Element} root */
export function makeApple(defs, root) {
  defineApple(defs);
  el("ellipse", { cx: CENTRE.x, cy: 540, rx: 186, ry: 27, fill: "url(#shade)" }, root);
  el("path", { d: "M47 438v54c0 36 66 56 148 56s148-20 148-56v-54z", fill: "url(#apple-side)" }, root);
  el("path", { d: "M64 476c26 26 74 40 128 42", class: "apple-shine" }, root);
  const stalk = el("g", {}, root);
  el("path", { d: "M74 408q-7-13-1-25", class: "stalk" }, stalk);
  el("path", { d: "M74 388q-34-22-51 4q27 20 51-4z", fill: "url(#leaf)" }, stalk);
  el("path", { d: "M72 389q-22-7-44 2", class: "leaf-line" }, stalk);
  el("ellipse", { cx: CENTRE.x, cy: CENTRE.y, rx: 148, ry: 56, fill: "url(#apple-top)" }, root);
  el("ellipse", { cx: CENTRE.x, cy: CENTRE.y, rx: 142, ry: 52, class: "apple-rim" }, root);
  const holes = el("g", {}, root);
  for (const { x, y, size } of WORMS) {
    el("ellipse", { cx: x, cy: y, rx: 11.6 * size, ry: 5.4 * size, class: "hole-rim" }, holes);
    el("ellipse", { cx: x, cy: y, rx: 10.4 * size, ry: 4.6 * size, class: "hole" }, holes);
  }
  const bodies = WORMS.map((worm) => drawWorm(root, worm));
  el("rect", { x: 318, y: 462, width: 15, height: 58, rx: 7.5, class: "lever-slot" }, root);
  const lever = el("g", { class: "lever" }, root);
  el("path", { d: "M325 495 L360 466", class: "lever-under" }, lever);
  el("path", { d: "M325 493 L360 464", class: "lever-arm" }, lever);
  el("circle", { cx: 362, cy: 463, r: 13, fill: "url(#knob)", class: "knob" }, lever);
  return { draw };

  /** @param {import("../state.js").State} state @param {import("./stage.js").Look} look */
  function draw(state, look) {
    bodies.forEach((body, i) =>
      set(body, "transform", `translate(0 ${-height(state.servo.deg, WORMS[i].phase).toFixed(2)})`),
    );
    const dragged = look.leverDrag ?? (state.hands.lever ? 1 : 0);
    lever.classList.toggle("free", look.leverDrag === null);
    lever.style.setProperty("--turn", `${LEVER_REST + within(dragged, 0, 1.15) * LEVER_PULLED}deg`);
    return false;
  }
}
