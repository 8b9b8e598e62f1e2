/**
 * The cells, their diode and all loads. The model gives the voltage VSYS at any time. For its sources see
 * virtual/parts/battery.py.
 */

/** @typedef {import("../engines/engine.js").Cells} Cells */

const USB_MV = 5000;
const USB_OHM = 0.35;
const USB_DIODE_MV = 300;
const DIODE_SATURATION_MA = 0.0317;
const DIODE_NVT_MV = 1.373 * 25.865;
const DIODE_OHM = 0.051;
const DIODE_STEPS = 6;
const BOOST_MV = 5000;
const BOOST_MIN_CELL_MV = 800;
const BOOST_EFFICIENCY = 0.85;
export const BROWN_OUT_MV = 1800;
export const RECOVERY_MV = 1900;
export const PICO_MW = 105;

/** Three fresh alkaline cells. @type {Readonly<Cells>} */
export const FRESH_PACK = { openMv: 1580, ohm: 0.15, count: 3 };

/**
 * Returns the voltage in mV under a load of constant power, or 0 if it collapses.
 * @param {number} openMv
 * @param {number} ohm
 * @param {number} loadMw
 */
export function underPower(openMv, ohm, loadMw) {
  const root = openMv * openMv - 4 * ohm * loadMw * 1000;
  return root > 0 ? (openMv + Math.sqrt(root)) / 2 : 0;
}

/** @type {(openMv: number, ohm: number, loadMw: number, siemens: number) => number} */
function loadedMv(openMv, ohm, loadMw, siemens) {
  const share = 1 + ohm * siemens;
  return underPower(openMv / share, ohm / share, loadMw);
}

/** Returns the voltage drop of D1 in mV. @param {number} currentMa */
function diodeMv(currentMa) {
  return DIODE_NVT_MV * Math.log(1 + currentMa / DIODE_SATURATION_MA) + DIODE_OHM * currentMa;
}

/** A pack of 1 to 4 cells, and the USB supply. */
export class Battery {
  plugged = true;
  /** @type {Readonly<Cells>} */
  cells = FRESH_PACK;

  get #ohm() {
    return this.cells.ohm * this.cells.count;
  }

  /**
   * Returns the voltage in mV of a single cell with a boost converter under this load at VSYS, or 0 if there are more
   * cells.
   * @param {number} loadMw
   * @param {number} siemens
   */
  cellMv(loadMw, siemens) {
    if (this.cells.count > 1) return 0;
    const boostedMw = loadMw + (siemens * BOOST_MV * BOOST_MV) / 1000;
    const drawnMw = this.plugged ? 0 : boostedMw / BOOST_EFFICIENCY;
    return underPower(this.cells.openMv, this.#ohm, drawnMw);
  }

  /**
   * Returns the supply voltage of the Pico, the amplifier and the servo in mV, or 0 if it collapses.
   * @param {number} loadMw  loads that draw constant power
   * @param {number} siemens  loads that behave like resistors, A/V
   */
  vsysMv(loadMw, siemens = 0) {
    if (this.plugged) return loadedMv(USB_MV - USB_DIODE_MV, USB_OHM, loadMw, siemens);
    if (this.cells.count === 1) {
      return this.cellMv(loadMw, siemens) >= BOOST_MIN_CELL_MV ? BOOST_MV : 0;
    }
    const openMv = this.cells.openMv * this.cells.count;
    let leftMv = loadedMv(openMv, this.#ohm, loadMw, siemens);
    for (let step = 0; step < DIODE_STEPS && leftMv; step++) {
      const dropMv = diodeMv((loadMw * 1000) / leftMv + siemens * leftMv);
      leftMv = loadedMv(Math.max(0, openMv - dropMv), this.#ohm, loadMw, siemens);
    }
    return leftMv;
  }
}
