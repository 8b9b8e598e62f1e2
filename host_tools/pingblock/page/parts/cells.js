/** Kinds of cells, and how they change with their charge. The figures are those of common/cells.py. */

/**
 * @typedef {object} CellData  voltage without load in mV, and inner resistance in ohm
 * @property {Record<string, [number, number]>} fresh  a new cell of each kind
 * @property {[number, number, number][]} used  an alkaline cell at a charge in percent, from 100 down to 0
 */

/**
 * Returns cells of a kind. All kinds lose voltage as alkaline cells do.
 * @param {CellData} data
 * @param {string} kind
 * @param {number} chargePct  0..100
 * @param {number} [count]  1..4
 * @returns {import("../engines/engine.js").Cells}
 */
export function cellsOf({ fresh, used }, kind, chargePct, count = 3) {
  const below = Math.max(
    1,
    used.findIndex(([charge]) => chargePct >= charge),
  );
  const [low, high] = [used[below], used[below - 1]];
  const share = (chargePct - low[0]) / (high[0] - low[0]);
  const at = (/** @type {1 | 2} */ place) => low[place] + share * (high[place] - low[place]);
  const [openMv, ohm] = fresh[kind];
  return { openMv: (openMv * at(1)) / used[0][1], ohm: ohm + at(2) - used[0][2], count };
}

/**
 * Returns the charge of a cell in percent, from its kind and its voltage without load.
 * @param {CellData} data
 * @param {string} kind
 * @param {import("../engines/engine.js").Cells} cells
 */
export function chargeOf({ fresh, used }, kind, { openMv }) {
  const mv = (openMv * used[0][1]) / fresh[kind][0];
  if (mv >= used[0][1]) return used[0][0];
  const below = used.findIndex(([, volts]) => mv >= volts);
  if (below < 0) return 0;
  const [low, high] = [used[below], used[below - 1]];
  return low[0] + ((mv - low[1]) / (high[1] - low[1])) * (high[0] - low[0]);
}
