// Installs the page's service worker, which stores a static page for use without a network.

const keeps = () => Boolean(document.querySelector("meta[name=keeps][content=all]"));

/** Stores the whole page in this browser, when it has started and is idle. */
export async function keepPage() {
  if (!keeps() || !self.isSecureContext || self.top !== self || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register(new URL("offline-worker.js", document.baseURI)).catch(() => {});
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage("keep");
}
