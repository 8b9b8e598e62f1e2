// Shows each board game as a card: a sentence, the number of players and the length. The cards need no
// referee yet.
import { h } from "../dom.js";
import { _, ngettext } from "../language.js";
import { el } from "../scene/draw.js";
import { titleOf } from "./evening.js";

/** A sentence about each game and its length in minutes. @type {Record<string, [string, number]>} */
const ABOUT = {
  celebration: [_("Buy locations, build castles, and press the block for coins or a laugh."), 45],
  hideout: [_("Two dice, deeds and rents. Doubles and elevens roll again."), 90],
  wasteland: [_("Two dice, deeds and rents: the long game."), 90],
  wasteland_speed: [_("The same with dealt deeds: the short game."), 60],
  fortune: [_("Draw a card, roll eight dice, and stop before three skulls."), 30],
  storm: [_("Run from space to space, shoot, build walls, and outlive the storm."), 40],
  worms: [_("Pull worms out of the apple, and find those on your cards."), 20],
};
const PROPERTY = ["#8f5f40", "#9ed5ea", "#d978b4", "#ee9a45", "#dd5145", "#f0d04f", "#4fa35f", "#4a66c8"];
/** A picture of 56 by 56 for each game. @type {Record<string, (svg: Element, name: string) => void>} */
const PICTURES = {
  fortune(svg) {
    el("rect", { x: 12, y: 12, width: 32, height: 32, rx: 7, fill: "#f6efdc" }, svg);
    for (const [cx, cy] of [
      [20, 20],
      [36, 20],
      [28, 28],
      [20, 36],
      [36, 36],
    ])
      el("circle", { cx, cy, r: 3.4, fill: "#232f58" }, svg);
  },
  storm(svg) {
    el("path", { d: "M14 32a9 9 0 0 1 3-17 11 11 0 0 1 21-1 9 9 0 0 1 3 18z", fill: "#5b77b0" }, svg);
    el("path", { d: "M30 28l-9 12h7l-3 9 11-14h-7l4-7z", fill: "#f2c14e" }, svg);
  },
  worms(svg) {
    el("ellipse", { cx: 28, cy: 38, rx: 21, ry: 12, fill: "#a5443a" }, svg);
    for (const [x, fill] of [
      [17, "#7fb94a"],
      [28, "#f0c83e"],
      [39, "#5b93e0"],
    ])
      el("path", { d: `M${Number(x) - 4} 38V20q0-6 4-6t4 6v18z`, fill }, svg);
  },
};

/** The mark in the ring of a property game: a castle, a house, a cactus, a flash. @type {Record<string, string>} */
const MARKS = {
  celebration: "M20 36V21h4v3h2.5v-3h3v3h2.5v-3h4v15h-5v-4a3 3 0 0 0-6 0v4z",
  hideout: "M17 29l11-10 11 10h-3v8h-6v-5h-4v5h-6v-8z",
  wasteland: "M26 38v-6h-3q-3 0-3-3v-5h3v5h3v-9a2 2 0 0 1 4 0v6h3v-4h3v4q0 3-3 3h-3v9z",
  wasteland_speed: "M31 17l-11 13h7l-3 10 12-14h-7z",
};

/** @param {Element} svg @param {string} name */
function ring(svg, name) {
  el("path", { d: MARKS[name] ?? "", fill: "currentColor" }, svg);
  PROPERTY.forEach((fill, i) => {
    const turn = (i / PROPERTY.length) * 2 * Math.PI;
    el(
      "rect",
      { x: 28 + 19 * Math.cos(turn) - 6, y: 28 + 19 * Math.sin(turn) - 6, width: 12, height: 12, rx: 3, fill },
      svg,
    );
  });
}

/** @typedef {{name: string, players: [number, number]}} Listed */

/** @param {Listed} game @param {() => void} chosen */
export function gameCard({ name, players: [least, most] }, chosen) {
  const [about = "", minutes = 0] = ABOUT[name] ?? [],
    svg = el("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" });
  (PICTURES[name] ?? ring)(svg, name);
  const facts = [
    _("{least} to {most} players", { least, most }),
    minutes ? ngettext("about {n} minute", "about {n} minutes", minutes) : "",
  ];
  const button = h(
    "button",
    { type: "button", className: "title", "aria-expanded": "false", "data-game": name, onclick: chosen },
    titleOf(name),
  );
  return h(
    "div",
    { className: "gamecard" },
    svg,
    h("div", {}, button, about ? h("p", {}, about) : null, h("p", {}, facts.filter(Boolean).join(" · "))),
  );
}
