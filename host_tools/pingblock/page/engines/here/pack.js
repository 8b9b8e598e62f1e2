/** Reads the file with all parts of the engine: see make_page/page_pack.py. */

import { streamOf, unpacked } from "../../unpack.js";
import { flashOf } from "./flash.js";

/**
 * @typedef {object} About
 * @property {string} id  id of the content
 * @property {string} firmware  version
 * @property {Record<string, number>} gpio
 * @property {Record<string, number>} ratio
 * @property {number} flash_bytes
 * @property {string} owners  a regular expression of paths: see common/device_path.py
 * @property {{ms: number, rate: number}} compute  the computing time for a session from a link
 * @property {string[]} files  paths on the device
 * @property {Record<string, number>} parts  bytes of each part
 */

/** Unpacks the file. @param {ArrayBuffer} packed */
export async function loadPack(packed) {
  const found = await unpacked(streamOf(packed)),
    { parts } = found;
  const about = /** @type {About} */ (found.about);
  const flash = flashOf(about.flash_bytes, new Map([[0, parts.flash]]));
  // This is not `compile`, because WebKit would first optimise all other functions of the page.
  const module = new WebAssembly.Module(parts.module);
  return { about, module, simulation: parts.simulation, flash };
}
