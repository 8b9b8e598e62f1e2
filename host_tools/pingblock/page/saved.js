// A file with all that this browser keeps: the page's own, the logs of tables, and the device's flash.
import { _ } from "./language.js";
import { base64Of, bytesOf } from "./engines/here/hands.js";
import { replace, stored } from "./engines/here/store.js";

/** Names in the browser's storage that are the page's. */
const OURS = /^pingblock\./;
const VERSION = 2;

/** @typedef {{version: number, storage: Record<string, string>, device: {id: string, blocks: [number, string][]} | null}} Saved */

/** Returns the content of the file. @returns {Promise<string>} */
export async function saved() {
  const kept = await stored().catch(() => null);
  const device = kept && { id: kept.id, blocks: [...kept.blocks].map(([number, block]) => [number, base64Of(block)]) };
  const storage = Object.fromEntries(Object.entries(localStorage).filter(([key]) => OURS.test(key)));
  return JSON.stringify({ version: VERSION, storage, device });
}

/**
 * Takes over what such a file holds: all of it, or nothing. No engine may run meanwhile.
 *
 * @param {string} text
 * @returns {Promise<string>} what was wrong, as a sentence; "" if nothing was
 */
export async function takeOver(text) {
  const found = read(text);
  if (!found) return _("This file holds nothing that this page has saved.");
  const { storage, device } = found;
  if (device) {
    const blocks = new Map(device.blocks.map(([number, block]) => [number, bytesOf(block)]));
    if (!(await replace({ id: device.id, blocks }))) return _("Another tab holds the device: close that tab, and load the file again.");
  }
  for (const [key, value] of Object.entries(storage)) if (OURS.test(key)) localStorage.setItem(key, value);
  return "";
}

/** @param {string} text @returns {Saved | null} */
function read(text) {
  try {
    const { version, storage, device } = JSON.parse(text);
    const texts = Object.values(storage).every((value) => typeof value === "string");
    const blocks = !device || device.blocks.every((/** @type {any} */ [number, block]) => number >= 0 && bytesOf(block).length === 4096);
    return version === VERSION && texts && blocks ? { version, storage, device } : null;
  } catch {
    return null; // no JSON, or not of this page
  }
}
