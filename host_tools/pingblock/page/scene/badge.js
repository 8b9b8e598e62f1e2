// Draws the sign of a result, as on the reminder card, next to the block until the next press. There is no sign for
// coins, because the coins themselves are drawn.
import { write } from "../dom.js";
import { el, shown } from "./draw.js";

/** @param {Element} root */
export function makeBadge(root) {
  const badge = el("g", { class: "badge", transform: "translate(338 88)" }, root);
  el("circle", { r: 38 }, badge);
  const sign = el("text", { y: 12 }, badge);
  return { draw };

  /** @param {import("../state.js").State} state */
  function draw({ device, games, outcome: { sounding, shown: known } }) {
    const row = known && known.outcome !== "coins" ? games.words.block?.outcome[known.outcome]?.[0] : undefined,
      isOut = device.game === "block" && !sounding && Boolean(row?.badge);
    shown(badge, isOut);
    if (isOut) write(sign, row?.badge ?? "");
    return false;
  }
}
