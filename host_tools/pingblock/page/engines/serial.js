/**
 * A real Pico on the cable, through the browser's serial port (Web Serial).
 *
 * It tells what comes over the cable: its light, its worms and its sound are on the table. A press
 * in the page is the request `press`, the same as a hand's.
 *
 * @module engines/serial
 */

import { _ } from "../language.js";

const BROWSER = _("This browser has no Web Serial: open this page in Chrome, Edge or Firefox on a computer.");
const INSECURE = _(
  "Web Serial needs a secure address: open this page by https, or on this computer itself (localhost).",
);

/** @returns {string} why this browser cannot, a sentence; "" if it can */
export function lacks() {
  if (navigator.serial) return "";
  return isSecureContext ? BROWSER : INSECURE;
}

/** @returns {string[]} the engine that this module offers, none where the browser lacks it */
export function offers() {
  return navigator.serial ? ["board"] : [];
}

/** @param {import("./engine.js").Tell} tell */
export async function create(tell) {
  const { SerialEngine } = await import("./serial/engine.js");
  return new SerialEngine(tell);
}
