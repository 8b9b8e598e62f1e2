/** What a port is, if no Pingblock of this version answers there. @module engines/serial/who */

import { plain } from "../../link/session.js";

/** @typedef {import("../../link/lines.js").Message} Message */

const PROTOCOL = 1;
// Asked at MicroPython's prompt, and its answer; the echo of the question does not count as one.
export const QUESTION =
  "\r\x03import os, sys; print('mode' + ': %s; %s;' % (getattr(sys.modules.get('safe'), 'reason', ''), os.uname().machine))\r";
const ANSWER = /mode: (\w*); ([\w .-]*);/;
const PROMPT = />>> ?$|^>>>/m;
const INSTALL = "put Pingblock on it, with the first install of this page or 'pingblock install'";
/** @type {Record<string, string>} */
const SAFE = {
  damaged: "files of its firmware are damaged", crash: "its firmware crashed three times in a row", hang: "its firmware hung three times in a row",
  asked: "the check button was held at power-on; power off and on ends that, too",
};
export const SILENT =
  "The port is open, but nothing answers. Unplug the board and plug it in again. If it is new, or stays silent, " + INSTALL + ".";

/** Whether it is MicroPython's prompt that answers. @param {string} said */
export const isPrompt = (said) => PROMPT.test(said) || said.includes('"do":"hello"');

/** @param {string} said @returns {boolean} whether the prompt has told what the board is */
export const isTold = (said) => ANSWER.test(said);

/** Why a Pingblock cannot be used from here, "" if it can. @param {Message} hello */
export function misfit(hello) {
  if (hello.product !== "pingblock") return `This board runs another program, which calls itself “${plain(String(hello.product)).slice(0, 40)}”: choose another one, or ${INSTALL}.`;
  if (hello.protocol === PROTOCOL) return "";
  const older = Number(hello.protocol) < PROTOCOL;
  return `The board's firmware (${plain(String(hello.version)).slice(0, 20)}) speaks protocol ${hello.protocol}, this page ${PROTOCOL}: ${older ? INSTALL : "load the page of a newer Pingblock"}.`;
}

/** What is there, from all that it said. @param {string} said @returns {string} a sentence */
export function whoIs(said) {
  const told = ANSWER.exec(said);
  if (told?.[1]) return `The board is in safe mode: ${SAFE[told[1]] ?? `it says “${told[1]}”`}. To repair it, ${INSTALL}; settings stay.`;
  if (told && !/^Raspberry Pi Pico/.test(told[2])) return `MicroPython runs on this board, which is “${told[2]}”: Pingblock runs on a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W.`;
  if (told || isPrompt(said)) return `MicroPython runs on this ${told?.[2] || "board"}, without Pingblock, or its firmware was interrupted: unplug it and plug it in again. If that does not help, ${INSTALL}.`;
  const line = plain(said.trim().split("\n").at(-1) ?? "").slice(0, 60);
  return line ? `This board runs another program, which says “${line}”: choose another one, or ${INSTALL}.` : SILENT;
}
