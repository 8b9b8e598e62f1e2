// Stores the files of a static page for use without a network, as a service worker. It also adds the policy for the
// page's workers, which do not get it from their page. 'make page' writes the constants of this file.

const POLICY = "";
const VERSION = "";
/** @type {string[]} */
const FIRST = [];
/** @type {string[]} */
const LATER = [];
const CACHE = "pingblock " + VERSION;
// TypeScript has no types for service workers here.
const here = /** @type {any} */ (self);
here.oninstall = (/** @type {any} */ event) => event.waitUntil(replace().then(() => here.skipWaiting()));
here.onactivate = (/** @type {any} */ event) => event.waitUntil(Promise.all([here.clients.claim(), forget()]));
// If a file cannot be loaded now, the next visit tries again.
here.onmessage = (/** @type {any} */ event) => event.data === "keep" && event.waitUntil(keep().catch(() => {}));
here.onfetch = (/** @type {any} */ event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === here.location.origin && event.request.method === "GET")
    event.respondWith(answer(event.request, pathname));
};

/** Stores the files that are not stored yet. A file for later that cannot be loaded now is skipped. */
async function keep() {
  if (!VERSION) return;
  const cache = await caches.open(CACHE);
  const add = async (/** @type {string} */ name) => {
    // The browser must ask the host, because its own copy could belong to another version.
    if (!(await cache.match(placeOf(name)))) await cache.add(new Request(placeOf(name), { cache: "no-cache" }));
  };
  for (const name of FIRST) await add(name);
  for (const name of LATER) await add(name).catch(() => {});
}

/** Returns the names under which other versions are stored. */
const others = async () => (await caches.keys()).filter((name) => name.startsWith("pingblock ") && name !== CACHE);

/** Stores this version before it replaces an older one. If that fails, the older one stays. */
async function replace() {
  if ((await others()).length) await keep();
}

/** Deletes the files of other versions. */
async function forget() {
  for (const name of await others()) await caches.delete(name);
}

/** @param {string} name */
const placeOf = (name) => new URL(name, here.registration.scope).href;

/** @param {Request} request @param {string} pathname */
async function answer(request, pathname) {
  const isPage = `${here.location.origin}${pathname}` === here.registration.scope;
  const kept =
    VERSION &&
    (await (await caches.open(CACHE)).match(isPage ? placeOf("index.html") : request, { ignoreSearch: true }));
  return limited(kept || (await fetch(request)));
}

/** @param {Response} answer */
function limited(answer) {
  if (!POLICY || answer.type === "opaqueredirect") return answer; // The browser itself follows a redirect.
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", POLICY);
  const { status, statusText } = answer;
  return new Response(status === 304 || status === 204 ? null : answer.body, { status, statusText, headers });
}
