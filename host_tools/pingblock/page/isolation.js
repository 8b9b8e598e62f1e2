/** Makes a page of a static host isolated, as the engine `here` needs it: once, by a service worker. */

import { within } from "./limit.js";
import { session } from "./stored.js";

const TRIED = "pingblock isolation";
const WAIT_MS = 3000;

/**
 * Returns true if the page is about to load again, isolated: then there is nothing else to do.
 * It tries once a tab; where that does not help, `lacks()` of engines/here.js says why.
 */
export async function isolates() {
  if (self.crossOriginIsolated || !self.isSecureContext || self.top !== self) return false;
  if (!navigator.serviceWorker || session.read(TRIED) || !session.write(TRIED, "1")) return false;
  try {
    await within(navigator.serviceWorker.register(new URL("isolation-worker.js", import.meta.url)), WAIT_MS);
    await within(navigator.serviceWorker.ready, WAIT_MS);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
