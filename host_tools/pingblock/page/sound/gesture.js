// Finds gestures that can unlock the page's sound, and explains next to a press why it was silent.
import { byId, write } from "../dom.js";

// Browsers accept the end of a touch, or the beginning of a mouse click or key press. Some accept only a click.
const KINDS = ["pointerdown", "pointerup", "touchend", "click", "keydown"];
const EDGE_PX = 8,
  SHOWN_MS = 12_000;

let hiding = 0;

/** Position of the last press in CSS px, or null for a key. @type {{x: number, y: number} | null} */
let last = null;

/** Calls a function at each event of a gesture. @param {(event: {begins: boolean, counts: boolean}) => void} call */
export function onGesture(call) {
  for (const kind of KINDS) {
    document.addEventListener(
      kind,
      (event) => {
        const { key, pointerType, clientX: x, clientY: y } = /** @type {any} */ (event);
        // Browsers do not count this key, or events from a script, such as a click on the tab in the address.
        if (key === "Escape" || !event.isTrusted) return;
        const begins = kind === "pointerdown" || kind === "keydown";
        if (kind === "keydown") last = null;
        else if (x || y) last = { x, y };
        call({ begins, counts: kind !== "pointerdown" || pointerType === "mouse" });
      },
      { capture: true },
    );
  }
}

/** Shows next to a press why it was silent. The live region reads it aloud. @param {string} why */
export function sayLocked(why) {
  const shown = byId("locked");
  write(shown, why);
  shown.hidden = false;
  clearTimeout(hiding);
  hiding = window.setTimeout(hideLocked, SHOWN_MS);
  const { x, y } = last ?? middle(byId("stage")),
    { offsetWidth: wide, offsetHeight: high } = shown;
  const room = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ all) =>
    Math.max(EDGE_PX, Math.min(at, all - size - EDGE_PX));
  shown.style.left = `${room(x - wide / 2, wide, innerWidth)}px`;
  shown.style.top = `${room(y - high - 4 * EDGE_PX, high, innerHeight)}px`; // above the finger
}

/** Hides the explanation, because the sound is unlocked. */
export function hideLocked() {
  byId("locked").hidden = true;
}

/** @param {HTMLElement} element */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
