/**
 * Kinds of cells, and what is left of one as it is used up.
 * New ones are those of virtual/parts/battery.py; between its presets the way is straight.
 */

/** @typedef {"alkaline" | "zinc_carbon" | "nimh" | "demo"} Kind */

/** New cells: open voltage, mV, and inner resistance, ohm. */
export const KINDS = /** @type {Record<Kind, {label: string, openMv: number, ohm: number}>} */ ({
  alkaline: { label: "Alkaline", openMv: 1580, ohm: 0.15 },
  zinc_carbon: { label: "Zinc-carbon", openMv: 1600, ohm: 0.9 },
  nimh: { label: "Rechargeable (NiMH)", openMv: 1320, ohm: 0.05 },
  demo: { label: "Demo cells that come with toys", openMv: 1500, ohm: 3.0 },
});
/** Charge, mV and ohm of an alkaline cell: fresh, worn, flat. */
const USED = [
  [1, 1580, 0.15],
  [0.4, 1250, 0.9],
  [0, 1000, 3.0],
];

/**
 * Returns cells of a kind.
 *
 * @param {Kind} kind
 * @param {number} charge  0..1
 * @param {number} [ohm]  of one cell, else as its charge makes it
 * @param {number} [count]  1..4
 * @returns {import("../engines/engine.js").Cells}
 */
export function cellsOf(kind, charge, ohm, count = 3) {
  const lower = Math.max(1, USED.findIndex(([from]) => charge >= from));
  const [low, high] = [USED[lower], USED[lower - 1]];
  const share = (charge - low[0]) / (high[0] - low[0]);
  const at = (/** @type {number} */ place) => low[place] + share * (high[place] - low[place]);
  const fresh = KINDS[kind];
  const openMv = (fresh.openMv * at(1)) / USED[0][1];
  return { openMv, ohm: ohm ?? fresh.ohm + at(2) - USED[0][2], count };
}
