// Selects the moves that a page can make. A phone moves only for its own seats. The host's page moves for the other
// seats. Pure.

/**
 * @typedef {object} Seats  the phones and their seats in a server's game
 * @property {number[] | null} own  the seats of this phone, or null on the host's page
 * @property {Record<string, boolean>} phones  each seat that a phone has taken, and whether that phone is connected
 */
/** @typedef {import("./table.js").Answer} Answer */

/**
 * Returns whether a page moves for a seat.
 * @param {Seats | null} seats null if this page moves for all seats @param {number} seat
 */
export const plays = (seats, seat) => !seats || (seats.own ? seats.own.includes(seat) : !(seat in seats.phones));

/** Returns whether a page can draw outcomes of chance. @param {Answer} shown @param {Seats | null} seats */
const rolls = ({ turn }, seats) =>
  !seats?.own || (typeof turn === "number" ? seats.own.includes(turn) : seats.own.length > 0);

/**
 * Returns the state with only the moves of this page.
 * @param {Answer} shown @param {Seats | null} seats @returns {Answer}
 */
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

/**
 * Returns the seat of this phone that must decide, or null.
 * @param {Answer} shown @param {Seats | null} seats @returns {number | null}
 */
export function askedHere(shown, seats) {
  if (!seats?.own?.length || shown.over || shown.runs) return null;
  const { to_act = [], due, turn = null, bots = {} } = handOf(shown, seats);
  const people = to_act.filter((seat) => !(seat in bots));
  if (people.length) return turn !== null && people.includes(turn) ? turn : people[0];
  return due && !shown.to_act?.length ? (turn ?? seats.own[0]) : null;
}

/**
 * Returns whether the last step is a decision of this phone. A phone can undo only such a step.
 * @param {Record<string, any>[]} log @param {Seats | null} seats
 */
export function undoes(log, seats) {
  const seat = log.at(-1)?.seat;
  return !seats?.own || (typeof seat === "number" && seats.own.includes(seat));
}
