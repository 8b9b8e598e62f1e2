/**
 * Starts Pingblock on a Pico that an editor left at MicroPython's prompt. See connection/recovery.py.
 * @module engines/serial/recovery
 */

import { _ } from "../../language.js";
import { isTold, QUESTION, startsOurs, UNTOLD, whoIs } from "./who.js";

/**
 * @typedef {object} Terminal
 * @property {import("./keyboard.js").Keyboard} keyboard
 * @property {(question: string) => boolean} agrees  asks the person
 * @property {string} heard  earlier output of the Pico, for `whoIs`
 */

const SILENCE_MS = 150,
  TELL_MS = 8000, // A slow Pico reads files before it reports what it starts.
  START_MS = 8000,
  ATTEMPTS = 3;
const INTERRUPT = "\x03",
  LEAVE_RAW = "\x02",
  SOFT_RESET = "\x04";
const NO_LINE = " \r"; // An empty line would run a half-typed block.
const WAITS = /(?:^|[\r\n])(?:>>>|\.\.\.|===) +$/;
const PROMPT = /(?:^|[\r\n])>>> $/;
const ADD = "3007*3011\r",
  SUM = /9054077/;
const GREETING = /"event": ?"hello"/;
const AT_PROMPT = _("The board was at MicroPython’s prompt: Pingblock was started again.");
const OTHER = _("Another program ran on the board: Pingblock was started again.");
const END_IT = _(
  "Pingblock does not answer. If another program runs on the board, the page can end it. Start Pingblock?",
);
export const POWER_OFF = _(
  "Disconnect the board from power: unplug the cable, and remove one battery if it has any. After 5 s, connect it again.",
);

/**
 * Starts Pingblock on a Pico that has not answered.
 * @param {Terminal} terminal
 * @returns {Promise<{back: boolean, say: string}>} whether it was started, and a sentence
 */
export async function bringBack(terminal) {
  const { keyboard, heard } = terminal;
  let say = AT_PROMPT;
  if (!(await waitsAtPrompt(keyboard))) {
    if (!terminal.agrees(END_IT)) return { back: false, say: whoIs(heard, false) };
    say = OTHER;
  }
  if (!(await toPrompt(keyboard)))
    return { back: false, say: _("Ctrl-C does not end the program on the board. {power}", { power: POWER_OFF }) };
  const told = await keyboard.type(QUESTION, /mode: \w*;.*\n/, TELL_MS);
  if (!startsOurs(told)) return { back: false, say: isTold(told) ? whoIs(told) : UNTOLD };
  const started = GREETING.test(await keyboard.type(SOFT_RESET, GREETING, START_MS));
  return started
    ? { back: true, say }
    : { back: false, say: _("Pingblock does not start on the board. {power}", { power: POWER_OFF }) };
}

/** Returns whether MicroPython waits for input. Does not end a program. @param {Terminal["keyboard"]} keyboard */
async function waitsAtPrompt(keyboard) {
  for (const keys of [NO_LINE, LEAVE_RAW]) {
    const said = await keyboard.type(keys, WAITS);
    if (PROMPT.test(said)) return SUM.test(await keyboard.type(ADD, SUM)); // A program can print a similar prompt.
    if (WAITS.test(said)) return true;
  }
  return false;
}

/**
 * Ends the running program. Returns whether the friendly prompt answers then.
 * @param {Terminal["keyboard"]} keyboard
 */
async function toPrompt(keyboard) {
  for (let left = ATTEMPTS; left > 0; left--) {
    let said = await keyboard.type(INTERRUPT, PROMPT, SILENCE_MS);
    if (!PROMPT.test(said)) said = await keyboard.type(`\r${INTERRUPT}`, PROMPT);
    if (PROMPT.test(said) || PROMPT.test(await keyboard.type(LEAVE_RAW, PROMPT))) return true;
  }
  return false;
}
