// Saves a file with everything that this browser has stored: the page's values, the logs of games, and the device's
// flash.
import { _ } from "./language.js";
import { OF_FILE } from "./engines/here/flash.js";
import { base64Of, bytesOf } from "./base64.js";
import { replace, stored } from "./engines/here/store.js";
import { checked, DEVICE, mapOf, record, ruleOf, text, oneOf } from "./stored.js";
import { part } from "./part.js";

const VERSION = 2;
/** Maximum size of a file. A flash of 16 MB and the largest number of stored games need less. */
const MOST_BYTES = 64e6;

/** @typedef {{storage: Record<string, any>, device: import("./engines/here/store.js").Kept | null}} Saved */

/** Returns the content of the file. @returns {Promise<string>} @throws if the browser's storage refuses */
export async function saved() {
  const kept = await stored().catch(() => null);
  const device = kept && { id: kept.id, blocks: [...kept.blocks].map(([number, block]) => [number, base64Of(block)]) };
  const storage = Object.fromEntries(Object.entries(localStorage).filter(([key]) => ruleOf(key)));
  return JSON.stringify({ version: VERSION, storage, device });
}

/**
 * Takes over everything in a saved file, or leaves this browser unchanged. First it tries the device from the file,
 * with its settings and sounds on this page's firmware.
 * @param {Blob} file
 * @param {() => Promise<void>} close  closes the page's engine, and is called when the trial has succeeded
 * @returns {Promise<string>} a sentence about the fault, or ""
 */
export async function takeOver(file, close) {
  if (file.size > MOST_BYTES)
    return _("The page did not load this file, because it is larger than any file that the page saves.");
  const found = read(await file.text());
  if (typeof found === "string") return found;
  const { storage, device } = found;
  if (device) {
    const { tried } = await part(import("./trial.js")),
      why = await tried(device);
    if (why) return _("The page did not load this file, because the device in it did not play. {why}", { why });
  }
  await close();
  /** @type {Record<string, string | null>} */
  let before = {};
  try {
    before = Object.fromEntries(Object.keys(storage).map((key) => [key, localStorage.getItem(key)]));
    put(storage);
    if (device && !(await replace(device))) {
      put(before);
      return _("Another tab holds the device: close that tab, and load the file again.");
    }
  } catch {
    put(before);
    return _(
      "The page could not load the file, because this browser's storage is full or blocked. Free some of it or allow it, then try again.",
    );
  }
  return "";
}

/** @param {Record<string, string | null>} storage */
function put(storage) {
  for (const [key, value] of Object.entries(storage)) {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
}

const SAVED = record({ version: oneOf(VERSION), storage: mapOf(/^/, text(/^/, MOST_BYTES)) });

/**
 * Returns the content of a file, or a sentence about its fault. @param {string} content @returns {Saved |
 * string}
 */
export function read(content) {
  const json = parsed(content),
    { value, faults } = checked(SAVED, json);
  if (!value)
    return _("This is not a file that this page can load. Choose one that it has saved, such as pingblock-page.json.");
  for (const [key, held] of Object.entries(value.storage)) {
    const rule = ruleOf(key);
    if (rule) faults.push(...checked(rule, parsed(held), key).faults);
  }
  const device = json.device ? checked(DEVICE, unpacked(json.device), "device") : null;
  faults.push(...(device?.faults ?? []));
  if (faults.length)
    return _("The page did not load this file, because it is damaged. Its first fault: {where}", { where: faults[0] });
  const storage = Object.fromEntries(Object.entries(value.storage).filter(([key]) => ruleOf(key)));
  return { storage, device: device?.value ? { id: OF_FILE, blocks: new Map(device.value.blocks) } : null };
}

/** @param {string} json @returns {any} */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // The file is cut, or not a file of this page.
  }
}

/** Returns a device with its blocks as bytes, if they can be read. @param {any} device */
function unpacked(device) {
  const blocks = device.blocks;
  return Array.isArray(blocks)
    ? {
        ...device,
        blocks: blocks.map((block) => (Array.isArray(block) ? [block[0], bytes(block[1]), ...block.slice(2)] : block)),
      }
    : device;
}

/** @param {unknown} base64 */
function bytes(base64) {
  try {
    return bytesOf(String(base64));
  } catch {
    return null; // A block is not base64.
  }
}
