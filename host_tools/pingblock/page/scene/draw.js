// Helpers for drawing in SVG, and colours as people see them.
const NS = "http://www.w3.org/2000/svg";

/**
 * Makes an element, adds it to a parent and returns it.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element} [parent]
 * @returns {SVGElement}
 */
export function el(name, attributes, parent) {
  const made = /** @type {SVGElement} */ (document.createElementNS(NS, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  parent?.append(made);
  return made;
}

/**
 * Sets an attribute if it differs, so that unchanged elements are not drawn again.
 * @param {Element} element @param {string} name @param {string | number} value
 */
export function set(element, name, value) {
  const text = typeof value === "number" ? value.toFixed(2) : value;
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Shows or hides an element. @param {Element} element @param {boolean} on */
export function shown(element, on) {
  element.toggleAttribute("hidden", !on);
}

/**
 * Makes a gradient from stops `[offset, class or colour, opacity]`. A name that begins with a dot is a class.
 * @param {Element} defs @param {"linear" | "radial"} kind @param {Record<string, string | number>} attributes
 * @param {[number, string, number?][]} stops
 */
export function gradient(defs, kind, attributes, stops) {
  const made = el(`${kind}Gradient`, attributes, defs);
  for (const [offset, colour, opacity] of stops) {
    const paint = colour.startsWith(".") ? "class" : "stop-color";
    el("stop", { offset, [paint]: colour.replace(".", ""), "stop-opacity": opacity ?? 1 }, made);
  }
}

/**
 * Converts the power of a light, 0..255 for each channel, to the brightness that people see. The firmware squares it.
 * @param {{red: number, green: number, blue: number}} light @returns {[number, number, number]}
 */
export function toEye({ red, green, blue }) {
  const seen = (/** @type {number} */ power) => Math.round(Math.sqrt(power / 255) * 255);
  return [seen(red), seen(green), seen(blue)];
}

/** Returns a number from 0 to 1 that is always the same for a seed. @param {number} seed */
export function scattered(seed) {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
}

/** @param {number} x @param {number} low @param {number} high */
export const within = (x, low, high) => Math.min(Math.max(x, low), high);
