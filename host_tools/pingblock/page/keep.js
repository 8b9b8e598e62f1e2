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

/** Returns the kept values. Damaged parts and other versions are ignored. @returns {Kept} */
export function kept() {
  return read(KEY) ?? { version: 1, ...FRESH };
}

/**
 * Changes some values. The rest is read again first, because other pages of this browser can have changed it.
 * @param {Partial<Kept>} changes @returns {Kept}
 */
export function keep(changes) {
  const next = { ...kept(), ...changes };
  write(KEY, next); // without storage it lasts as long as the page
  return next;
}

/** Calls back when another page of this browser has changed the values. @param {() => void} call */
export function onKept(call) {
  window.addEventListener("storage", ({ key }) => key === KEY && call());
}
