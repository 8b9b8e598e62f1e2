// Turns the offered commands into buttons: the likely one, three more, and the rest. Pure.
import { _ } from "../language.js";
import { capital } from "../text.js";

/** @typedef {import("./table.js").Command} Command */
/** @typedef {import("./table.js").Answer} Answer */
/**
 * @typedef
 * {{words: string, request?: object, steps: [Command, string][], chance: boolean, form?: [string, number | null]}} Move
 *   `request` makes the move at once. Without it, people choose from `steps` or fill in a form.
 */

/** Words for an outcome of chance that the page can draw. @type {Record<string, string>} */
const CHANCE = {
  dice: _("Roll the dice"),
  card: _("Draw a card"),
  first: _("Draw a player"),
  storm: _("Turn a storm card"),
  outcome: _("Press the block"),
  turn_card: _("Draw a card"),
  hand_out: _("Deal the deeds"),
  worm: _("Look at the worm"),
  deal: _("Deal a card"),
  chest: _("Open the chest"),
};
// These moves are not on the big button if another move is possible.
const LAST = new Set([
  "end",
  "bankrupt",
  "time",
  "sold",
  "pass",
  "decline",
  "waive",
  "stop",
  "offer",
  "mortgage",
  "sell",
]);

/**
 * Returns a sentence about whose turn it is, or "" if it is not a player's turn.
 * @param {number | null | undefined} turn @param {string[]} players
 */
export const turnLine = (turn, players) =>
  typeof turn === "number" ? _("{player}’s turn", { player: players[turn] }) : "";

/** Returns a sentence for the person at a phone whose turn it is. @param {string} player */
export const yourTurn = (player) => _("{player}, your turn", { player });

/** Returns the seat whose moves are shown first. @param {Answer} shown @returns {number | null} */
export function actor({ to_act: seats = [], turn = null, bots = {} }) {
  const people = seats.filter((seat) => !(seat in bots));
  const some = people.length ? people : seats;
  return turn !== null && some.includes(turn) ? turn : (some[0] ?? null);
}

/**
 * Returns three lists: the moves of the player who acts, the likely one first; moves of a form that one tap can make;
 * and the moves of other players.
 * @param {Answer} shown @param {string[]} players @param {number | null} [seat]
 * @returns {{own: Move[], quick: Move[], others: Move[]}}
 */
export function moves(shown, players, seat = actor(shown)) {
  const { offered = [], forms = [], menus = {}, due = null, over = null } = shown;
  /** @type {Move[]} */
  const own = [],
    quick = /** @type {Move[]} */ ([]),
    others = /** @type {Move[]} */ ([]);
  if (over) return { own, quick, others };
  const name = seat === null ? "" : players[seat];
  /** @type {Map<string, [Command, string][]>} */
  const groups = new Map();
  for (const [step, label] of offered) {
    if (step.seat !== undefined && step.seat !== seat) continue;
    const words = mine(label);
    const key = step.seat === undefined ? `chance ${step.do}` : step.do;
    groups.set(key, [...(groups.get(key) ?? []), [step, words]]);
  }
  if (due) {
    own.push({
      words: CHANCE[due.do] ?? capital(due.do.replaceAll("_", " ")),
      request: { draw: true },
      steps: [],
      chance: true,
    });
  }
  if (groups.get(`chance ${due?.do}`)?.length === 1) groups.delete(`chance ${due?.do}`); // Both are the same command.
  for (const [key, steps] of groups) own.push(grouped(key, steps, menus));
  for (const { do: verb, seat: whose, words, quick: some } of forms) {
    /** @type {Move} */
    const asks = { words, steps: [], chance: whose === null, form: [verb, whose] };
    if (whose !== null && whose !== seat) others.push({ ...asks, words: `${players[whose]}: ${words}` });
    else if (some.length)
      quick.push(
        ...some.map(([step, label]) => ({ words: capital(mine(label)), request: step, steps: [], chance: false })),
        asks,
      );
    else own.push(asks);
  }
  if (!due || shown.to_act?.length) own.sort((one, other) => rank(one) - rank(other));
  others.unshift(
    ...offered
      .filter(([step]) => step.seat !== undefined && step.seat !== seat)
      .map(([step, words]) => ({ words: capital(words), request: step, steps: [], chance: false })),
  );
  const likely = own.some((move) => !move.chance && rank(move) === 0); // otherwise a quick move is likely
  return likely ? { own: [...own, ...quick], quick: [], others } : { own, quick, others };

  /** @param {string} label */
  function mine(label) {
    return label.startsWith(`${name}: `) ? label.slice(name.length + 2) : label;
  }
}

/** @param {string} key @param {[Command, string][]} steps @param {Record<string, string>} menus @returns {Move} */
function grouped(key, steps, menus) {
  const verb = key.split(" ").pop() ?? key,
    chance = key.startsWith("chance ");
  if (steps.length === 1) return { words: capital(steps[0][1]), request: steps[0][0], steps, chance };
  return { words: menus[verb] ?? verb, steps, chance };
}

/** @param {Move} move */
function rank({ request, steps, chance, form }) {
  const verb = /** @type {any} */ (request)?.do ?? form?.[0] ?? steps[0]?.[0].do ?? "";
  return (
    (chance ? 3 : 0) + (LAST.has(verb) ? 1 : 0) + (verb === "offer" || verb === "mortgage" || verb === "sell" ? 1 : 0)
  );
}
