/**
 * Kinds of cells, and what is left of one as it is used up.
 * New ones are those of virtual/parts/battery.py; between its presets the way is straight.
 */

/** @typedef {"alkaline" | "zinc_carbon" | "nimh" | "demo"} Kind */

/** Open voltage, mV, and inner resistance, ohm, of a new cell. */
const NEW = {
  alkaline: [1580, 0.15],
  zinc_carbon: [1600, 0.9],
  nimh: [1320, 0.05],
  demo: [1500, 3.0],
};
/** Charge in percent, mV and ohm of an alkaline cell: fresh, worn, flat. */
const USED = [
  [100, 1580, 0.15],
  [40, 1250, 0.9],
  [0, 1000, 3.0],
];
export const KINDS = /** @type {Kind[]} */ (Object.keys(NEW));

/**
 * Returns cells of a kind.
 *
 * @param {Kind} kind
 * @param {number} chargePct  0..100
 * @param {number} [count]  1..4
 * @returns {import("../engines/engine.js").Cells}
 */
export function cellsOf(kind, chargePct, count = 3) {
  const below = USED.findIndex(([charge]) => chargePct >= charge);
  const [low, high] = [USED[Math.max(below, 1)], USED[Math.max(below, 1) - 1]];
  const share = (chargePct - low[0]) / (high[0] - low[0]);
  const at = (/** @type {number} */ place) => low[place] + share * (high[place] - low[place]);
  const [openMv, ohm] = NEW[kind];
  return { openMv: (openMv * at(1)) / USED[0][1], ohm: ohm + at(2) - USED[0][2], count };
}
