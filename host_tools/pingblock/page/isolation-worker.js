// Service worker for static hosts: adds the two headers that give the page shared memory, and the policy
// for what pages and workers may load, which 'make page' writes in here.
// A page in a frame elsewhere stays as it is: its embedder decides.

const POLICY = "";
// TypeScript knows pages, not service workers.
const here = /** @type {any} */ (self);
here.oninstall = () => here.skipWaiting();
here.onactivate = (/** @type {any} */ event) => event.waitUntil(here.clients.claim());
here.onfetch = (/** @type {any} */ event) => {
  if (new URL(event.request.url).origin === here.location.origin) {
    event.respondWith(isolated(event.request));
  }
};

/** @param {Request} request */
async function isolated(request) {
  const answer = await fetch(request);
  if (answer.type === "opaqueredirect") return answer; // the browser goes on to where it leads
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  if (POLICY) headers.set("Content-Security-Policy", POLICY);
  const { status, statusText } = answer;
  return new Response(status === 304 || status === 204 ? null : answer.body, { status, statusText, headers });
}
