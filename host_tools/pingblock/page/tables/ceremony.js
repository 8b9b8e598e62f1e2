// Shows a ceremony at the end of a game: a cup and the winners' tokens. A tap or a key ends it. It does not cover
// buttons. The words of the result are next to the buttons.
import { h } from "../dom.js";
import { el, scattered } from "../scene/draw.js";
import { CUES } from "./cues.js";
import { drawToken } from "./games/drawn.js";
import { tokens } from "../text.js";

const CONFETTI = 36,
  COLOURS = 9; // number of colours of seats, as in evening.css

/**
 * Returns a function that celebrates a game that ends while it is shown. It ignores a game that was over when it was
 * opened.
 * @param {HTMLElement} root
 */
export function makeCeremony(root) {
  const card = h("div", { className: "ceremony", "aria-hidden": "true" });
  let plays = /** @type {object | null} */ (null); // the log of the last game that was not over yet
  const end = () => {
    card.remove();
    root.removeAttribute("data-ceremony");
  };
  root.addEventListener("pointerdown", end, { capture: true });
  root.addEventListener("keydown", end, { capture: true });
  return { draw };

  /** @param {import("./evening.js").Model} model @param {object} log  the game's log @param {HTMLElement} place */
  function draw({ shown, players }, log, place) {
    if (!shown.state) return;
    if (!shown.over) {
      plays = log;
      return end();
    }
    if (plays !== log) return;
    plays = null;
    fill(shown.over.winners, players);
    place.append(card);
    root.setAttribute("data-ceremony", "");
  }

  /** @param {number[]} seats  the winners @param {string[]} players */
  function fill(seats, players) {
    const svg = el("svg", { viewBox: "0 0 300 170" });
    if (seats.length) confetti(svg);
    el(
      "path",
      { d: CUES.win.picture, transform: "translate(102 2) scale(4)", class: seats.length ? "cup" : "cup none" },
      svg,
    );
    const letters = tokens(players),
      wide = Math.min(64, 280 / Math.max(seats.length, 1));
    seats.forEach((seat, i) => {
      const x = 150 + (i - (seats.length - 1) / 2) * wide;
      drawToken(el("g", { transform: `translate(${x} 132)` }, svg), seat, letters[seat], Math.min(24, wide * 0.36));
    });
    card.replaceChildren(svg);
  }
}

/**
 * Draws pieces of paper that fall. If people want less motion, they are drawn where they would land. @param {Element}
 * svg
 */
function confetti(svg) {
  for (let i = 0; i < CONFETTI; i++) {
    const x = 300 * scattered(i + 1),
      y = 160 * scattered(i + 50);
    const piece = el("g", { class: "bit" }, svg);
    /** @type {SVGElement} */ (piece).style.animationDelay = `${(0.9 * scattered(i + 90)).toFixed(2)}s`;
    el(
      "rect",
      {
        width: 7,
        height: 4,
        rx: 1,
        transform: `translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${Math.round(180 * scattered(i + 7))})`,
        fill: `var(--seat-${i % COLOURS})`,
      },
      piece,
    );
  }
}
