// Draws the game board of a property game: spaces, tokens, deeds, buildings, dice, and the deed to decide about.
import { _, ngettext, pgettext } from "../../../language.js";
import { el } from "../../../scene/draw.js";
import { capital } from "../../../text.js";
import { rollOf } from "../../cues.js";
import { CORNERS, drawDice, named, whereabouts, words } from "../drawn.js";
import { enter } from "../../motion.js";
import { SETS } from "./index.js";
import { described, drawBand, drawCorner, drawOwner, makeRing } from "../ring.js";

/**
 * @typedef {{name: string, kind: string, set: string, owner: number | null, built: number, mortgaged: boolean,
 * price: number | null, rent: number | null}} Space
 */

const STATION = "#aab0c0",
  UTILITY = "#c7b8e8",
  OTHERS = ["#b58bd6", "#6cc5b9", "#d9b66a", "#9aa8d8", "#c98d8d"];
const NOTHING = { kind: "", set: "", owner: null, built: 0, mortgaged: false, price: null, rent: null };
/** @type {Record<string, string>} */
const NAMED = { ...CORNERS, go: _("GO") };
/** @type {Record<string, string>} */
const SIGNS = { card: "?", tax: "%", block: "▣" };

/** @param {Space} space */
export function colourOf({ kind, set }) {
  if (kind === "station") return STATION;
  if (kind === "utility") return UTILITY;
  if (!set) return "";
  return SETS[set] ?? OTHERS[[...set].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % OTHERS.length];
}

/** @type {import("../../view.js").MakeDrawing} */
export function make(root, ask) {
  const draw = makeRing(root, ask, {
    label: _("The board. Use the arrow keys to look at its spaces"),
    corner: 50,
    lines: deedLines,
    middle: drawMiddle,
    space: drawSpace,
    key: ({ shown }) =>
      /** @type {Space[]} */ (shown.state?.spaces).map(({ owner, built, mortgaged }) => [owner, built, mortgaged]),
  });
  const levels = /** @type {number[]} */ ([]); // the buildings on each space
  return { draw, facts, lines: deedLines };

  /** @param {Element} group @param {Space} space @param {import("../ring.js").Box} box @param {string[]} letters */
  function drawSpace(group, space, box, letters) {
    const [x, y, w, high, side] = box,
      colour = colourOf(space),
      // Translators: the first letter of "mortgaged", on the space of a mortgaged deed
      sign = space.mortgaged ? pgettext("mortgaged", "M") : SIGNS[space.kind],
      middleX = x + w / 2,
      middleY = y + high / 2;
    if (colour) drawBand(group, box, colour, space.mortgaged);
    if (w === high) drawCorner(group, box, NAMED[space.kind] ?? "");
    else if (sign)
      words(group, sign, { x: middleX, y: middleY + 5, "font-size": space.mortgaged ? 11 : 15, class: "tsign" });
    if (space.owner !== null) drawOwner(group, box, space.owner, letters[space.owner]);
    const at = Number(group.getAttribute("data-at")),
      before = levels[at] ?? space.built;
    levels[at] = space.built;
    if (space.built) drawBuilt(group, [middleX, middleY], space.built, side, before);
  }

  /**
   * Draws the buildings on a space. New buildings fall onto it.
   * @param {Element} group @param {[number, number]} place @param {number} level @param {number} side @param {number}
   * before
   */
  function drawBuilt(group, [x, y], level, side, before) {
    const large = level > 4,
      count = large ? 1 : level,
      upright = side % 2,
      gap = Math.min(upright ? 9 : 7, 24 / count);
    for (let i = 0; i < count; i++) {
      const off = (i - (count - 1) / 2) * gap,
        size = large ? 1.5 : count > 2 ? 0.62 : count > 1 && upright ? 0.8 : 1;
      const at = `translate(${x + (upright ? 0 : off)} ${y + (upright ? off : 0)}) scale(${size})`,
        house = el("g", {}, el("g", { transform: at }, group));
      el("path", { d: "M-6 5h12v-5l-6-5-6 5z", class: large ? "thotel" : "thouse" }, house);
      if (large ? before < level : i >= before) enter(house, "drops");
    }
  }

  /**
   * @param {Element} middle @param {import("../../evening.js").Model} model @param {number | null} turn
   * @param {number} looked
   */
  function drawMiddle(middle, model, turn, looked) {
    const { shown, players, rolled, fresh } = model,
      view = shown.state ?? {},
      task = view.at_hand,
      list = /** @type {Space[]} */ (view.spaces);
    if (rolled.length) drawDice(el("g", { transform: "translate(195 150)" }, middle), rolled, rollOf(shown, fresh));
    const at = looked < 0 && task?.space >= 0 ? task.space : described(model, turn, looked);
    const isSold = looked < 0 && task?.what === "Auction" && task.building, // In a shortage it has no space yet
      deed = isSold ? { ...NOTHING, name: task.building } : list[at];
    if (deed) drawDeed(middle, deed, players, looked < 0 ? task : null);
    words(
      middle,
      _("Bank: {houses} small and {hotels} large buildings", { houses: view.houses, hotels: view.hotels }),
      { x: 195, y: 326, "font-size": 11.5, class: "tdim" },
      258,
    );
  }

  /** @param {Element} middle @param {Space} space @param {string[]} players @param {any} task */
  function drawDeed(middle, space, players, task) {
    const deed = el("g", { transform: "translate(195 246)" }, middle),
      colour = colourOf(space) || "#e6d7b4";
    const lines = deedLines(space, players).slice(0, 3);
    if (task?.what === "Auction")
      lines.splice(
        0,
        lines.length,
        task.bidder < 0
          ? _("Auction: no bid yet")
          : _("Auction: {player} bids {bid}", { player: players[task.bidder], bid: task.bid }),
      );
    el(
      "rect",
      { x: -100, y: -54, width: 200, height: 46 + 22 * lines.length, rx: 12, class: "tdeed", filter: "url(#lift)" },
      deed,
    );
    el("path", { d: "M-100-22v-20a12 12 0 0 1 12-12h176a12 12 0 0 1 12 12v20z", fill: colour }, deed);
    words(deed, capital(named(space.name)), { y: -32, "font-size": 16, class: "ttitle" }, 188);
    lines.forEach((line, i) =>
      words(deed, line, { y: 2 + i * 22, "font-size": i ? 13.5 : 15, class: i ? "tsmall" : "tmain" }, 188),
    );
  }
}

/** @param {Space} space @param {string[]} players */
function deedLines(space, players) {
  const { kind, price, rent, owner, built, mortgaged } = space;
  if (price === null && !["location", "station", "utility"].includes(kind)) return [kindWords(kind)];
  const figures = [price === null ? "" : _("price {n}", { n: price }), rent === null ? "" : _("rent {n}", { n: rent })]
    .filter(Boolean)
    .join(" · ");
  const whose = owner === null ? _("nobody owns it") : _("{player} owns it", { player: players[owner] });
  const more = mortgaged
    ? _("mortgaged: no rent")
    : built > 4
      ? _("a large building")
      : built
        ? ngettext("{n} small building", "{n} small buildings", built)
        : "";
  return [figures || kindWords(kind), whose, more].filter(Boolean);
}

/** @param {string} kind */
function kindWords(kind) {
  return (
    {
      go: _("everybody begins here"),
      jail: _("only visiting, or in jail"),
      parking: _("a rest"),
      go_to_jail: _("go to jail"),
      card: _("draw a card"),
      tax: _("pay the tax"),
      block: _("press the block"),
      station: _("a station"),
      utility: _("rent by dice"),
    }[kind] ?? kind.replaceAll("_", " ")
  );
}

/** @param {Record<string, any>} view @param {number} seat @returns {import("../../players.js").Facts} */
function facts(view, seat) {
  const own = view.players?.[seat];
  if (!own) return { amount: "" };
  const deeds = /** @type {Space[]} */ (view.spaces).filter(({ owner }) => owner === seat);
  const chips = deeds.map((space) => ({ colour: colourOf(space), striped: space.mortgaged, title: named(space.name) }));
  return {
    amount: String(own.cash),
    unit: _("money"),
    money: true,
    out: !own.in_game,
    chips,
    note: whereabouts(own, _("bankrupt")),
  };
}
