// Makes the buttons of the table.
import { h } from "../dom.js";
import { el } from "../scene/draw.js";

/**
 * Replaces buttons, but keeps those with the same label so that they keep the focus.
 * @param {HTMLElement} place @param {HTMLElement[]} buttons
 */
export function replace(place, buttons) {
  const focused = [...place.children].indexOf(/** @type {Element} */ (document.activeElement));
  place.replaceChildren(...buttons);
  if (focused >= 0)
    /** @type {HTMLElement | undefined} */ (place.children[Math.min(focused, buttons.length - 1)])?.focus();
}

/**
 * Drops the second tap of a double tap if the first one has put another button, or another move, under the finger.
 * @param {HTMLElement} root
 */
export function dropSecondTaps(root) {
  let tapped = "";
  const drop = (/** @type {MouseEvent} */ event) => {
    const button = /** @type {Element} */ (event.target).closest("button"),
      words = button?.textContent ?? "";
    if (event.detail > 1 && (words !== tapped || button?.matches(".go"))) event.stopPropagation();
    tapped = words;
  };
  root.addEventListener("click", drop, { capture: true });
}

/** @param {string} label @param {string} line a path in a square of 24 by 24 @param {() => void} act */
export function icon(label, line, act) {
  const button = h("button", { type: "button", className: "icon", "aria-label": label, title: label, onclick: act });
  el("path", { d: line }, el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, button));
  return /** @type {HTMLButtonElement} */ (button);
}
