// Fortune in the list of games.
import { _ } from "../../../language.js";
import { el } from "../../../scene/draw.js";

/** @type {import("../index.js").Game} */
export const fortune = {
  title: _("Fortune"),
  about: _("Draw a card, roll eight dice, and stop before three skulls."),
  minutes: 30,
  picture(svg) {
    el("rect", { x: 12, y: 12, width: 32, height: 32, rx: 7, fill: "#f6efdc", stroke: "#b7a67f" }, svg);
    for (const [cx, cy] of [
      [20, 20],
      [36, 20],
      [28, 28],
      [20, 36],
      [36, 36],
    ])
      el("circle", { cx, cy, r: 3.4, fill: "#232f58" }, svg);
  },
  drawing: () => import("./drawing.js"),
};
