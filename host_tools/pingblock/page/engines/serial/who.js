/** Identifies the device at a port where no Pingblock of this version answers. @module engines/serial/who */

import { _ } from "../../language.js";
import { plain } from "../../link/session.js";

/** @typedef {import("../../link/lines.js").Message} Message */

const PROTOCOL = 1;
// The question at MicroPython's prompt, as in connection/recovery.py. The answer contains the reason for safe mode, the
// kind of Pico, whether MicroPython contains our firmware, and whether a file starts it. The echo must differ from the
// answer.
export const QUESTION =
  "exec(\"import os, sys\\np, sys.path[:] = sys.path[:], ['.frozen/start']\\ntry:\\n    import factory\\n    f = 1\\nexcept ImportError:\\n    f = 0\\ntry:\\n    import firmware_slots\\n    f = 2\\nexcept ImportError:\\n    pass\\nsys.path[:] = p\\ntry:\\n    o = int('/start' in open('/main.py').read(500))\\nexcept (OSError, ValueError):\\n    o = 0\\n\"); print('mode' + ': %s; %s; %s; %s;' % (getattr(sys.modules.get('safe'), 'reason', ''), os.uname().machine, f, o))\r";
const ANSWER = /mode: (\w*); ([\w .-]*);(?: ([012]); ([01]);)?/;
const PROMPT = />>> ?$|^>>>/m;
/** @type {Record<string, string>} */
const SAFE = {
  damaged: _("its firmware is damaged"),
  crash: _("its firmware crashed three times in a row"),
  hang: _("its firmware hung three times in a row"),
  asked: _("the check button was held at power-on (to end it, switch the power off and on)"),
};
export const SILENT = _(
  "The port is open, but the board does not answer. Connect it again, and let the page end the program on it. If the board is new, or stays silent, install Pingblock on it, with this page or with 'pingblock install'.",
);
export const UNTOLD = _(
  "MicroPython’s prompt answers on this board, but it did not say in time whether it starts Pingblock: connect the board again. If that does not help, install Pingblock on it, with this page or with 'pingblock install'.",
);

/** Returns whether MicroPython's prompt has answered. @param {string} said */
export const isPrompt = (said) => PROMPT.test(said) || said.includes('"do":"hello"');

/** @param {string} said @returns {boolean} whether the answer is complete */
export const isTold = (said) => ANSWER.test(said);

/** Returns whether the Pico starts Pingblock and is not in safe mode. @param {string} said */
export function startsOurs(said) {
  const [, safe, , frozen, file] = ANSWER.exec(said) ?? [];
  return !safe && (frozen === "1" || frozen === "2" || file === "1"); // 2 means that it runs in place.
}

/** Returns a sentence that says why this page cannot use a Pingblock, or "". @param {Message} hello */
export function misfit(hello) {
  if (hello.product !== "pingblock") return another(plain(String(hello.product)).slice(0, 40));
  if (hello.protocol === PROTOCOL) return "";
  const values = { version: plain(String(hello.version)).slice(0, 20), theirs: String(hello.protocol), ours: PROTOCOL };
  return Number(hello.protocol) < PROTOCOL
    ? _(
        "The board’s firmware ({version}) speaks protocol {theirs}, but this page needs {ours}: install Pingblock on it, with this page or with 'pingblock install'.",
        values,
      )
    : _(
        "The board’s firmware ({version}) speaks protocol {theirs}, but this page needs {ours}: load the page of a newer Pingblock.",
        values,
      );
}

/**
 * Describes the device from all of its output.
 * @param {string} said
 * @param {boolean} [waits]  false if no prompt waits, because a program can print one
 * @returns {string} a sentence
 */
export function whoIs(said, waits = true) {
  const told = ANSWER.exec(said);
  if (told?.[1])
    return _(
      "The board is in safe mode: {why}. To repair it, install Pingblock on it, with this page or with 'pingblock install'. The settings stay.",
      { why: SAFE[told[1]] ?? `“${told[1]}”` },
    );
  if (told && !/^Raspberry Pi Pico/.test(told[2]))
    return _(
      "MicroPython runs on this board, which is “{board}”: Pingblock runs on a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W.",
      { board: told[2] },
    );
  if (told)
    return _(
      "MicroPython runs on this board ({board}), but it does not start Pingblock: install Pingblock on it, with this page or with 'pingblock install'.",
      { board: told[2] },
    );
  if (waits && isPrompt(said)) return UNTOLD;
  const line = plain(said.trim().split("\n").at(-1) ?? "").slice(0, 60);
  return line ? another(line) : SILENT;
}

/** @param {string} said the device's description of itself */
function another(said) {
  return _(
    "This board runs another program, which says “{said}”: choose another board, or install Pingblock on it, with this page or with 'pingblock install'.",
    { said },
  );
}
