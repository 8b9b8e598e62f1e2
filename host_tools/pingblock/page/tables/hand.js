// The moves that a page can do: a phone those of its seats, the host's page those of seats without a phone. Pure.

/**
 * @typedef {object} Seats  who plays where at a server's table
 * @property {number[] | null} own  of this phone; null: this is the host's page
 * @property {Record<string, boolean>} phones  seats that a phone has, and whether that phone is here
 */
/** @typedef {import("./table.js").Answer} Answer */

/** Whether a page moves a seat. @param {Seats | null} seats null: it moves all @param {number} seat */
export const plays = (seats, seat) => !seats || (seats.own ? seats.own.includes(seat) : !(seat in seats.phones));

/** Whether a page may draw what chance decides. @param {Answer} shown @param {Seats | null} seats */
const rolls = ({ turn }, seats) =>
  !seats?.own || (typeof turn === "number" ? seats.own.includes(turn) : seats.own.length > 0);

/** Returns what is shown of a table, with the moves of this page only. @param {Answer} shown @param {Seats | null} seats @returns {Answer} */
export function handOf(shown, seats) {
  if (!seats) return shown;
  const chance = rolls(shown, seats),
    may = (/** @type {number | null | undefined} */ seat) => (typeof seat === "number" ? plays(seats, seat) : chance);
  return {
    ...shown,
    to_act: shown.to_act?.filter(may),
    offered: shown.offered?.filter(([step]) => may(step.seat)),
    forms: shown.forms?.filter(({ seat }) => may(seat)),
    due: chance ? shown.due : null,
    amends: seats.own ? [] : shown.amends,
  };
}

/** Returns the seat of this phone that is asked now; null if none is. @param {Answer} shown @param {Seats | null} seats @returns {number | null} */
export function askedHere(shown, seats) {
  if (!seats?.own?.length || shown.over || shown.runs) return null;
  const { to_act = [], due, turn = null, bots = {} } = handOf(shown, seats);
  const people = to_act.filter((seat) => !(seat in bots));
  if (people.length) return turn !== null && people.includes(turn) ? turn : people[0];
  return due && !shown.to_act?.length ? (turn ?? seats.own[0]) : null;
}

/** Whether the last step is a decision of this phone, so that it may take it back. @param {Record<string, any>[]} log @param {Seats | null} seats */
export function undoes(log, seats) {
  const seat = log.at(-1)?.seat;
  return !seats?.own || (typeof seat === "number" && seats.own.includes(seat));
}
