// Shows a badge for each cue of a step. The next step or a tap removes the badges. The log has the same information in
// words.
import { h } from "../dom.js";
import { el } from "../scene/draw.js";
import { CUES, cueOf, notesOf, toldHere } from "./cues.js";
import { stop } from "./motion.js";

/** @typedef {import("./table.js").TableEvent} TableEvent */

const SHOWN_MS = 1800,
  MOST = 5;

/**
 * Returns a function that takes the events of a step, the seats of this page, and the kinds of events that a device at
 * the game announces.
 * @param {HTMLElement} root @param {{play: (notes: [number, number][]) => void}} ports
 */
export function makeCues(root, { play }) {
  const row = h("div", { className: "cues", "aria-hidden": "true" });
  let hiding = 0;
  root.append(row);
  root.addEventListener("pointerdown", () => (clear(), stop(root)), { capture: true });
  return tell;

  /** @param {TableEvent[]} events @param {import("./hand.js").Seats | null} seats @param {string[]} called */
  function tell(events, seats, called) {
    const told = toldHere(events, seats);
    clear();
    if (!told.length) return;
    row.replaceChildren(...told.slice(-MOST).map(badge));
    hiding = window.setTimeout(clear, SHOWN_MS);
    play(notesOf(told, called));
  }

  function clear() {
    clearTimeout(hiding);
    row.replaceChildren();
  }
}

/** @param {TableEvent} event */
function badge({ kind, seat }) {
  const cue = cueOf(kind),
    made = h("span", { className: "cue", "data-cue": cue, "data-kind": kind }),
    svg = el("svg", { viewBox: "0 0 24 24" }, made);
  el("path", { d: CUES[cue].picture }, svg);
  if (seat !== null) made.style.setProperty("--seat", `var(--seat-${seat})`);
  return made;
}
