// Handles a device that does not answer the page at first. Another page or a program can leave it at MicroPython's
// prompt.
import { Keyboard } from "../../engines/serial/keyboard.js";
import { bringBack } from "../../engines/serial/recovery.js";
import { _ } from "../../language.js";

const REST_MS = 300; // time for the firmware's answer to that line
const WATCHED = _("Pingblock does not answer. The page that has the block can start it again: load that page again.");

/**
 * Starts Pingblock again, or returns why that is not possible.
 * @param {import("../../device_link.js").DeviceLink} link
 * @param {boolean} mine  whether this page can type, because it controls the device
 * @returns {Promise<string>} a sentence
 */
export async function startAgain(link, mine) {
  if (!mine) return WATCHED;
  link.keyboard = new Keyboard((bytes) => link.send(bytes));
  const agrees = (/** @type {string} */ question) => !link.spoken && window.confirm(question);
  try {
    return (await bringBack({ keyboard: link.keyboard, heard: "", agrees })).say;
  } finally {
    // This ends the typed line. Otherwise the next request would be its rest.
    await link.keyboard.type("\r", /\n/, REST_MS);
    link.keyboard = null;
  }
}
