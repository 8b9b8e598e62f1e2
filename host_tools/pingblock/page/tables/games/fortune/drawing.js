// Draws a game of Fortune: the card, eight dice to tap, the score if the player stops, and the odds of each choice.
import { _, ngettext, percent } from "../../../language.js";
import { el } from "../../../scene/draw.js";
import { drawSkull, SYMBOLS } from "../../../scene/cards.js";
import { tokens } from "../../../text.js";
import { rollOf } from "../../cues.js";
import { drawToken, picture, words } from "../drawn.js";
import { movesOf, single } from "./moves.js";
import { enter, tumble } from "../../motion.js";

const SIZE = 50,
  MOST = 8;
/** @type {Record<string, string>} */
const NAMES = { G: _("gold coin"), D: _("diamond"), S: _("sword"), M: _("monkey"), P: _("parrot"), X: _("skull") };
/** @type {Record<string, string>} */
const TITLES = {
  gold: _("Gold"),
  diamond: _("Diamond"),
  captain: _("Captain"),
  sorceress: _("Sorceress"),
  chest: _("Chest"),
  monkey: _("Monkeys"),
  sea2: _("2 swords"),
  sea3: _("3 swords"),
  sea4: _("4 swords"),
  skull1: _("One skull"),
  skull2: _("Two skulls"),
  storm: _("Storm"),
  truce: _("Truce"),
  zombie: _("Zombies"),
};

/** @type {Record<string, (root: Element) => void>} */
const DRAW = {
  G(root) {
    el("circle", { r: 17, class: "fgold" }, root);
    el("circle", { r: 11, class: "fgold-line" }, root);
  },
  D: (root) => SYMBOLS.diamond(el("g", { transform: "scale(.5) translate(0 -3)" }, root)),
  S(root) {
    for (const side of [-1, 1]) {
      const sword = el("g", { transform: `rotate(${side * 38}) scale(.62) translate(0 4)` }, root);
      el("path", { d: "M-3.6 14V-24L0-33 3.6-24V14Z", class: "blade" }, sword);
      el("path", { d: "M-9 14H9M0 15V25", class: "hilt" }, sword);
    }
  },
  M: (root) => SYMBOLS.monkey(el("g", { transform: "scale(.5)" }, root)),
  P(root) {
    el("path", { d: "M-9 16Q-16 2-9-8-3-17 6-14 14-11 13-2 12 8 2 12L-2 18Z", class: "fbird" }, root);
    el("path", { d: "M12-8Q19-5 16 3L11-1Z", class: "fbeak" }, root);
    el("path", { d: "M-8 2Q-2 12 4 5", class: "fwing" }, root);
    el("circle", { cx: 6, cy: -7, r: 2.2, class: "tsee" }, root);
  },
  X: (root) => drawSkull(root, "scale(.72) translate(0 -1)"),
};

/**
 * Returns which dice are new in the last roll: all except those that were on the table before.
 * @param {string[]} faces @param {string[]} before
 */
function rolledOf(faces, before) {
  const rest = [...before];
  return faces.flatMap((face, i) => {
    const at = rest.indexOf(face);
    if (at < 0) return [i];
    rest.splice(at, 1);
    return [];
  });
}

/** @param {Element} dice @param {number[]} which @returns {SVGGElement[]} */
const bodiesOf = (dice, which) => which.map((i) => /** @type {SVGGElement} */ (dice.children[i].firstElementChild));

/** @type {import("../../view.js").MakeDrawing} */
export function make(root, _ask, redraw) {
  const svg = picture(root, _("The card and the dice. Tap the dice to roll again"));
  for (const [name, from, to] of [["fcard", "#fffaf0", "#f0e4c4"]]) {
    const paint = el("linearGradient", { id: name, x1: 0, y1: 0, x2: 1, y2: 1 }, svg.querySelector("defs") ?? svg);
    el("stop", { offset: 0, "stop-color": from }, paint);
    el("stop", { offset: 1, "stop-color": to }, paint);
  }
  el("rect", { x: 8, y: 8, width: 374, height: 374, rx: 18, class: "felt" }, svg);
  const card = el("g", { transform: "translate(84 112)" }, svg),
    dice = el("g", {}, svg),
    below = el("g", { "aria-hidden": "true" }, svg);
  /** @type {Set<number>} */
  const chosen = new Set();
  /** @type {string[]} */
  let before = [], // the dice before the roll
    drawnFaces = /** @type {string[]} */ ([]);
  let drawnDice = "",
    drawnCard = "",
    drawnRoll = "",
    step = -1;
  return { draw, facts, moves: (shown, own) => movesOf(shown, own, chosen) };

  /** @param {import("../../evening.js").Model} model */
  function draw({ shown, players, fresh }) {
    const view = shown.state ?? {};
    if (step !== shown.steps) chosen.clear();
    step = shown.steps ?? -1;
    if (drawnCard !== (view.card ?? "none")) drawCard((drawnCard = view.card ?? "none"));
    const faces = single(view.dice),
      rolling = view.rolling ?? (shown.over ? 0 : MOST),
      chest = single(view.on_card);
    const free = new Set(
      (shown.offered ?? [])
        .filter(([{ do: verb }]) => verb === "roll" || verb === "place")
        .flatMap(([{ dice: some }]) => single(some)),
    );
    const key = JSON.stringify([faces, rolling, chest, [...chosen], [...free]]);
    if (key !== drawnDice) {
      drawDice(faces, rolling, chest, free);
      const roll = rollOf(shown, fresh);
      if (roll !== drawnRoll) before = drawnFaces;
      if (roll) tumble(bodiesOf(dice, rolledOf(faces, before)), roll);
      drawnRoll = roll;
      drawnFaces = faces;
    }
    drawnDice = key;
    drawBelow(shown, players);
  }

  /** @param {string} name */
  function drawCard(name) {
    const face = el("g", {}),
      turns = card.hasChildNodes();
    card.replaceChildren(face);
    if (turns) enter(face, "turns");
    const known = name in TITLES;
    el(
      "rect",
      {
        x: -58,
        y: -86,
        width: 116,
        height: 172,
        rx: 14,
        fill: known ? "url(#fcard)" : "#8e352e",
        class: "fpaper",
        filter: "url(#lift)",
      },
      face,
    );
    if (!known)
      for (let i = 0; i < 9; i++)
        el(
          "path",
          {
            d: "M0-11L9 0 0 11-9 0Z",
            class: "fback",
            transform: `translate(${((i % 3) - 1) * 30} ${(Math.floor(i / 3) - 1) * 46})`,
          },
          face,
        );
    else {
      el("rect", { x: -50, y: -78, width: 100, height: 156, rx: 9, class: "paper-line" }, face);
      SYMBOLS[name]?.(el("g", { transform: "translate(0 -22)", class: "symbol" }, face));
      words(face, TITLES[name], { y: 58, "font-size": 17, class: "ttitle" }, 104);
    }
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", known ? _("Card: {title}", { title: TITLES[name] }) : _("No card yet"));
  }

  /** @param {string[]} faces @param {number} rolling @param {string[]} chest @param {Set<string>} free */
  function drawDice(faces, rolling, chest, free) {
    const focused = dice.contains(document.activeElement)
      ? [...dice.children].indexOf(/** @type {Element} */ (document.activeElement))
      : -1;
    dice.replaceChildren();
    const all = [...faces, ...Array.from({ length: rolling }, () => "")].slice(0, MOST),
      lying = [...chest];
    all.forEach((face, i) => {
      const x = 184 + (i % 4) * 55,
        y = 66 + Math.floor(i / 4) * 64,
        on = chosen.has(i),
        can = face !== "" && free.has(face);
      const kept = lying.includes(face) && lying.splice(lying.indexOf(face), 1).length > 0;
      const die = el(
        "g",
        { transform: `translate(${x} ${y - (on ? 6 : 0)})`, class: `fdie${on ? " on" : ""}${can ? " can" : ""}` },
        dice,
      );
      const body = el("g", {}, die); // this element tumbles
      el(
        "rect",
        {
          x: -SIZE / 2,
          y: -SIZE / 2,
          width: SIZE,
          height: SIZE,
          rx: 12,
          class: kept ? "tdie kept" : "tdie",
          filter: "url(#lift)",
        },
        body,
      );
      if (face) DRAW[face](body);
      else words(body, "?", { y: 11, "font-size": 30, class: "tsmall" });
      if (!can) return;
      const act = () => {
        if (!chosen.delete(i)) chosen.add(i);
        redraw();
      };
      for (const [key, value] of Object.entries({
        role: "checkbox",
        tabindex: "0",
        "aria-checked": String(on),
        "aria-label": _("Die {n}: {face}. Roll it again", { n: i + 1, face: NAMES[face] }),
      }))
        die.setAttribute(key, value);
      die.addEventListener("click", act);
      die.addEventListener(
        "keydown",
        (event) => (event.key === " " || event.key === "Enter") && (event.preventDefault(), act()),
      );
    });
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (/** @type {unknown} */ (dice.children[focused]))?.focus();
  }

  /** @param {import("../../table.js").Answer} shown @param {string[]} players */
  function drawBelow(shown, players) {
    below.replaceChildren();
    const view = shown.state ?? {},
      odds = Object.entries(view.out_chances ?? {});
    if (view.skulls) {
      for (let i = 0; i < view.skulls; i++)
        drawSkull(below, `translate(${48 + i * Math.min(24, 78 / view.skulls)} 222) scale(.5)`);
    }
    const stop = view.stop_scores,
      line = view.island
        ? _("On the Island of Skulls")
        : stop === undefined
          ? ""
          : stop < 0
            ? _("Stopping costs {n}", { n: -stop })
            : _("Stopping scores {n}", { n: stop });
    words(below, line, { x: 264, y: 182, "font-size": 16, class: "fscore" });
    if (!chosen.size && shown.offered?.some(([{ do: verb }]) => verb === "roll"))
      words(below, _("Tap dice to roll them again"), { x: 264, y: 206, "font-size": 15, class: "tdim" }, 230);
    if (shown.over) return drawScores(view.scores, players);
    if (!odds.length)
      return void words(
        below,
        view.rolling
          ? ngettext("{n} die in the hand", "{n} dice in the hand", view.rolling)
          : typeof shown.turn !== "number"
            ? _("Draw a card, roll eight dice, and stop before three skulls.")
            : view.card
              ? ""
              : _("{player} draws a card", { player: players[shown.turn] }),
        { x: 195, y: 292, "font-size": 17, class: "tdim" },
        360,
      );
    words(
      below,
      _("The odds of being out, for each number of dice that you roll"),
      { x: 195, y: 250, "font-size": 13, class: "tdim" },
      360,
    );
    const wide = Math.min(58, 350 / odds.length);
    odds.forEach(([name, chance], i) => {
      const [top, bottom = 1] = String(chance).split("/").map(Number),
        share = top / bottom,
        x = 195 + (i - (odds.length - 1) / 2) * wide,
        high = 82 * share;
      const picked = chosen.size > 0 && Number.parseInt(name, 10) === chosen.size;
      el("rect", { x: x - wide * 0.32, y: 266, width: wide * 0.64, height: 82, rx: 6, class: "fempty" }, below);
      el(
        "rect",
        {
          x: x - wide * 0.32,
          y: 348 - high,
          width: wide * 0.64,
          height: high,
          rx: 6,
          class: picked ? "fbar picked" : "fbar",
        },
        below,
      );
      words(below, percent(share), {
        x,
        y: Math.min(342, 342 - high),
        "font-size": 12.5,
        class: "fpercent",
      });
      words(below, name.endsWith("X") ? _("{n} +skull", { n: name.slice(0, -1) }) : name, {
        x,
        y: 366,
        "font-size": name.endsWith("X") ? 9.5 : 13,
        class: "tdim",
      });
    });
  }

  /** Draws a comparison of the players' scores at the end. @param {number[]} scores @param {string[]} players */
  function drawScores(scores, players) {
    const most = Math.max(...scores, 1),
      letters = tokens(players),
      wide = Math.min(56, 220 / scores.length);
    scores.forEach((score, seat) => {
      const x = 264 + (seat - (scores.length - 1) / 2) * wide,
        high = 8 + (232 * Math.max(score, 0)) / most;
      const bar = { x: x - wide * 0.34, y: 356 - high, width: wide * 0.68, height: high, rx: 8 };
      el("rect", { ...bar, fill: `var(--seat-${seat})` }, below);
      drawToken(el("g", { transform: `translate(${x} ${334 - high})` }, below), seat, letters[seat]);
    });
  }
}

/** @param {Record<string, any>} view @param {number} seat @returns {import("../../players.js").Facts} */
function facts(view, seat) {
  return {
    amount: String(view.scores?.[seat] ?? ""),
    unit: _("points"),
    note: view.last_round?.includes(seat) ? _("plays the last turn") : undefined,
  };
}
