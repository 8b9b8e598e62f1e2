// Stores values in the browser: settings of the page, followed hints, counts of draws.
import { FRESH, read, write } from "./stored.js";

/**
 * @typedef {{game: string, of: Record<string, any>, set: Record<string, any>}} Lent  the game and the settings that a
 *   device gets back after a game at a table
 */
/** @typedef {{uid: string, name: string, player: string, lent: Lent}} KeptBoard  see `BOARD` of stored.js */
/**
 * @typedef {{version: 1, loudness: number, quiet: boolean, theme: string, still: boolean, tellAtOnce: boolean,
 * atTable: boolean, lent: Lent, boards: KeptBoard[], letters: boolean, language: string,
 *   hints: string[], own: string, counts: Record<string, Record<string, number>>}} Kept
 */

const KEY = "pingblock.page";

/** The values that the browser could not store. They are lost when the page is closed. @type {Kept | null} */
let unstored = null;

/** Returns the stored values. Damaged parts and other versions are ignored. @returns {Kept} */
export function kept() {
  return unstored ?? read(KEY) ?? { version: 1, ...FRESH };
}

/** Returns whether the browser has stored the latest values. */
export const isStored = () => !unstored;

/**
 * Changes some values. The others are read again first, because another page of this browser can have changed them.
 * @param {Partial<Kept>} changes @returns {Kept}
 */
export function keep(changes) {
  const next = { ...kept(), ...changes };
  unstored = write(KEY, next) ? null : next;
  return next;
}

/** Calls a function when another page of this browser has changed the values. @param {() => void} call */
export function onKept(call) {
  window.addEventListener("storage", ({ key }) => key === KEY && call());
}
