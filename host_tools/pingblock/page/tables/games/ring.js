// Draws a game board whose spaces form a ring, as in the property games and Storm, with its tokens. People can choose a
// space to look at.
import { h, write } from "../../dom.js";
import { el } from "../../scene/draw.js";
import { drawToken, looking, named, picture, ring, stand, words } from "./drawn.js";
import { actor } from "../moves.js";
import { tokens } from "../../text.js";

/** @typedef {import("../evening.js").Model} Model */
/** @typedef {[number, number, number, number, number]} Box  x, y, width, height, side */
/**
 * @typedef {object} Game  what differs between games with a ring
 * @property {string} label  the picture's label
 * @property {number} corner  the size of the four corners
 * @property {(model: Model) => unknown} key  returns a key for the look of the spaces. They are drawn again when it
 *   changes
 * @property {(group: SVGElement, space: any, box: Box, letters: string[]) => void} space  draws a space. `letters` are
 *   those on the players' tokens
 * @property {(at: number, model: Model) => string} [mark]  classes of a space's element
 * @property {(root: Element, model: Model, turn: number | null, looked: number) => void} middle
 * @property {(space: any, players: string[]) => string[]} lines  returns lines about a space
 * @property {(at: number, model: Model) => object | null} [take]  returns the request that a tap on a space sends, or
 *   null
 */

const OWNER = 7; // radius of an owner's mark
const LINE = 8; // letters of a corner's name that fit on a line

/**
 * @param {HTMLElement} root @param {(request: object) => void} ask @param {Game} game
 * @returns {(model: Model) => void}
 */
export function makeRing(root, ask, game) {
  const svg = picture(root, game.label),
    aloud = h("p", { className: "aloud", role: "status" });
  root.append(aloud);
  el("rect", { x: 8, y: 8, width: 374, height: 374, rx: 18, class: "felt", "aria-hidden": "true" }, svg);
  const spaces = el("g", {}, svg),
    middle = el("g", { "aria-hidden": "true" }, svg),
    pieces = el("g", { "aria-hidden": "true" }, svg);
  /** @type {Model | null} */
  let last = null;
  let looked = -1,
    steps = -1,
    drawn = "",
    stonesOf = ""; // the players whose tokens are drawn
  /** @type {SVGGElement[]} */
  let stones = [];
  /** @type {Box[]} */
  let boxes = [];
  looking(
    svg,
    () => boxes.length,
    (at, tapped) => {
      const step = tapped && last ? game.take?.(at, last) : null;
      if (step) return ask(step);
      looked = at;
      if (last) draw(last);
      const space = last?.shown.state?.spaces[at];
      if (space) write(aloud, `${named(space.name)}. ${game.lines(space, last?.players ?? []).join(". ")}`);
    },
  );
  return draw;

  /** @param {Model} model */
  function draw(model) {
    last = model;
    const { shown, players } = model,
      view = shown.state;
    if (!view) return;
    if (steps !== shown.steps) looked = -1; // A new step ends looking at a space.
    steps = shown.steps ?? -1;
    if (boxes.length !== view.spaces.length) boxes = ring(view.spaces.length, game.corner);
    const key = JSON.stringify([game.key(model), looked, players]);
    if (key !== drawn) drawSpaces(model);
    drawn = key;
    if (stonesOf !== players.join("\n")) {
      stonesOf = players.join("\n");
      pieces.replaceChildren();
      stones = tokens(players).map((letters, seat) => drawToken(pieces, seat, letters));
    }
    const turn = shown.over ? null : (actor(shown) ?? shown.turn ?? null);
    stand(
      stones,
      view.players.map((/** @type {any} */ own) => (own.in_game ? own.place : null)),
      boxes,
      turn,
    );
    middle.replaceChildren();
    game.middle(middle, model, turn, looked);
  }

  /** @param {Model} model */
  function drawSpaces(model) {
    spaces.replaceChildren();
    const letters = tokens(model.players);
    model.shown.state?.spaces.forEach((/** @type {any} */ space, /** @type {number} */ at) => {
      const box = boxes[at],
        [x, y, w, high] = box;
      const group = el(
        "g",
        { "data-at": at, class: `tspace${at === looked ? " looked" : ""} ${game.mark?.(at, model) ?? ""}` },
        spaces,
      );
      el("title", {}, group).textContent = named(space.name);
      el("rect", { x: x + 1.2, y: y + 1.2, width: w - 2.4, height: high - 2.4, rx: 5, class: "tfield" }, group);
      game.space(group, space, box, letters);
    });
  }
}

/**
 * Returns the space to describe: the one that a person looks at, or the one to which the player has moved. Before the
 * move, it would look like a task.
 * @param {Model} model @param {number | null} turn @param {number} looked
 */
export function described({ shown }, turn, looked) {
  const moves = shown.offered?.some(([{ do: verb }]) => verb === "roll" || verb === "move");
  if (looked >= 0 || turn === null || moves) return looked;
  return shown.state?.players[turn].place ?? -1;
}

/**
 * Draws the colour of a set at the inner edge of a space. It has stripes if the deed is mortgaged.
 * @param {Element} group @param {Box} box @param {string} colour @param {boolean} [mortgaged]
 */
export function drawBand(group, [x, y, w, high, side], colour, mortgaged = false) {
  const [bx, by, bw, bh] = [
    [x + 3, y + 3, w - 6, 9],
    [x + w - 12, y + 3, 9, high - 6],
    [x + 3, y + high - 12, w - 6, 9],
    [x + 3, y + 3, 9, high - 6],
  ][side];
  el("rect", { x: bx, y: by, width: bw, height: bh, rx: 3, fill: colour }, group);
  if (mortgaged) el("rect", { x: bx, y: by, width: bw, height: bh, rx: 3, fill: "url(#stripes)" }, group);
}

/**
 * Draws the owner's colour and letters at the outer edge of a space.
 * @param {Element} group @param {Box} box @param {number} seat @param {string} letters
 */
export function drawOwner(group, [x, y, w, high, side], seat, letters) {
  const [cx, cy] = [
    [x + w / 2, y + high - 9],
    [x + 9, y + high / 2],
    [x + w / 2, y + 9],
    [x + w - 9, y + high / 2],
  ][side];
  el("circle", { cx, cy, r: OWNER, fill: `var(--seat-${seat})`, class: "towner" }, group);
  words(group, letters, { x: cx, y: cy + 3.3, "font-size": 9.5, class: "tletter" }, OWNER * 1.7);
}

/**
 * Writes a corner's name in lines at the top, because tokens are below.
 * @param {Element} group @param {Box} box @param {string} name
 */
export function drawCorner(group, [x, y, w], name) {
  const lines = [""];
  for (const part of name.split(/(?<=[ \u00ad])/)) {
    if ((lines.at(-1) + part).trim().length > LINE && lines.at(-1)) lines.push("");
    lines[lines.length - 1] += part;
  }
  lines.forEach((line, i) =>
    words(
      group,
      line
        .trim()
        .replace(/\u00ad$/, "-")
        .replaceAll("\u00ad", ""),
      { x: x + w / 2, y: y + 15 + i * 11, "font-size": 11, class: "tcorner" },
      w - 4,
    ),
  );
}
