// The text that describes a person's own block in the storage and in a link. Pure.

/**
 * `sound` is the tune that it replaces, and `pace` is in beats a minute. `notes` has a letter of `PITCHES` or a rest
 * for each step. `body` and `cap` are colours, such as "#33468a".
 * @typedef {{sound: string, pace: number, notes: string, body: string, cap: string}} Own
 */

export const STEPS = 8,
  PITCHES = "cdefgabC",
  REST = "-",
  PACES = [100, 150, 240];
export const SILENCE = REST.repeat(STEPS);
export const NEW = `power_up.150.${SILENCE}.33468a.f6efdc`;
const FORM = new RegExp(
  `^[a-z_]{1,20}\\.(${PACES.join("|")})\\.[${REST}${PITCHES}]{1,${STEPS}}\\.[0-9a-f]{6}\\.[0-9a-f]{6}$`,
);

/** Returns whether a text has this form, because it can come from a stranger. @param {string} text */
export const isOwn = (text) => FORM.test(text);

/**
 * Returns the text of a block without characters that an e-mail puts after a link.
 * @param {string} text
 */
export const bare = (text) => text.trim().replace(/[^0-9a-f]+$/, "");

/** Returns the block that a text describes. @param {string} text a text for which `isOwn` is true @returns {Own} */
export function ownOf(text) {
  const [sound, pace, notes, body, cap] = text.split(".");
  return { sound, pace: Number(pace), notes: notes.padEnd(STEPS, REST), body: `#${body}`, cap: `#${cap}` };
}

/** @param {Own} own */
export const textOf = ({ sound, pace, notes, body, cap }) =>
  [sound, pace, notes, body.slice(1), cap.slice(1)].join(".");
