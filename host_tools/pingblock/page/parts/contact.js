/** A metal contact that bounces: a button, or the lever's switch. See virtual/parts/contact.py. */

/** @typedef {import("./random.js").Random} Random */
/** @typedef {{bounceMs: number | null, edges: number}} Bounce  with null, it bounces for 2 to 4 ms */

const MIN_CHATTER_MS = 2;
const MAX_CHATTER_MS = 4;

/** @type {Readonly<Bounce>} */
export const DEFAULT = { bounceMs: null, edges: 6 };

/**
 * Returns the edges of a change to `closed` as [us, closed]. The last edge is `closed`.
 * @param {Random} random
 * @param {number} atUs
 * @param {boolean} closed
 * @param {Bounce} bounce
 * @param {number} limitUs  the longest time for which it bounces
 * @returns {Array<[number, boolean]>}
 */
export function chatter(random, atUs, closed, bounce, limitUs) {
  const lastsMs = bounce.bounceMs ?? random.uniform(MIN_CHATTER_MS, MAX_CHATTER_MS);
  const lastsUs = Math.min(lastsMs * 1000, limitUs);
  const count = lastsUs ? Math.floor((bounce.edges + 1) / 2) * 2 : 0;
  const times = Array.from({ length: count }, () => atUs + random.uniform(0, lastsUs));
  times.sort((one, other) => one - other);
  /** @type {Array<[number, boolean]>} */
  const edges = times.map((time, index) => [time, closed === Boolean(index % 2)]);
  return [[atUs, closed], ...edges];
}
