// Paints the page's block in the colours that a person has chosen.
import { NEW, ownOf } from "./form.js";

/** @param {HTMLElement} host the stage @param {string} text a block as in `form.js`, or "" for the usual colours */
export function paint(host, text) {
  const { body, cap } = ownOf(text || NEW);
  host.classList.toggle("painted", Boolean(text));
  host.style.setProperty("--body", body);
  host.style.setProperty("--cap", cap);
}
