// Keeps values in the browser's storage: settings of the page, used hints, counts of draws.
import { FRESH, read, write } from "./stored.js";

/**
 * @typedef {{game: string, of: Record<string, any>, set: Record<string, any>}} Lent  the game and settings that a
 * device gets back after a game at a table
 */
/** @typedef {{uid: string, name: string, player: string, lent: Lent}} KeptBoard  see `BOARD` of stored.js */
/**
 * @typedef {{version: 1, loudness: number, quiet: boolean, theme: string, still: boolean, tellAtOnce: boolean,
 * atTable: boolean, lent: Lent, boards: KeptBoard[], letters: boolean, language: string,
 *   hints: string[], own: string, counts: Record<string, Record<string, number>>}} Kept
 */

const KEY = "pingblock.page";

/** The values that the browser could not store. They last as long as the page. @type {Kept | null} */
let unstored = null;

/** Returns the kept values. Damaged parts and other versions are ignored. @returns {Kept} */
export function kept() {
  return unstored ?? read(KEY) ?? { version: 1, ...FRESH };
}

/** Returns whether the browser has stored the latest values. */
export const isStored = () => !unstored;

/**
 * Changes some values. The rest is read again first, because other pages of this browser can change it.
 * @param {Partial<Kept>} changes @returns {Kept}
 */
export function keep(changes) {
  const next = { ...kept(), ...changes };
  unstored = write(KEY, next) ? null : next;
  return next;
}

/** Calls back when another page of this browser has changed the values. @param {() => void} call */
export function onKept(call) {
  window.addEventListener("storage", ({ key }) => key === KEY && call());
}
