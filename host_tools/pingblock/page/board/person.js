// Asks the person at a Pico questions, and waits for presses.
import { h, small, write } from "../dom.js";
import { _ } from "../language.js";

const PRESS_MS = 30_000;

/** @typedef {ReturnType<typeof makePerson>} Person */

/** @param {import("./act.js").Board} board */
export function makePerson(board) {
  const asked = h("p", { className: "asked", role: "status" });
  const answers = h("div", { className: "buttons" });
  return { asked, answers, say, quiet, judged, heard };

  /** @param {string} words */
  function say(words) {
    write(asked, words);
  }

  function quiet() {
    say("");
    answers.replaceChildren();
  }

  /** @param {string} question @returns {Promise<boolean>} whether the answer is yes */
  async function judged(question) {
    say(question);
    const yes = await new Promise((then) => {
      answers.replaceChildren(
        small(_("Yes"), () => then(true)),
        small(_("No"), () => then(false)),
      );
      answers.firstElementChild?.focus();
    });
    quiet();
    return yes;
  }

  /**
   * Waits for an event of the device.
   * @param {string} words @param {(event: any) => boolean} fits @param {number} [ms] @returns {Promise<any>} null if
   * the event did not come
   */
  async function heard(words, fits, ms = PRESS_MS) {
    say(words);
    /** @type {() => void} */
    let stop = () => {};
    const found = await new Promise((then) => {
      const limit = setTimeout(() => then(null), ms);
      stop = board.session().listen((event) => {
        if (!fits(event)) return;
        clearTimeout(limit);
        then(event);
      });
      answers.replaceChildren(small(_("Nothing happens"), () => then(null)));
    });
    stop();
    quiet();
    return found;
  }
}
