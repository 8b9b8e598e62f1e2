// What the page keeps in the browser's storage: its own settings, used hints, counts of draws.
import { FRESH, read, write } from "./stored.js";

/** @typedef {{game: string, of: Record<string, any>, set: Record<string, any>}} Lent  what a device at a table gets back: its game and settings */
/**
 * @typedef {{version: 1, loudness: number, quiet: boolean, theme: string, still: boolean, tellAtOnce: boolean, atTable: boolean, lent: Lent, letters: boolean, language: string,
 *   hints: string[], counts: Record<string, Record<string, number>>}} Kept
 */

const KEY = "pingblock.page";

/** Returns what is kept; damaged parts of it, or another version, count as nothing. @returns {Kept} */
export function kept() {
  return read(KEY) ?? { version: 1, ...FRESH };
}

/** Changes some of it; other pages of this browser may have changed the rest meanwhile.
 * @param {Partial<Kept>} changes @returns {Kept} */
export function keep(changes) {
  const next = { ...kept(), ...changes };
  write(KEY, next); // where there is no storage, it lasts as long as the page
  return next;
}

/** Calls back when another page of this browser changed it. @param {() => void} call */
export function onKept(call) {
  window.addEventListener("storage", ({ key }) => key === KEY && call());
}
