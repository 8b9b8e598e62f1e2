// Limits how long the page waits for an answer that may not come.

const LOOKS = 4;

/**
 * Returns the result, or rejects when the time is over.
 * @template T @param {Promise<T>} coming @param {number} ms @returns {Promise<T>}
 */
export function within(coming, ms) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const late = /** @type {Promise<never>} */ (
    new Promise((_, reject) => {
      let looks = 0;
      // A busy page receives an answer late. Therefore the time in which it was busy counts as only one check.
      const look = () => {
        if (++looks > LOOKS) reject(new Error("too late"));
        else timer = setTimeout(look, ms / LOOKS);
      };
      look();
    })
  );
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
