// Handles a device that does not answer at first, because another page or a program has left it at MicroPython's
// prompt.
import { Keyboard } from "../../engines/serial/keyboard.js";
import { bringBack } from "../../engines/serial/recovery.js";
import { _ } from "../../language.js";

const REST_MS = 300; // time in which the firmware would answer this line
const WATCHED = _("Pingblock does not answer. The page that has the block can start it again: load that page again.");

/**
 * Starts Pingblock again, or returns why that is not possible.
 * @param {import("../../device_link.js").DeviceLink} link
 * @param {boolean} mine  whether this page controls the device and can therefore type
 * @returns {Promise<string>} a sentence
 */
export async function startAgain(link, mine) {
  if (!mine) return WATCHED;
  link.keyboard = new Keyboard((bytes) => link.send(bytes));
  const agrees = (/** @type {string} */ question) => !link.spoken && window.confirm(question);
  try {
    return (await bringBack({ keyboard: link.keyboard, heard: "", agrees })).say;
  } finally {
    // This ends the typed line. Otherwise it would be a part of the next request.
    await link.keyboard.type("\r", /\n/, REST_MS);
    link.keyboard = null;
  }
}
