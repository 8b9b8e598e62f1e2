/** The file with all that the engine needs: see make_page/page.py. */

import { streamOf, unpacked } from "../../unpack.js";
import { flashOf } from "./flash.js";

/**
 * @typedef {object} About
 * @property {string} id  of the content
 * @property {string} firmware  version
 * @property {Record<string, number>} gpio
 * @property {Record<string, number>} ratio
 * @property {number} flash_bytes
 * @property {string} owners  a regular expression of paths: see common/device_path.py
 * @property {{ms: number, rate: number}} compute  what a session of a link may
 * @property {string[]} files  paths on the device
 * @property {Record<string, number>} parts  bytes of each
 */

/** Unpacks it. @param {ArrayBuffer} packed */
export async function loadPack(packed) {
  const found = await unpacked(streamOf(packed)),
    { parts } = found;
  const about = /** @type {About} */ (found.about);
  const flash = flashOf(about.flash_bytes, new Map([[0, parts.flash]]));
  // Not `compile`: WebKit would queue it after all functions of the page before that it still optimises.
  const module = new WebAssembly.Module(parts.module);
  return { about, module, simulation: parts.simulation, flash };
}
