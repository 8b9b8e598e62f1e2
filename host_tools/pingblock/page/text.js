// Helpers for text. Pure.

/** Returns a text with a capital first letter. @param {string} text */
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);

/** Returns the first two letters of a text. An emoji of a family counts as one letter. @param {string} text */
function begins(text) {
  const letters = Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), (each) => each.segment) : [...text];
  return letters.slice(0, 2);
}

/**
 * Returns the letters on each player's token: one letter, or if that is not unique, two letters or the number of the
 * seat.
 * @param {string[]} players
 */
export function tokens(players) {
  const names = players.map(begins),
    one = names.map(([first]) => first.toUpperCase()),
    two = names.map(([_first, second], seat) => one[seat] + (second ?? seat + 1));
  const isAlone = (/** @type {string[]} */ all, /** @type {number} */ seat) =>
    all.every((each, other) => other === seat || each !== all[seat]);
  return one.map((letter, seat) =>
    isAlone(one, seat) ? letter : isAlone(two, seat) ? two[seat] : `${letter}${seat + 1}`,
  );
}
