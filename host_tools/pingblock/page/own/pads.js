// Shows the fields of a tune: a column for each step, a row for each pitch. A tap sets or removes a note.
import { h } from "../dom.js";
import { _ } from "../language.js";
import { PITCHES, REST, STEPS } from "./form.js";

const NAMES = [...PITCHES].map((letter) => (letter === "C" ? "C’" : letter.toUpperCase()));
/** Key -> how many fields to move to the side and down. @type {Record<string, [number, number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {(notes: string, note: string) => void} changed  called with all notes, and with the note that was set or ""
 */
export function makePads(changed) {
  let notes = "";
  /** Fields of each step, from the lowest pitch. @type {HTMLButtonElement[][]} */
  const fields = Array.from({ length: STEPS }, (_step, step) =>
    [...PITCHES].map((letter, pitch) =>
      h("button", {
        type: "button",
        className: "tune-pad",
        tabIndex: "-1",
        "aria-label": _("Note {note}, step {step}", { note: NAMES[pitch], step: step + 1 }),
        onclick: () => tap(step, letter),
        onfocus: () => reach(step, pitch),
      }),
    ),
  );
  const rows = [...PITCHES].map((_letter, pitch) => fields.map((column) => column[pitch])).reverse();
  const root = h(
    "div",
    { className: "tune", role: "group", "aria-label": _("Notes of the tune"), onkeydown: move },
    ...rows.flat(),
  );
  reach(0, 0);
  return { root, show };

  /** @param {string} given */
  function show(given) {
    notes = given;
    fields.forEach((column, step) =>
      column.forEach((field, pitch) => field.setAttribute("aria-pressed", String(notes[step] === PITCHES[pitch]))),
    );
  }

  /** @param {number} step @param {string} letter */
  function tap(step, letter) {
    const note = notes[step] === letter ? REST : letter;
    show(notes.slice(0, step) + note + notes.slice(step + 1));
    changed(notes, note === REST ? "" : note);
  }

  /** Makes a field the one that Tab reaches. Arrow keys reach the others. @param {number} step @param {number} pitch */
  function reach(step, pitch) {
    for (const field of fields.flat()) field.tabIndex = -1;
    fields[step][pitch].tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  function move(event) {
    const by = KEYS[event.key],
      step = fields.findIndex((column) => column.includes(/** @type {any} */ (event.target)));
    if (!by || step < 0) return;
    event.preventDefault();
    const pitch = fields[step].indexOf(/** @type {any} */ (event.target));
    fields[step + by[0]]?.[pitch + by[1]]?.focus();
  }
}
