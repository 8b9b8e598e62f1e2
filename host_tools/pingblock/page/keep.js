// What the page keeps in the browser's storage: its own settings, used hints, counts of draws.

/**
 * @typedef {{version: 1, loudness: number, quiet: boolean, theme: string, still: boolean, tellAtOnce: boolean, language: string,
 *   hints: string[], counts: Record<string, Record<string, number>>}} Kept
 */

const KEY = "pingblock.page";
/** @type {Kept} */
const FRESH = { version: 1, loudness: 1, quiet: false, theme: "", still: false, tellAtOnce: false, language: "", hints: [], counts: {} };

/** Returns what is kept; what is damaged or of another version counts as nothing. @returns {Kept} */
export function kept() {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return { ...FRESH };
  }
}

/** Returns the known fields of the right type. @param {any} found @returns {Kept} */
function checked(found) {
  const kept = /** @type {any} */ ({ ...FRESH });
  if (found?.version !== FRESH.version) return kept;
  for (const [name, value] of Object.entries(FRESH)) {
    const other = found[name];
    if (typeof other === typeof value && other !== null && Array.isArray(other) === Array.isArray(value)) kept[name] = other;
  }
  return kept;
}

/** Changes some of it; other pages of this browser may have changed the rest meanwhile.
 * @param {Partial<Kept>} changes @returns {Kept} */
export function keep(changes) {
  const next = { ...kept(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A private window may refuse: then it lasts as long as the page.
  }
  return next;
}

/** Calls back when another page of this browser changed it. @param {() => void} call */
export function onKept(call) {
  window.addEventListener("storage", ({ key }) => key === KEY && call());
}
