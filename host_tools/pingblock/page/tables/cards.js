// Shows each board game as a card: a sentence, the number of players and the length. The cards need no referee.
import { h } from "../dom.js";
import { _, ngettext } from "../language.js";
import { el } from "../scene/draw.js";
import { GAMES, titleOf } from "./games/index.js";

/** @typedef {{name: string, players: [number, number]}} Listed */

/** @param {Listed} game @param {() => void} chosen */
export function gameCard({ name, players: [least, most] }, chosen) {
  const { about = "", minutes = 0, picture } = GAMES[name] ?? {},
    svg = el("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" });
  picture?.(svg);
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
