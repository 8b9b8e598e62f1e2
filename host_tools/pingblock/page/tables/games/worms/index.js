// Worms in the list of games.
import { _ } from "../../../language.js";
import { el } from "../../../scene/draw.js";

/** @type {import("../index.js").Game} */
export const worms = {
  title: _("Worms"),
  about: _("Pull worms out of the apple, and find those on your cards."),
  minutes: 20,
  picture(svg) {
    el("ellipse", { cx: 28, cy: 38, rx: 21, ry: 12, fill: "#a5443a" }, svg);
    for (const [x, fill] of [
      [17, "#7fb94a"],
      [28, "#f0c83e"],
      [39, "#5b93e0"],
    ])
      el("path", { d: `M${Number(x) - 4} 38V20q0-6 4-6t4 6v18z`, fill }, svg);
  },
  drawing: () => import("./drawing.js"),
};
