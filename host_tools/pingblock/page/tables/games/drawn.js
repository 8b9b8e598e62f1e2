// Draws parts that several games use: dice, tokens, a ring of spaces.
import { _, pgettext } from "../../language.js";
import { PIPS } from "../../scene/dice.js";
import { el, scattered } from "../../scene/draw.js";
import { tumble, walk, way } from "../motion.js";

/**
 * Makes a picture 390 units wide and, by default, as high.
 * @param {HTMLElement} root @param {string} label @param {number} [high]
 */
export function picture(root, label, high = 390) {
  const svg = /** @type {SVGSVGElement} */ (
    el("svg", { viewBox: `0 0 390 ${high}`, class: "picture", role: "group", "aria-label": label }, root)
  );
  const defs = el("defs", {}, svg),
    shade = el("filter", { id: "lift", x: "-30%", y: "-30%", width: "160%", height: "160%" }, defs);
  el("feDropShadow", { dx: 0, dy: 2, stdDeviation: 2, "flood-opacity": 0.45 }, shade);
  const stripes = {
    id: "stripes",
    width: 5,
    height: 5,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  };
  el("rect", { width: 2.5, height: 5, class: "tstripe" }, el("pattern", stripes, defs));
  return svg;
}

const BOLDEST = 800; // the boldest font weight in drawings.css
/** @type {CanvasRenderingContext2D | undefined} */
let ruler;
let family = "";

/**
 * Returns the length of a text in the page's font. It is measured on a canvas, because an SVG that is being changed
 * would have to compute its styles each time.
 * @param {string} text @param {number} size
 */
function lengthOf(text, size) {
  ruler ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  ruler.font = `${BOLDEST} ${size}px ${(family ||= getComputedStyle(document.body).fontFamily)}`;
  return ruler.measureText(text).width;
}

/**
 * Draws a text. If it would be longer than `most` units, it is drawn smaller.
 * @param {Element} root @param {string} text @param {Record<string, string | number>} attributes @param {number} [most]
 */
export function words(root, text, attributes, most = 0) {
  const size = Number(attributes["font-size"]),
    long = most ? lengthOf(text, size) : 0,
    fitting = long > most ? { ...attributes, "font-size": ((size * most) / long).toFixed(2) } : attributes;
  const made = /** @type {SVGTextElement} */ (el("text", { "text-anchor": "middle", ...fitting }, root));
  made.textContent = text;
  return made;
}

/** Returns a translated name of a space on a game board: "Pink 3" is the third space of a set. @param {string} name */
export function named(name) {
  const [, words, number = ""] = /^(.*?)( \d+)?$/.exec(name) ?? ["", name];
  return pgettext("name", words) + number;
}

/**
 * Draws dice in a row at 0, 0. Each is rotated a little.
 * @param {Element} root @param {number[]} values @param {string} roll number of the roll, or "" if the last step was
 *   not a roll
 * @param {number} [size]
 */
export function drawDice(root, values, roll, size = 46) {
  const gap = size * 1.32;
  const bodies = values.map((value, i) => {
    const x = (i - (values.length - 1) / 2) * gap,
      turn = (scattered(value * 7 + i * 3 + 1) - 0.5) * 22;
    const place = el("g", { transform: `translate(${x} 0) rotate(${turn.toFixed(1)})`, filter: "url(#lift)" }, root);
    const die = /** @type {SVGGElement} */ (el("g", {}, place));
    el("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.23, class: "tdie" }, die);
    for (const [a, b] of PIPS[value] ?? [])
      el("circle", { cx: a * size * 0.25, cy: b * size * 0.25, r: size * 0.095, class: "tpip" }, die);
    return die;
  });
  if (roll) tumble(bodies, roll);
}

/**
 * Draws a player's token at 0, 0.
 * @param {Element} root @param {number} seat @param {string} letters @param {number} [r]
 */
export function drawToken(root, seat, letters, r = 12) {
  const token = /** @type {SVGGElement} */ (el("g", { class: "ttoken" }, root));
  el("circle", { r: r * 1.36, class: "thalo" }, token);
  el("circle", { r, fill: `var(--seat-${seat})`, class: "tdisc", filter: "url(#lift)" }, token);
  words(token, letters, { y: r * 0.38, "font-size": letters.length > 1 ? r * 0.9 : r * 1.1, class: "tletter" });
  return token;
}

/**
 * Returns the places of a ring of spaces as [x, y, width, height, side]. The first is in the corner at the bottom
 * right, and the next are to its left.
 * @param {number} count the number of spaces, a multiple of 4 @param {number} corner the size of the four corners
 * @returns {[number, number, number, number, number][]}
 */
export function ring(count, corner) {
  const side = Math.ceil(count / 4),
    from = 8,
    size = 374,
    wide = (size - 2 * corner) / (side - 1);
  return Array.from({ length: count }, (_, at) => {
    const on = Math.floor(at / side),
      n = at % side,
      along = n ? corner + (n - 1) * wide : 0,
      length = n ? wide : corner;
    const back = from + size - along - length,
      forth = from + along,
      far = from + size - corner;
    return /** @type {[number, number, number, number, number]} */ (
      [
        [back, far, length, corner, 0],
        [from, back, corner, length, 1],
        [forth, from, length, corner, 2],
        [far, forth, corner, length, 3],
      ][on]
    );
  });
}

// A style returns a number without its last zeros, so a transform can be compared only if it has none.
/** @param {number[]} at  x, y */
const moved = (...at) => `translate(${at.map((each) => `${Math.round(each * 10) / 10}px`).join(", ")})`;

/** @param {[number, number, number, number, number]} box @returns {[number, number]} */
const middleOf = ([x, y, w, h]) => [x + w / 2, y + h / 2];

const BELOW = [0, 7]; // leaves room for the name of a corner
const INWARD = [
  [0, -4],
  [4, 0],
  [0, 4],
  [-4, 0],
]; // for each side, leaves room for the mark of the owner

/**
 * Moves tokens to their spaces. If several tokens are on a space, they are put next to each other.
 * @param {SVGGElement[]} tokens @param {(number | null)[]} places @param {[number, number, number, number, number][]}
 * boxes
 * @param {(number | null)} turn the seat whose token has a ring around it
 */
export function stand(tokens, places, boxes, turn) {
  tokens.forEach((token, seat) => {
    const at = places[seat];
    token.toggleAttribute("hidden", at === null || !boxes[at]);
    token.classList.toggle("on", seat === turn);
    if (at === null || !boxes[at]) return;
    const same = places.flatMap((place, other) => (place === at ? [other] : [])),
      i = same.indexOf(seat),
      n = same.length;
    const [x, y, w, h, side] = boxes[at],
      round = n > 1 ? 8 + n : 0,
      turned = (i / n) * 2 * Math.PI,
      [right, down] = w === h ? BELOW : INWARD[side];
    const place = moved(x + w / 2 + right + Math.cos(turned) * round, y + h / 2 + down + Math.sin(turned) * round);
    const from = Number(token.dataset.at ?? at),
      between = way(from, at, boxes.length).slice(0, -1);
    token.dataset.at = String(at);
    if (token.style.transform !== place)
      walk(token, [...between.map((each) => moved(...middleOf(boxes[each]))), place]);
  });
}

/**
 * Lets people choose a space to look at: by a tap, or with the arrow keys while the picture has the focus.
 * @param {SVGSVGElement} svg @param {() => number} count @param {(at: number, tapped: boolean) => void} look
 */
export function looking(svg, count, look) {
  let at = -1;
  svg.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
    if (step === undefined && !(event.key === "Enter" && at >= 0)) return;
    event.preventDefault();
    if (step) at = (at + step + count()) % count();
    look(at, !step);
  });
  svg.addEventListener("click", ({ target }) => {
    const found = /** @type {Element} */ (target).closest("[data-at]");
    if (found) look((at = Number(found.getAttribute("data-at"))), true);
  });
}

/** Names of the corners of a ring. @type {Record<string, string>} */
export const CORNERS = { go: _("Start"), jail: _("Jail"), parking: _("Rest"), go_to_jail: _("To jail") };

/**
 * Returns the place of a player that is not on the ring.
 * @param {{in_game: boolean, in_jail: boolean}} own @param {string} out @returns {string | undefined}
 */
export const whereabouts = ({ in_game: plays, in_jail: jailed }, out) =>
  plays ? (jailed ? _("sits in jail") : undefined) : out;
