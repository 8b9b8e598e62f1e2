// Offered commands as buttons: the likely one, three more, the rest. Pure.
import { _ } from "../language.js";
import { capital } from "../text.js";

/** @typedef {import("./table.js").Command} Command */
/** @typedef {import("./table.js").Answer} Answer */
/** @typedef {{words: string, request?: object, steps: [Command, string][], chance: boolean}} Move
 *   `request` does it at once; without it `steps` are to choose from. */

/** Words for an outcome of chance that the page may draw. @type {Record<string, string>} */
const CHANCE = {
  dice: _("Roll the dice"), card: _("Draw a card"), first: _("Draw who begins"), storm: _("Turn a storm card"), outcome: _("Press the block"),
  hand_out: _("Deal the deeds"), worm: _("Look at the worm"), deal: _("Deal a card"), chest: _("Open the chest"), sold: _("Close the auction"),
};
/** Words for a group of commands of one verb. @type {Record<string, string>} */
const GROUPS = {
  mortgage: _("Mortgage …"), lift: _("Pay off …"), build: _("Build …"), sell: _("Sell a building …"), offer: _("Make an offer …"), bid: _("Bid …"),
  roll: _("Roll …"), drop: _("Drop in …"), card: _("The card says …"), shoot: _("Shoot …"), use: _("Use an item …"), pull: _("Pull …"), place: _("To the chest …"),
  use_card: _("Hand in a jail card …"), storm: _("The storm takes …"), deal: _("The card is …"), chest: _("The chest holds …"), outcome: _("It sounds like …"),
  ask: _("Ask for the rent …"), waive: _("Waive the rent …"), worm: _("It was …"), dice: _("They show …"), first: _("Who begins …"), put_up: _("Put up …"),
};
// Of these none is done by one tap on the big button while something else can be done.
const LAST = new Set(["end", "bankrupt", "time", "sold", "pass", "decline", "waive", "stop", "offer", "mortgage", "sell"]);

/** Says whose turn it is, "" if nobody's. @param {number | null | undefined} turn @param {string[]} players */
export const turnLine = (turn, players) => (typeof turn === "number" ? _("{player}’s turn", { player: players[turn] }) : "");

/** Returns the seat whose moves come first. @param {Answer} shown @returns {number | null} */
export function actor({ to_act: seats = [], turn = null, bots = {} }) {
  const people = seats.filter((seat) => !(seat in bots));
  const some = people.length ? people : seats;
  return turn !== null && some.includes(turn) ? turn : some[0] ?? null;
}

/**
 * Returns the moves of whoever acts, the likely one first, and what only others may do.
 * @param {Answer} shown @param {string[]} players
 * @returns {{own: Move[], others: [Command, string][]}}
 */
export function moves(shown, players) {
  const seat = actor(shown), { offered = [], due = null, over = null } = shown;
  /** @type {Move[]} */
  const own = [];
  if (over) return { own, others: [] };
  const many = (shown.to_act?.length ?? 0) > 1, name = seat === null ? "" : players[seat];
  /** @type {Map<string, [Command, string][]>} */
  const groups = new Map();
  for (const [step, label] of offered) {
    if (step.seat !== undefined && step.seat !== seat) continue;
    const words = many && label.startsWith(`${name}: `) ? label.slice(name.length + 2) : label;
    const key = step.seat === undefined ? `chance ${step.do}` : step.do;
    groups.set(key, [...(groups.get(key) ?? []), [step, words]]);
  }
  if (due) {
    own.push({ words: CHANCE[due.do] ?? capital(due.do.replaceAll("_", " ")), request: { draw: true }, steps: [], chance: true });
  }
  for (const [key, steps] of groups) own.push(grouped(key, steps));
  if (!due || shown.to_act?.length) own.sort((one, other) => rank(one) - rank(other));
  const others = offered.filter(([step]) => step.seat !== undefined && step.seat !== seat);
  return { own, others };
}

/** @param {string} key @param {[Command, string][]} steps @returns {Move} */
function grouped(key, steps) {
  const verb = key.split(" ").pop() ?? key, chance = key.startsWith("chance ");
  if (steps.length === 1) return { words: capital(steps[0][1]), request: steps[0][0], steps, chance };
  return { words: GROUPS[verb] ?? `${capital(verb.replaceAll("_", " "))} …`, steps, chance };
}

/** @param {Move} move */
function rank({ request, steps, chance }) {
  const verb = /** @type {any} */ (request)?.do ?? steps[0]?.[0].do ?? "";
  return (chance ? 3 : 0) + (LAST.has(verb) ? 1 : 0) + (verb === "offer" || verb === "mortgage" || verb === "sell" ? 1 : 0);
}
