/** What a port is, if no Pingblock of this version answers there. @module engines/serial/who */

import { _ } from "../../language.js";
import { plain } from "../../link/session.js";

/** @typedef {import("../../link/lines.js").Message} Message */

const PROTOCOL = 1;
// Asked at MicroPython's prompt, and its answer; the echo of the question does not count as one.
export const QUESTION =
  "\r\x03import os, sys; print('mode' + ': %s; %s;' % (getattr(sys.modules.get('safe'), 'reason', ''), os.uname().machine))\r";
const ANSWER = /mode: (\w*); ([\w .-]*);/;
const PROMPT = />>> ?$|^>>>/m;
/** @type {Record<string, string>} */
const SAFE = {
  damaged: _("files of its firmware are damaged"), crash: _("its firmware crashed three times in a row"), hang: _("its firmware hung three times in a row"),
  asked: _("the check button was held at power-on; power off and on ends that, too"),
};
export const SILENT =
  _("The port is open, but nothing answers. Unplug the board and plug it in again. If it is new, or stays silent, put Pingblock on it, with the first install of this page or 'pingblock install'.");

/** Whether it is MicroPython's prompt that answers. @param {string} said */
export const isPrompt = (said) => PROMPT.test(said) || said.includes('"do":"hello"');

/** @param {string} said @returns {boolean} whether the prompt has told what the board is */
export const isTold = (said) => ANSWER.test(said);

/** Why a Pingblock cannot be used from here, "" if it can. @param {Message} hello */
export function misfit(hello) {
  if (hello.product !== "pingblock") return another(plain(String(hello.product)).slice(0, 40));
  if (hello.protocol === PROTOCOL) return "";
  const values = { version: plain(String(hello.version)).slice(0, 20), theirs: String(hello.protocol), ours: PROTOCOL };
  return Number(hello.protocol) < PROTOCOL
    ? _("The board’s firmware ({version}) speaks protocol {theirs}, this page {ours}: put Pingblock on it, with the first install of this page or 'pingblock install'.", values)
    : _("The board’s firmware ({version}) speaks protocol {theirs}, this page {ours}: load the page of a newer Pingblock.", values);
}

/** What is there, from all that it said. @param {string} said @returns {string} a sentence */
export function whoIs(said) {
  const told = ANSWER.exec(said);
  if (told?.[1]) return _("The board is in safe mode: {why}. To repair it, put Pingblock on it, with the first install of this page or 'pingblock install'; settings stay.", { why: SAFE[told[1]] ?? `“${told[1]}”` });
  if (told && !/^Raspberry Pi Pico/.test(told[2])) return _("MicroPython runs on this board, which is “{board}”: Pingblock runs on a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W.", { board: told[2] });
  const name = told ? ` (${told[2]})` : "";
  if (told || isPrompt(said)) return _("MicroPython runs on this board{name}, without Pingblock, or its firmware was interrupted: unplug it and plug it in again. If that does not help, put Pingblock on it, with the first install of this page or 'pingblock install'.", { name });
  const line = plain(said.trim().split("\n").at(-1) ?? "").slice(0, 60);
  return line ? another(line) : SILENT;
}

/** @param {string} said of itself */
function another(said) {
  return _("This board runs another program, which says “{said}”: choose another board, or put Pingblock on it, with the first install of this page or 'pingblock install'.", { said });
}
