// Waits for what may never answer.

const LOOKS = 4;

/**
 * Returns what comes, or rejects once the limit is over.
 * @template T @param {Promise<T>} coming @param {number} ms @returns {Promise<T>}
 */
export function within(coming, ms) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const late = /** @type {Promise<never>} */ (
    new Promise((_, reject) => {
      let looks = 0;
      // A page that was busy finds the answer late, so that time counts as one look.
      const look = () => {
        if (++looks > LOOKS) reject(new Error("too late"));
        else timer = setTimeout(look, ms / LOOKS);
      };
      look();
    })
  );
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
