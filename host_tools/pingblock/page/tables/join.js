// Lets a phone without a seat choose one, and vibrates when its player must decide.
import { h, small, write } from "../dom.js";
import { _ } from "../language.js";
import { askedHere } from "./hand.js";
import { seatButtons } from "./seats.js";

const TURN_MS = [90, 60, 90]; // pattern of the vibration

/**
 * @param {import("./evening.js").Evening} evening
 * @param {HTMLElement} table  gets an attribute with the role of this page
 * @param {{phones: HTMLElement, redraw: () => void, changed: () => void}} ports  the button that lists the seats, and
 *   functions to call when the seats change
 */
export function makeJoin(evening, table, { phones, redraw, changed }) {
  const root = h("div", { className: "join" });
  let watches = false, // whether the person at this phone only wants to watch
    asked = /** @type {number | null} */ (null),
    drawnFor = "";
  return {
    root,
    draw,
    /** Returns the seat of this phone that must decide, or null. */
    asked: () => asked,
  };

  /** @param {import("./evening.js").Model} model */
  function draw({ seats, invitation, shown, players: names }) {
    const own = seats?.own,
      key = JSON.stringify([seats, names, shown.bots]);
    table.dataset.hand = !own ? "" : own.length || watches ? "phone" : "choose";
    phones.hidden = !invitation && !own;
    write(phones, own ? _("Seats") : _("Phones"));
    if (drawnFor !== key) {
      drawnFor = key;
      root.replaceChildren(...(own ? choices() : []));
      changed();
    }
    const before = asked;
    asked = askedHere(shown, seats);
    if (asked !== null && asked !== before) navigator.vibrate?.(TURN_MS);
  }

  function choices() {
    return [
      h("h3", {}, _("Who plays on this phone?")),
      seatButtons(evening),
      small(_("Only watch"), () => ((watches = true), redraw())),
    ];
  }
}
