// Keeps a page of a static host for use without a network, as a service worker. It also adds the policy for the page's
// workers, because they do not get it from their page. 'make page' writes the constants in here.

const POLICY = "";
const VERSION = "";
/** @type {string[]} */
const FIRST = [];
/** @type {string[]} */
const LATER = [];
const CACHE = "pingblock " + VERSION;
// TypeScript knows pages but not service workers.
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

/** Keeps files that are not kept yet. Files for later that cannot be loaded now are left out. */
async function keep() {
  if (!VERSION) return;
  const cache = await caches.open(CACHE);
  const add = async (/** @type {string} */ name) => {
    // The browser asks the host, because its own copy could be of another version.
    if (!(await cache.match(placeOf(name)))) await cache.add(new Request(placeOf(name), { cache: "no-cache" }));
  };
  for (const name of FIRST) await add(name);
  for (const name of LATER) await add(name).catch(() => {});
}

/** Returns the names under which other versions are kept. */
const others = async () => (await caches.keys()).filter((name) => name.startsWith("pingblock ") && name !== CACHE);

/** Keeps this version before it takes over from an older one, which otherwise goes on. */
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
  if (!POLICY || answer.type === "opaqueredirect") return answer; // The browser follows a redirect itself.
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", POLICY);
  const { status, statusText } = answer;
  return new Response(status === 304 || status === 204 ? null : answer.body, { status, statusText, headers });
}
