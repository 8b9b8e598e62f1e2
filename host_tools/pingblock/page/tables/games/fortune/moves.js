// Puts the moves of Fortune in an order that suits the dice. Pure.
import { _, ngettext } from "../../../language.js";

const FACES = "GDSMPX";

/** Splits a text such as "G2X1" into single dice. @param {string} text */
export function single(text) {
  return [...(text ?? "").matchAll(/([GDSMPX])(\d+)/g)].flatMap(([, face, count]) =>
    Array.from({ length: Number(count) }, () => face),
  );
}

/** @param {string[]} faces */
function textOf(faces) {
  return [...FACES]
    .map((face) => [face, faces.filter((each) => each === face).length])
    .filter(([, count]) => count)
    .map(([face, count]) => `${face}${count}`)
    .join("");
}

/**
 * Puts the moves with the chosen dice first.
 * @param {import("../../table.js").Answer} shown @param {import("../../moves.js").Move[]} own
 * @param {Set<number>} chosen  indices of the chosen dice
 */
export function movesOf(shown, own, chosen) {
  const offered = shown.offered ?? [],
    faces = single(shown.state?.dice),
    text = textOf([...chosen].map((i) => faces[i]));
  if (!offered.some(([{ do: verb }]) => verb === "roll" || verb === "stop")) return own;
  const of = (/** @type {string} */ verb) =>
    offered.find(([step]) => step.do === verb && (verb === "stop" || step.dice === text));
  const [stop, place] = [of("stop"), of("place")],
    roll = of("roll") ?? (stop || chosen.size ? undefined : largest(offered)),
    score = shown.state?.stop_scores;
  /** @type {import("../../moves.js").Move[]} */
  const made = [];
  if (roll)
    made.push({
      words: rollWords(single(roll[0].dice).length, oddsIn(roll[1])),
      request: roll[0],
      steps: [],
      chance: false,
    });
  const puts = text ? _("Put these on the chest") : _("Put nothing on the chest");
  if (place && text) made.push({ words: puts, request: place[0], steps: [], chance: false });
  if (stop)
    made.push({
      words:
        shown.state?.island || score === undefined
          ? _("Stop")
          : score < 0
            ? _("Stop: {n}", { n: score })
            : _("Stop and score {n}", { n: score }),
      request: stop[0],
      steps: [],
      chance: false,
    });
  // It is last, because no other dice can be put there until the next roll.
  if (place && !text) made.push({ words: puts, request: place[0], steps: [], chance: false });
  if (!made.length) return own; // The chosen dice cannot be rolled. A list has the moves that are possible.
  const tapped = ["roll", "place", "stop"]; // These moves need a tap on the dice.
  return [
    ...made,
    ...own.filter(({ request, steps }) => !tapped.includes(/** @type {any} */ (request ?? steps[0]?.[0])?.do)),
  ];
}

/**
 * Returns the roll with the most dice. With some cards a player cannot stop, so the page suggests this roll.
 * @param {[import("../../table.js").Command, string][]} offered
 */
function largest(offered) {
  const rolls = offered.filter(([step]) => step.do === "roll"),
    size = (/** @type {[import("../../table.js").Command, string]} */ [{ dice }]) => single(dice).length;
  return rolls.sort((one, other) => size(other) - size(one))[0];
}

/** @param {number} n @param {string} odds */
function rollWords(n, odds) {
  return odds
    ? ngettext("Roll {n} die again: {odds}", "Roll {n} dice again: {odds}", n, { odds })
    : ngettext("Roll {n} die again", "Roll {n} dice again", n);
}

/** @param {string} label a text such as "roll S2M2     no new skull  48%" */
function oddsIn(label) {
  const found = /\s{2,}(\D+?)\s+(\d+\s?%)/.exec(label);
  return found ? `${found[1]} ${found[2]}` : "";
}
