// Helpers for texts. Pure.

/** Returns a text with a capital first letter. @param {string} text */
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);
