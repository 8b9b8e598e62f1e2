// Code for all parts of the Pico's view: runs one action at a time, and shows its progress and its result.
import { h, write } from "../dom.js";
import { _ } from "../language.js";
import { LinkError } from "../link/errors.js";
import { NotLoaded } from "../part.js";

/**
 * @typedef {{session: () => import("../link/session.js").Session, data: () => Promise<any>}} Board
 *   the values and functions that a part can use
 */
/**
 * @typedef {{title: string, root: HTMLElement, begin?: () => unknown, draw?: (state: import("../state.js").State) =>
 * void}} Part
 */

export const FAILED = _("Something in this page has failed: load it again, and report it if that does not help.");

/** Makes a line for the result of an action, with a progress bar. */
export function teller() {
  const said = h("p", { className: "told", role: "status" });
  const bar = h("progress", { max: "1", value: 0, hidden: true, "aria-label": _("Progress") });
  const root = h("div", { className: "teller" }, bar, said);
  let busy = false;
  return { root, run, say, share };

  /** @param {string} text @param {boolean} [wrong] */
  function say(text, wrong = false) {
    write(said, text);
    if (busy && text) said.scrollIntoView({ block: "nearest" }); // The button can be far above the result.
    said.classList.toggle("wrong", wrong);
  }

  /** @param {number} part 0..1 */
  function share(part) {
    bar.hidden = false;
    bar.value = part;
  }

  /**
   * Runs an action. Its controls are disabled meanwhile, and a failure is shown.
   * @param {HTMLElement} host the element whose buttons and fields are disabled
   * @param {() => Promise<string | void>} work returns the text to show
   */
  async function run(host, work) {
    if (busy) return;
    busy = true;
    const off = /** @type {HTMLButtonElement[]} */ ([...host.querySelectorAll("button, input, select")]).filter(
      ({ disabled }) => !disabled,
    );
    const held = document.activeElement;
    for (const each of off) each.disabled = true;
    try {
      const told = await work();
      if (told !== undefined) say(told);
    } catch (fault) {
      const known = fault instanceof LinkError || fault instanceof NotLoaded;
      if (!known) console.error(fault);
      say(known ? fault.message : FAILED, true);
    } finally {
      busy = false;
      for (const each of off) each.disabled = false;
      bar.hidden = true;
      if (held instanceof HTMLElement && document.activeElement === document.body) held.focus();
    }
  }
}
