// Storm in the list of games.
import { _ } from "../../../language.js";
import { el } from "../../../scene/draw.js";

/** @type {import("../index.js").Game} */
export const storm = {
  title: _("Storm"),
  about: _("Run from space to space, shoot, build walls, and outlive the storm."),
  minutes: 40,
  picture(svg) {
    el("path", { d: "M14 32a9 9 0 0 1 3-17 11 11 0 0 1 21-1 9 9 0 0 1 3 18z", fill: "#5b77b0" }, svg);
    el("path", { d: "M30 28l-9 12h7l-3 9 11-14h-7l4-7z", fill: "#f2c14e" }, svg);
  },
  drawing: () => import("./drawing.js"),
};
