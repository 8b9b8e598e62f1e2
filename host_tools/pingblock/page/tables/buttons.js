// Makes the buttons of a game's screen.
import { h } from "../dom.js";
import { el } from "../scene/draw.js";

/**
 * Replaces buttons, but keeps those with the same label, so that they keep the focus.
 * @param {HTMLElement} place @param {HTMLElement[]} buttons
 */
export function replace(place, buttons) {
  const focused = [...place.children].indexOf(/** @type {Element} */ (document.activeElement));
  place.replaceChildren(...buttons);
  if (focused >= 0)
    /** @type {HTMLElement | undefined} */ (place.children[Math.min(focused, buttons.length - 1)])?.focus();
}

/** @param {string} label @param {string} line an SVG path in a square of 24 by 24 @param {() => void} act */
export function icon(label, line, act) {
  const button = h("button", { type: "button", className: "icon", "aria-label": label, title: label, onclick: act });
  el("path", { d: line }, el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, button));
  return /** @type {HTMLButtonElement} */ (button);
}
