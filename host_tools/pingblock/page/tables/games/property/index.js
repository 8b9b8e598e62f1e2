// The property games in the list of games. They have the same drawing.
import { _ } from "../../../language.js";
import { el } from "../../../scene/draw.js";

/** Colours of the sets. @type {Record<string, string>} */
export const SETS = {
  brown: "#8f5f40",
  "light blue": "#9ed5ea",
  pink: "#d978b4",
  orange: "#ee9a45",
  red: "#dd5145",
  yellow: "#f0d04f",
  green: "#4fa35f",
  "dark blue": "#4a66c8",
};

/**
 * @param {string} title @param {string} about @param {number} minutes
 * @param {string} mark  text in the ring of its picture
 * @returns {import("../index.js").Game}
 */
const edition = (title, about, minutes, mark) => ({
  title,
  about,
  minutes,
  picture(svg) {
    el("path", { d: mark, fill: "currentColor" }, svg);
    Object.values(SETS).forEach((fill, i, all) => {
      const turn = (i / all.length) * 2 * Math.PI;
      const [x, y] = [28 + 19 * Math.cos(turn) - 6, 28 + 19 * Math.sin(turn) - 6];
      el("rect", { x, y, width: 12, height: 12, rx: 3, fill }, svg);
    });
  },
  drawing: () => import("./drawing.js"),
});

const CASTLE = "M20 36V21h4v3h2.5v-3h3v3h2.5v-3h4v15h-5v-4a3 3 0 0 0-6 0v4z",
  HOUSE = "M17 29l11-10 11 10h-3v8h-6v-5h-4v5h-6v-8z",
  CACTUS = "M26 38v-6h-3q-3 0-3-3v-5h3v5h3v-9a2 2 0 0 1 4 0v6h3v-4h3v4q0 3-3 3h-3v9z",
  FLASH = "M31 17l-11 13h7l-3 10 12-14h-7z";

export const editions = {
  celebration: edition(
    _("Celebration"),
    _("Buy locations, build castles, and press the block for coins or a laugh."),
    45,
    CASTLE,
  ),
  hideout: edition(_("Hideout"), _("Two dice, deeds and rents. Doubles and elevens roll again."), 90, HOUSE),
  wasteland: edition(_("Wasteland"), _("Two dice, deeds and rents: the long game."), 90, CACTUS),
  wasteland_speed: edition(_("Wasteland speed"), _("The same with dealt deeds: the short game."), 60, FLASH),
};
