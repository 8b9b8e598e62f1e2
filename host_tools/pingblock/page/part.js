// Loads parts of the page when somebody wants them.
import { _ } from "./language.js";
import { within } from "./limit.js";

const LOAD_MS = 20_000;

/** The error of a part that does not come. Its message is a sentence. */
export class NotLoaded extends Error {
  constructor() {
    super(_("This part of the page could not be loaded: try again, or load the page again."));
  }
}

/**
 * Returns a part of the page, for example a module.
 * @template T @param {Promise<T>} coming @returns {Promise<T>} @throws {NotLoaded} if it fails or is late
 */
export function part(coming) {
  return within(coming, LOAD_MS).catch(() => {
    throw new NotLoaded();
  });
}
