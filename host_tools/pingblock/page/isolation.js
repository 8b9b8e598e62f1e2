// The page's service worker: it makes the page of a static host isolated, as the engine `here` needs it, and
// keeps a made page for the time without a network.

import { within } from "./limit.js";
import { session } from "./stored.js";

const TRIED = "pingblock isolation";
const WAIT_MS = 3000;
const keeps = () => Boolean(document.querySelector("meta[name=keeps][content=all]"));

/**
 * Returns true if the page is about to load again, isolated: then there is nothing else to do.
 * It tries once a tab; where that does not help, `lacks()` of engines/here.js says why.
 */
export async function isolates() {
  if (!self.isSecureContext || self.top !== self || !navigator.serviceWorker) return false;
  if (self.crossOriginIsolated) return false;
  if (session.read(TRIED) || !session.write(TRIED, "1")) return false;
  try {
    await within(registered(), WAIT_MS);
    await within(navigator.serviceWorker.ready, WAIT_MS);
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Keeps the whole page in this browser, once it plays and is at rest. */
export async function keepPage() {
  if (!keeps() || !self.isSecureContext || self.top !== self || !navigator.serviceWorker) return;
  await registered().catch(() => {});
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage("keep");
}

const registered = () => navigator.serviceWorker.register(new URL("isolation-worker.js", document.baseURI));
