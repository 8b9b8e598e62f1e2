// Draws the fortune card, which shows its back during the sound and its face afterwards, and the skulls of the turn.
import { pgettext } from "../language.js";
import { el, gradient, set } from "./draw.js";
import { drawCloud } from "./storm.js";

const FLIP_MS = 420;

/** Draws a skull at 0, 0. @param {Element} root @param {string} [transform] */
export function drawSkull(root, transform = "") {
  const skull = el("g", transform ? { transform } : {}, root);
  el(
    "path",
    { d: "M-20-4A20 19 0 1 1 20-4Q20 5 13 9V17Q13 20 10 20H-10Q-13 20-13 17V9Q-20 5-20-4Z", class: "bone" },
    skull,
  );
  for (const side of [-1, 1]) el("ellipse", { cx: side * 8, cy: -2, rx: 5, ry: 5.8, class: "socket-eye" }, skull);
  el("path", { d: "M0 5L-3 10H3ZM-5 14V20M0 14V20M5 14V20", class: "teeth" }, skull);
}

/** Draws the number of swords that the sea battle needs. @param {Element} root @param {number} count */
function drawSwords(root, count) {
  el("path", { d: "M-44 34q11-9 22 0t22 0 22 0 22 0M-44 44q11-9 22 0t22 0 22 0 22 0", class: "wave" }, root);
  for (let i = 0; i < count; i++) {
    const side = i - (count - 1) / 2;
    const sword = el("g", { transform: `translate(${side * 21} -8) rotate(${side * 9})` }, root);
    el("path", { d: "M-3.2 14V-24L0-33 3.2-24V14Z", class: "blade" }, sword);
    el("path", { d: "M-8 14H8M0 15V25", class: "hilt" }, sword);
  }
}

/** @type {Record<string, (root: Element) => void>} */
export const SYMBOLS = {
  gold(root) {
    for (const [x, y] of [
      [-14, 14],
      [15, 16],
      [0, -10],
    ]) {
      el("ellipse", { cx: x, cy: y, rx: 19, ry: 20, class: "gold" }, root);
      el("ellipse", { cx: x, cy: y, rx: 12, ry: 13, class: "gold-line" }, root);
    }
  },
  diamond(root) {
    el("path", { d: "M-34-8L-18-28H18L34-8 0 34Z", class: "gem" }, root);
    el("path", { d: "M-34-8H34M-18-28L-11-8 0 34 11-8 18-28M-11-8L0-28 11-8", class: "gem-line" }, root);
  },
  captain(root) {
    el("path", { d: "M-42 2C-30-4-26-36 0-36S30-4 42 2C30 8 14 1 0 1S-30 8-42 2Z", class: "hat" }, root);
    el("path", { d: "M-37 2.5C-26 4-14-3.5 0-3.5S26 4 37 2.5", class: "hat-band" }, root);
    el("path", { d: "M0-30L3.2-22.5 11-22 5-17 7-9.5 0-14-7-9.5-5-17-11-22-3.2-22.5Z", class: "hat-star" }, root);
    const double = el("text", { y: 36, class: "times" }, root);
    double.textContent = "×2";
  },
  sorceress(root) {
    el("path", { d: "M0-36Q5-10 30-4 5 3 0 30-5 3-30-4-5-10 0-36Z", class: "star" }, root);
    for (const [x, y, r] of [
      [26, -26, 4],
      [-25, 22, 3.4],
      [23, 25, 2.8],
    ])
      el("circle", { cx: x, cy: y, r, class: "star" }, root);
  },
  chest(root) {
    el("path", { d: "M-36-2Q-36-28-16-28H16Q36-28 36-2Z", class: "wood-lid" }, root);
    el("rect", { x: -36, y: 0, width: 72, height: 32, rx: 4, class: "wood" }, root);
    el("path", { d: "M-36 0H36M-22-27V32M22-27V32", class: "iron" }, root);
    el("rect", { x: -7, y: -6, width: 14, height: 16, rx: 4, class: "gold" }, root);
  },
  monkey(root) {
    for (const side of [-1, 1]) el("circle", { cx: side * 28, cy: -4, r: 10, class: "fur" }, root);
    el("circle", { r: 28, class: "fur" }, root);
    el("path", { d: "M0 24C-24 24-24 0-12-10-6-15 0-11 0-8 0-11 6-15 12-10 24 0 24 24 0 24Z", class: "muzzle" }, root);
    for (const side of [-1, 1]) el("circle", { cx: side * 8, cy: -3, r: 3.2, class: "socket-eye" }, root);
    el("path", { d: "M-9 13q9 7 18 0", class: "smile" }, root);
  },
  sea2: (root) => drawSwords(root, 2),
  sea3: (root) => drawSwords(root, 3),
  sea4: (root) => drawSwords(root, 4),
  skull1: (root) => drawSkull(root, "scale(1.5)"),
  skull2(root) {
    drawSkull(root, "translate(-17 -13) scale(1.02)");
    drawSkull(root, "translate(17 16) scale(1.02)");
  },
  storm(root) {
    drawCloud(el("g", { transform: "scale(1.12) translate(0 2)" }, root));
  },
  truce(root) {
    el("path", { d: "M-24-36V40", class: "pole" }, root);
    el("path", { d: "M-24-34Q-8-42 8-34T34-34V2Q20-6 8 2T-24 2Z", class: "flag" }, root);
  },
  zombie(root) {
    el("path", { d: "M-26-6A26 26 0 0 1 26-6V14Q26 32 0 32-26 32-26 14Z", class: "rotten" }, root);
    el("circle", { cx: -10, cy: -4, r: 8, class: "bone" }, root);
    el("circle", { cx: 11, cy: -3, r: 5.5, class: "bone" }, root);
    for (const x of [-10, 11]) el("circle", { cx: x, cy: -3, r: 2.4, class: "socket-eye" }, root);
    el("path", { d: "M-13 18H14M-8 14V22M0 14V22M8 14V22M-16-24L-4-18", class: "stitch" }, root);
  },
};

/** @param {Element} defs @param {Element} root */
export function makeCards(defs, root) {
  gradient(defs, "linear", { id: "card-back", x1: 0, y1: 0, x2: 1, y2: 1 }, [
    [0, "#8e352e"],
    [1, "#57201b"],
  ]);
  el("ellipse", { cx: 292, cy: 306, rx: 68, ry: 14, fill: "url(#shade)" }, root);
  for (const turn of [5, 2])
    el(
      "rect",
      { x: 234, y: 126, width: 116, height: 172, rx: 14, class: "paper", transform: `rotate(${turn} 292 212)` },
      root,
    );
  const card = el("g", {}, root);
  const back = el("g", {}, card);
  el("rect", { x: -58, y: -86, width: 116, height: 172, rx: 14, fill: "url(#card-back)", class: "back" }, back);
  el("rect", { x: -48, y: -76, width: 96, height: 152, rx: 9, class: "back-line" }, back);
  for (let row = -1; row <= 1; row++)
    for (let column = -1; column <= 1; column++) {
      el(
        "path",
        { d: "M0-11L9 0 0 11-9 0Z", class: "back-mark", transform: `translate(${column * 30} ${row * 46})` },
        back,
      );
    }
  const front = el("g", {}, card);
  el("rect", { x: -58, y: -86, width: 116, height: 172, rx: 14, class: "paper" }, front);
  el("rect", { x: -50, y: -78, width: 100, height: 156, rx: 9, class: "paper-line" }, front);
  const symbol = el("g", { transform: "translate(0 -26)", class: "symbol" }, front);
  const title = el("text", { y: 52, class: "card-title" }, front);
  const skulls = el("g", { transform: "translate(292 342)" }, root);
  let drawn = "",
    flippedMs = -FLIP_MS,
    skullsDrawn = -1;
  return { draw };

  /** @param {import("../state.js").State} state @param {import("./stage.js").Look} look */
  function draw(state, look) {
    const known = state.outcome.shown?.card ?? (state.outcome.held ? "" : drawn);
    if (known !== drawn) {
      drawn = known;
      flippedMs = look.pageMs;
      if (drawn) drawFace();
    }
    const count =
      state.outcome.shown?.skulls ?? (state.outcome.shown?.outcome === "card" ? 0 : Math.max(skullsDrawn, 0));
    if (count !== skullsDrawn) drawSkulls((skullsDrawn = count));
    const t = look.still ? 1 : Math.min((look.pageMs - flippedMs) / FLIP_MS, 1);
    const faceUp = drawn !== "" && t > 0.5;
    front.toggleAttribute("hidden", !faceUp);
    back.toggleAttribute("hidden", faceUp);
    const wide = t < 1 ? Math.abs(Math.cos(t * Math.PI)) : 1;
    set(card, "transform", `translate(292 212) rotate(-3) scale(${Math.max(wide, 0.02).toFixed(3)} 1)`);
    return t < 1;
  }

  function drawFace() {
    symbol.replaceChildren();
    SYMBOLS[drawn]?.(symbol);
    title.replaceChildren();
    const words = (title.dataset.title = titles[drawn] ?? drawn).split(", ");
    words.forEach((line, i) => {
      el("tspan", { x: 0, dy: i ? 17 : words.length > 1 ? -7 : 0 }, title).textContent = line;
    });
  }

  /** @param {number} count */
  function drawSkulls(count) {
    skulls.replaceChildren();
    for (let i = 0; i < count; i++)
      drawSkull(skulls, `translate(${(i - (count - 1) / 2) * Math.min(30, 150 / count)} 0) scale(.62)`);
  }
}

/** Short titles that fit on a card. A comma separates two lines. @type {Record<string, string>} */
const titles = {
  gold: pgettext("card", "Gold"),
  diamond: pgettext("card", "Diamond"),
  captain: pgettext("card", "Captain"),
  sorceress: pgettext("card", "Sorceress"),
  chest: pgettext("card", "Treasure, chest"),
  monkey: pgettext("card", "Monkey, business"),
  sea2: pgettext("card", "Sea battle, 2 swords"),
  sea3: pgettext("card", "Sea battle, 3 swords"),
  sea4: pgettext("card", "Sea battle, 4 swords"),
  skull1: pgettext("card", "One skull"),
  skull2: pgettext("card", "Two skulls"),
  storm: pgettext("card", "Storm"),
  truce: pgettext("card", "Truce"),
  zombie: pgettext("card", "Zombie, attack"),
};
