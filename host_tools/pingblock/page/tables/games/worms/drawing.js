// Draws a game of Worms: the apple with its holes, the worms that were seen, and each player's cards.
import { _, ngettext, percent } from "../../../language.js";
import { el } from "../../../scene/draw.js";
import { looking, picture, words } from "../drawn.js";
import { actor } from "../../moves.js";

const HOLES = 20,
  CARDS = 5;
/** @type {Record<string, string>} */
const COLOURS = { green: "#7fb94a", blue: "#5b93e0", red: "#e0604f", yellow: "#f0c83e" };
/** @type {Record<string, string>} */
const WANTED = { green: _("green wanted"), blue: _("blue wanted"), red: _("red wanted"), yellow: _("yellow wanted") };
const MORE = ["#b58bd6", "#6cc5b9", "#d9b66a", "#c98d8d"];
/** Positions of the holes in three circles around 0, 0. @type {[number, number][]} */
const PLACES = [
  [1, 0],
  [7, 46],
  [12, 84],
].flatMap(([count, r]) =>
  Array.from({ length: count }, (_hole, i) => {
    const turn = (i / count) * 2 * Math.PI - Math.PI / 2;
    return /** @type {[number, number]} */ ([Math.cos(turn) * r * 1.45, Math.sin(turn) * r * 0.82]);
  }),
);

/** @param {string} name @param {string[]} names */
function colourOf(name, names) {
  return COLOURS[name] ?? MORE[Math.max(0, names.indexOf(name)) % MORE.length];
}

/** Draws a worm's head at 0, 0. @param {Element} root @param {string} colour @param {number} [scale] */
function drawWorm(root, colour, scale = 1) {
  const worm = el("g", { transform: `scale(${scale})` }, root);
  el("path", { d: "M-8 6V-12Q-8-22 0-22T8-12V6Z", fill: colour, class: "wworm" }, worm);
  el("path", { d: "M-8-3Q0 0 8-3M-8 3Q0 6 8 3", class: "wring" }, worm);
  for (const side of [-1, 1]) {
    el("circle", { cx: side * 3.4, cy: -13, r: 2.6, class: "weye" }, worm);
    el("circle", { cx: side * 3.4, cy: -12.6, r: 1.2, class: "tsee" }, worm);
  }
}

/** @param {import("../../table.js").Answer | undefined} shown */
const pulls = (shown) => shown?.forms?.some(({ do: verb }) => verb === "pull");

/** Returns hole -> colour, for the worms that were seen. @param {Record<string, any>} [view] */
const seenIn = (view) =>
  new Map(/** @type {any[]} */ (view?.seen ?? []).filter(({ hole }) => hole).map(({ hole, colour }) => [hole, colour]));

/** @type {import("../../view.js").MakeDrawing} */
export function make(root, ask) {
  const svg = picture(
    root,
    _("The apple with 20 holes. Use the arrow keys to choose a hole, and Enter to pull its worm"),
  );
  const paint = el("radialGradient", { id: "wapple", cx: 0.4, cy: 0.3 }, svg.querySelector("defs") ?? svg);
  for (const [offset, colour] of [
    [0, "#dd7566"],
    [0.7, "#a5443a"],
    [1, "#7c2f28"],
  ])
    el("stop", { offset, "stop-color": colour }, paint);
  el("rect", { x: 8, y: 8, width: 374, height: 374, rx: 18, class: "felt" }, svg);
  const apple = el("g", { transform: "translate(195 131)" }, svg),
    hands = el("g", { "aria-hidden": "true" }, svg);
  let looked = -1;
  /** @type {import("../../evening.js").Model | null} */
  let last = null;
  looking(
    svg,
    () => HOLES,
    (at, tapped) => {
      looked = at;
      const seat = last ? actor(last.shown) : null,
        colour = seenIn(last?.shown.state).get(at + 1); // The same tap keeps a known worm or puts it back.
      if (tapped && seat !== null && pulls(last?.shown))
        ask({ do: "pull", seat, hole: at + 1, ...(colour ? { colour } : {}) });
      else if (last) draw(last);
    },
  );
  return { draw, facts };

  /** @param {import("../../evening.js").Model} model */
  function draw(model) {
    last = model;
    const view = model.shown.state;
    if (!view) return;
    drawApple(view, model.shown);
    drawHands(model, view);
  }

  /** @param {Record<string, any>} view @param {import("../../table.js").Answer} shown */
  function drawApple(view, shown) {
    apple.replaceChildren();
    const names = Object.keys(view.unseen ?? {}),
      can = pulls(shown);
    el("ellipse", { rx: 166, ry: 98, cy: 12, class: "wshade" }, apple);
    el("ellipse", { rx: 164, ry: 96, fill: "url(#wapple)", class: view.running ? "wbob" : "" }, apple);
    const lying = seenIn(view);
    PLACES.forEach(([x, y], i) => {
      const hole = el(
        "g",
        {
          transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
          "data-at": i,
          class: `whole${can ? " can" : ""}${looked === i ? " looked" : ""}`,
        },
        apple,
      );
      el("title", {}, hole).textContent = _("Hole {n}", { n: i + 1 });
      el("ellipse", { rx: 17, ry: 13, class: "wtouch" }, hole);
      el("ellipse", { rx: 11.5, ry: 7, class: "wdark" }, hole);
      if (lying.has(i + 1)) drawWorm(hole, colourOf(lying.get(i + 1), names), 0.8);
      words(hole, String(i + 1), { y: 17, "font-size": 11, class: "wnumber" });
    });
  }

  /** @param {import("../../evening.js").Model} model @param {Record<string, any>} view */
  function drawHands({ shown, players }, view) {
    hands.replaceChildren();
    const names = Object.keys(view.unseen ?? {}),
      count = players.length,
      wide = Math.min(92, 366 / count);
    const unseen = Object.entries(view.unseen ?? {}),
      loose = /** @type {any[]} */ (view.seen ?? []).filter(({ hole }) => !hole);
    const state = shown.over ? "" : view.running ? _("The worms are moving") : _("The worms are not moving");
    words(hands, state, { x: 195, y: 27, "font-size": 12, class: "tdim" }, 360);
    unseen.forEach(([name, left], i) => {
      const x = 195 + (i - (unseen.length - 1) / 2) * 64;
      drawWorm(el("g", { transform: `translate(${x - 12} 260)` }, hands), colourOf(name, names), 0.62);
      words(hands, `× ${left}`, { x: x + 12, y: 258, "font-size": 14, class: "tdim" });
    });
    words(
      hands,
      loose.length
        ? ngettext("not seen yet, {n} more in the apple", "not seen yet, {n} more in the apple", loose.length)
        : _("not seen yet"),
      { x: 195, y: 277, "font-size": 11.5, class: "tdim" },
      360,
    );
    view.players.forEach((/** @type {any} */ own, /** @type {number} */ seat) => {
      const x = 195 + (seat - (count - 1) / 2) * wide,
        held = view.held?.[seat];
      const missing = Object.entries(own.wanted).flatMap(([name, need]) =>
        Array.from({ length: Number(need) }, () => name),
      );
      const total = Math.max(CARDS, missing.length + own.covered),
        card = Math.min(16, (wide - 8) / total);
      el(
        "rect",
        {
          x: x - wide / 2 + 3,
          y: 284,
          width: wide - 6,
          height: 90,
          rx: 10,
          class: seat === shown.turn && !shown.over ? "whand on" : "whand",
        },
        hands,
      );
      words(hands, players[seat], { x, y: 300, "font-size": 12.5, class: "tcorner" }, wide - 14);
      el("rect", { x: x - 18, y: 304, width: 36, height: 3.5, rx: 1.7, fill: `var(--seat-${seat})` }, hands);
      for (let i = 0; i < own.covered + missing.length; i++) {
        const done = i < own.covered,
          at = x + (i - (own.covered + missing.length - 1) / 2) * card;
        const slot = el("g", { transform: `translate(${at} 324)` }, hands);
        el(
          "rect",
          {
            x: -card / 2 + 1,
            y: -13,
            width: card - 2,
            height: 26,
            rx: 3,
            fill: done ? "var(--line)" : colourOf(missing[i - own.covered], names),
            class: "wcard",
          },
          slot,
        );
        if (done) words(slot, "✓", { y: 5, "font-size": 11, class: "tcorner" });
      }
      const [top, bottom = 1] = String(own.match).split("/").map(Number);
      if (held) {
        drawWorm(el("g", { transform: `translate(${x - wide / 2 + 16} 364)` }, hands), colourOf(held, names), 0.6);
        words(hands, _("held"), { x: x + 10, y: 362, "font-size": 11.5, class: "tdim" }, wide - 36);
      } else
        words(
          hands,
          missing.length ? _("fits {chance}", { chance: percent(top / bottom) }) : own.covered ? _("complete") : "",
          { x, y: 360, "font-size": 11.5, class: "tdim" },
          wide - 14,
        );
    });
  }
}

/** @param {Record<string, any>} view @param {number} seat @returns {import("../../players.js").Facts} */
function facts(view, seat) {
  const own = view.players?.[seat];
  if (!own) return { amount: "" };
  const names = Object.keys(view.unseen ?? {});
  const chips = Object.entries(own.wanted).flatMap(([name, need]) =>
    Array.from({ length: Number(need) }, () => ({ colour: colourOf(name, names), title: WANTED[name] ?? name })),
  );
  return { amount: `${own.covered}`, unit: _("worms found"), chips };
}
