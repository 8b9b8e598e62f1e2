// Waits for what may never answer.

/**
 * Returns what comes, or rejects once the limit is over.
 * @template T @param {Promise<T>} coming @param {number} ms @returns {Promise<T>}
 */
export function within(coming, ms) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const late = /** @type {Promise<never>} */ (
    new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("too late")), ms)))
  );
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
