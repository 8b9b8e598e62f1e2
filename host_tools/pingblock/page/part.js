// Loads parts of the page when a person needs them.
import { addStyle } from "./files.js";
import { _ } from "./language.js";
import { within } from "./limit.js";

const LOAD_MS = 20_000;

/** The error if a part cannot be loaded. Its message is a sentence. */
export class NotLoaded extends Error {
  constructor() {
    super(_("This part of the page could not be loaded: try again, or load the page again."));
  }
}

/**
 * Returns a part of the page, such as a module. Its style sheet is loaded first, because a late one would move the
 * things that people are about to tap.
 * @template T @param {Promise<T>} coming @param {string} [style]  path of its style sheet
 * @returns {Promise<T>} @throws {NotLoaded} if it fails or is late
 */
export async function part(coming, style) {
  const both = Promise.all([coming, style && addStyle(style)]);
  const [found] = await within(both, LOAD_MS).catch(() => {
    throw new NotLoaded();
  });
  return found;
}
