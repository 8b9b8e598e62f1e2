/**
 * Connects to a real Pico on the cable, through the browser's serial port (Web Serial). Reports only messages, because
 * the player sees and hears the device itself. A press on the page sends the request `press`, which acts like a press
 * by hand.
 * @module engines/serial
 */

import { _ } from "../language.js";
import { part } from "../part.js";

const BROWSER = _("This browser has no Web Serial: open this page in Chrome, Edge or Firefox on a computer.");
const INSECURE = _(
  "Web Serial needs a secure address: open this page through https, or on this computer itself (localhost).",
);

/** @returns {string} a sentence that says why this browser cannot use it, or "" */
export function lacks() {
  if (navigator.serial) return "";
  return isSecureContext ? BROWSER : INSECURE;
}

/** @returns {string[]} the engine of this module, or an empty list if the browser has no serial ports */
export function offers() {
  return navigator.serial ? ["board"] : [];
}

/** @param {import("./engine.js").Tell} tell */
export async function create(tell) {
  const { SerialEngine } = await part(import("./serial/engine.js"));
  return new SerialEngine(tell);
}
