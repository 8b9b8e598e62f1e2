// Draws coins that hop out of the block, one for each ping that is heard.
import { el, gradient, set, shown } from "./draw.js";

const MOST = 6,
  HOP_MS = 520;
const FROM = { x: 195, y: 96 };

/** Returns where a coin comes to rest. The first coin is 0. @param {number} index */
const place = (index) => {
  const side = index % 2 ? 1 : -1;
  const step = Math.ceil(index / 2);
  return { x: 195 + side * step * 42, y: 26 + step * step * 6.5 };
};

/**
 * Returns the position and rotation of a coin at a time after its ping.
 * @param {number} index @param {number} ageMs
 */
export function pose(index, ageMs) {
  const rest = place(index),
    t = Math.min(Math.max(ageMs / HOP_MS, 0), 1);
  const out = 1 - (1 - t) ** 2;
  const hop = Math.sin(t * Math.PI) * 26 * (1 - t * 0.5);
  return {
    x: FROM.x + (rest.x - FROM.x) * out,
    y: FROM.y + (rest.y - FROM.y) * out - hop,
    turn: t < 1 ? Math.abs(Math.cos(t * Math.PI * 3)) : 1,
    opacity: Math.min(1, t * 6),
  };
}

/** @param {Element} defs @param {Element} root */
export function makeCoins(defs, root) {
  gradient(defs, "radial", { id: "coin", cx: 0.38, cy: 0.32, r: 0.8 }, [
    [0, "#fff0bd"],
    [0.45, "#f6cb5c"],
    [1, "#c98f1d"],
  ]);
  const coins = Array.from({ length: MOST }, () => {
    const coin = el("g", { class: "coin" }, root);
    el("ellipse", { rx: 16, ry: 17, class: "coin-rim" }, coin);
    el("ellipse", { rx: 14, ry: 15, fill: "url(#coin)" }, coin);
    el("ellipse", { rx: 10, ry: 11, class: "coin-line" }, coin);
    el("rect", { x: -2.4, y: -7, width: 4.8, height: 14, rx: 2.4, class: "coin-mark" }, coin);
    return coin;
  });
  return { draw };

  /** @param {import("../state.js").State} state @param {import("./stage.js").Look} look */
  function draw(state, look) {
    const { sounding, shown: known } = state.outcome;
    const told = !sounding && known?.outcome === "coins" ? known.coins : 0;
    const heard = sounding?.outcome === "coins" ? Math.min(state.sound.onsets.length, sounding.coins) : 0;
    let moves = false;
    coins.forEach((coin, index) => {
      const out = index < Math.max(heard, told);
      shown(coin, out);
      if (!out) return;
      const ageMs = look.still || index >= heard ? HOP_MS : look.pageMs - state.sound.onsets[index];
      const { x, y, turn, opacity } = pose(index, ageMs);
      set(coin, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${Math.max(turn, 0.12).toFixed(2)} 1)`);
      set(coin, "opacity", opacity);
      moves ||= ageMs < HOP_MS;
    });
    return moves;
  }
}
