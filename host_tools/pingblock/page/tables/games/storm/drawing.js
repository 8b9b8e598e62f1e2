// Draws the game board of Storm: spaces, walls, storm clouds, tokens, hit points, the two dice.
import { _, ngettext } from "../../../language.js";
import { el } from "../../../scene/draw.js";
import { rollOf } from "../../cues.js";
import { CORNERS, drawDice, named, whereabouts, words } from "../drawn.js";
import { enter } from "../../motion.js";
import { described, drawBand, drawCorner, drawOwner, makeRing } from "../ring.js";

/**
 * @typedef {{kind: string, name: string, set: string, cost: number, storm_cost: number, owner: number | null,
 * stormed: boolean, wall: boolean, items: any[]}} Space
 */

/** @type {Record<string, string>} */
const SETS = {
  amber: "#e9b44c",
  teal: "#3fb0a3",
  violet: "#9a7fe0",
  rose: "#e0809f",
  lime: "#9ccc4f",
  slate: "#8494b4",
  coral: "#ee7b5c",
  indigo: "#5668cf",
};
const START_HP = 15;

/** Signs of spaces and of the action die, at 0, 0. @type {Record<string, (root: Element) => void>} */
const SIGNS = {
  chest(root) {
    el("path", { d: "M-9-1Q-9-8-4-8H4Q9-8 9-1ZM-9 1H9V9H-9Z", class: "swood" }, root);
    el("rect", { x: -2, y: -3, width: 4, height: 6, class: "sgold" }, root);
  },
  campfire(root) {
    el("path", { d: "M0-10Q8-3 6 3 5 8 0 8T-6 3Q-7-1-3-4-2 0 0-2 2-5 0-10Z", class: "sfire" }, root);
    el("path", { d: "M-8 10L8 6M-8 6L8 10", class: "slog" }, root);
  },
  trap: (root) => void el("path", { d: "M-10 8L-7-7-4 8-1-7 2 8 5-7 8 8Z", class: "ssteel" }, root),
  bandages: (root) => void el("path", { d: "M-4-11H4V-4H11V4H4V11H-4V4H-11V-4H-4Z", class: "sheal" }, root),
  crosshair(root) {
    el("circle", { r: 8, class: "saim" }, root);
    el("path", { d: "M0-13V-4M0 4V13M-13 0H-4M4 0H13", class: "saim" }, root);
  },
  brick: (root) =>
    void el("path", { d: "M-11-8H0V-1H-11ZM2-8H11V-1H2ZM-11 1H-4V8H-11ZM-2 1H11V8H-2Z", class: "sbrick" }, root),
  bomb(root) {
    el("circle", { cy: 2, r: 9, class: "sbomb" }, root);
    el("path", { d: "M4-6Q8-12 12-9", class: "sfuse" }, root);
  },
};
/** @type {Record<string, string>} */
const ACTIONS = { bandages: _("bandages"), crosshair: _("crosshair"), brick: _("brick"), bomb: _("dance bomb") };

/** @type {import("../../view.js").MakeDrawing} */
export function make(root, ask) {
  const draw = makeRing(root, ask, {
    label: _("The square. Use the arrow keys to look at its spaces, and Enter to choose one that is offered"),
    corner: 54,
    lines,
    middle: drawMiddle,
    space: drawSpace,
    key: ({ shown }) => [
      /** @type {Space[]} */ (shown.state?.spaces).map(({ owner, stormed, wall, items }) => [
        owner,
        stormed,
        wall,
        items.length,
      ]),
      [...takable(shown)],
      shown.state?.path,
    ],
    mark: (at, { shown }) =>
      `${takable(shown).has(at) ? "open" : ""}${shown.state?.path?.includes(at) ? " walked" : ""}`,
    take(at, { shown }) {
      const found = (shown.offered ?? []).filter(([step]) => step.space === at && step.seat !== undefined);
      return found.length === 1 ? found[0][0] : null;
    },
  });
  const stormed = /** @type {boolean[]} */ ([]); // For each space, whether it was drawn in the storm.
  return { draw, facts, lines };

  /** @param {Element} group @param {Space} space @param {import("../ring.js").Box} box @param {string[]} letters */
  function drawSpace(group, space, box, letters) {
    const [x, y, w, high] = box,
      middleX = x + w / 2,
      middleY = y + high / 2;
    const colour = SETS[space.set] ?? (space.set ? "#b0a6c8" : "");
    if (colour) drawBand(group, box, colour);
    if (w === high) drawCorner(group, box, CORNERS[space.kind] ?? named(space.name));
    else SIGNS[space.kind]?.(el("g", { transform: `translate(${middleX} ${middleY})` }, group));
    if (space.owner !== null) drawOwner(group, box, space.owner, letters[space.owner]);
    const at = Number(group.getAttribute("data-at"));
    if (space.stormed) {
      const below = w === high ? 7 : 0; // The name of a corner must stay visible.
      const storm = el("g", {}, el("g", { transform: `translate(${middleX} ${middleY + below})` }, group));
      drawStorm(storm, Math.min(w, high) / 2 - 2 - below);
      if (stormed[at] === false) enter(storm, "closes");
    }
    stormed[at] = space.stormed;
    if (space.wall) drawWall(group, box, space.kind === "jail");
    if (space.items.length)
      words(group, `+${space.items.length}`, { x: x + w - 10, y: y + 14, "font-size": 10, class: "tdim" });
  }

  /** @param {Element} group at 0, 0 @param {number} r */
  function drawStorm(group, r) {
    el("circle", { r, class: "sstorm" }, group);
    el(
      "path",
      {
        d: `M${-r * 0.6} ${-r * 0.1}q${r * 0.3}-${r * 0.4} ${r * 0.6} 0t${r * 0.6} 0M${-r * 0.6} ${r * 0.3}q${r * 0.3}-${r * 0.4} ${r * 0.6} 0t${r * 0.6} 0`,
        class: "swind",
      },
      group,
    );
  }

  /**
   * Draws bricks at the inner edge of a space.
   * @param {Element} group @param {[number, number, number, number, number]} box @param {boolean} prison
   */
  function drawWall(group, [x, y, w, hi, side], prison) {
    if (prison)
      return void el(
        "path",
        { d: `M${x + 10} ${y + 5}V${y + hi - 5}M${x + w - 10} ${y + 5}V${y + hi - 5}`, class: "sbars" },
        group,
      );
    const along = side % 2 ? hi : w,
      turn = [180, -90, 0, 90][side];
    const wall = el(
      "g",
      {
        transform: `translate(${x + w / 2} ${y + hi / 2}) rotate(${turn}) translate(0 ${(side % 2 ? w : hi) / 2 - 6})`,
      },
      group,
    );
    for (let row = 0; row < 2; row++)
      for (let i = 0; i < 3; i++)
        el(
          "rect",
          {
            x: -along / 2 + 3 + i * ((along - 6) / 3) + (row ? 3 : 0),
            y: -6 + row * 6,
            width: (along - 6) / 3 - 1.4 - (row && i === 2 ? 3 : 0),
            height: 5,
            rx: 1,
            class: "sbrick",
          },
          wall,
        );
  }

  /**
   * @param {Element} middle @param {import("../../evening.js").Model} model @param {number | null} turn
   * @param {number} looked
   */
  function drawMiddle(middle, model, turn, looked) {
    const { shown, players, rolled, fresh } = model,
      view = shown.state ?? {},
      list = /** @type {Space[]} */ (view.spaces),
      number = view.number || rolled[0];
    if (number)
      drawDice(
        el("g", { transform: `translate(${view.action ? 164 : 195} 152)` }, middle),
        [number],
        rollOf(shown, fresh),
      );
    if (view.action) {
      const die = el("g", { transform: "translate(228 152) rotate(5)", filter: "url(#lift)" }, middle);
      el("rect", { x: -23, y: -23, width: 46, height: 46, rx: 11, class: "sdie" }, die);
      SIGNS[view.action]?.(el("g", { transform: "scale(1.25)" }, die));
    }
    const at = described(model, turn, looked);
    if (at >= 0 && list[at]) {
      words(middle, named(list[at].name), { x: 195, y: 218, "font-size": 18, class: "tcorner" }, 260);
      lines(list[at], players)
        .slice(0, 3)
        .forEach((line, i) => words(middle, line, { x: 195, y: 240 + i * 19, "font-size": 14, class: "tdim" }, 260));
    }
    words(
      middle,
      _("{cards} storm cards · {walls} walls left", { cards: view.storm_left, walls: view.walls_left }),
      { x: 195, y: 312, "font-size": 13, class: "tdim" },
      260,
    );
    if (view.action)
      words(middle, ACTIONS[view.action] ?? view.action, { x: 228, y: 192, "font-size": 11.5, class: "tdim" });
  }
}

/** Returns the spaces that a tap can choose. @param {import("../../table.js").Answer} shown */
function takable({ offered = [] }) {
  return new Set(
    offered.flatMap(([step]) => (step.seat !== undefined && typeof step.space === "number" ? [step.space] : [])),
  );
}

/** @param {Space} space @param {string[]} players */
function lines({ kind, cost, storm_cost: stormCost, owner, stormed, wall, items }, players) {
  const what =
    kind === "location"
      ? placeWords(stormed ? stormCost : cost, owner === null ? "" : players[owner])
      : ({
          chest: _("draw an item"),
          campfire: _("rest and heal"),
          trap: _("a spike trap"),
          jail: _("walls all round"),
          go: _("everybody begins here"),
          parking: _("a rest"),
          go_to_jail: _("go to jail"),
        }[kind] ?? kind);
  return [
    what,
    stormed ? _("in the storm") : "",
    wall ? _("a wall is here") : items.length ? ngettext("{n} item is here", "{n} items are here", items.length) : "",
  ].filter(Boolean);
}

/** @param {number} n the price in hit points @param {string} player the owner, or "" */
function placeWords(n, player) {
  return player ? _("{n} HP · {player}’s place", { n, player }) : _("{n} HP · free", { n });
}

/** @param {Record<string, any>} view @param {number} seat @returns {import("../../players.js").Facts} */
function facts(view, seat) {
  const own = view.players?.[seat];
  if (!own) return { amount: "" };
  const places = /** @type {Space[]} */ (view.spaces).filter(({ owner }) => owner === seat);
  const hearts = Array.from({ length: Math.min(own.hp, START_HP) }, () => ({
    colour: "#e5635a",
    title: _("hit point"),
    tiny: true,
  }));
  const chips = [...hearts, ...places.map(({ set, name }) => ({ colour: SETS[set] ?? "#b0a6c8", title: named(name) }))];
  return { amount: _("{n} HP", { n: own.hp }), out: !own.in_game, chips, note: whereabouts(own, _("is out")) };
}
