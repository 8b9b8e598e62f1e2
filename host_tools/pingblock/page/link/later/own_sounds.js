// Lists, sends and removes custom sounds on a device. See sounds/shelf.py.
import { _, listed } from "../../language.js";
import { LinkError } from "../errors.js";
import { files, infoOf, isSame, put, remove } from "./files.js";

/** @typedef {import("../session.js").Session} Session */

const FOLDER = "/sounds",
  ENDING = ".snd",
  HEAD_BYTES = 12;
const QUIET_MS = 20_000, // longer than the longest sound
  LOOK_MS = 100;
const BUSY = _("The block is playing a sound: try again when it is silent.");
const NOT_IN_GAME = _("The game of the device has no such sound: choose a game that has it in the Games tab.");

/**
 * Returns the custom sounds in use. With `load`, the device reads its files again first.
 * @param {Session} session @param {boolean} [load]
 */
export const held = (session, load) => session.request("sounds", load ? { load } : {});

/**
 * Replaces a built-in sound with a custom one. If the device already has the same file, it is not sent again.
 * @param {Session} session @param {string} name @param {Uint8Array} data @param {import("./files.js").Progress}
 * progress
 * @returns {Promise<string>} a sentence that says when the sound can play
 */
export async function putSound(session, name, data, progress) {
  const file = name + ENDING,
    there = await files(session, FOLDER);
  const most = (await held(session)).ram[1];
  const used = [...there].reduce(
    (sum, [each, { size }]) => sum + (each === file ? 0 : Math.max(0, size - HEAD_BYTES)),
    0,
  );
  if (used + data.length - HEAD_BYTES > most) {
    const others = [...there.keys()].filter((each) => each !== file).map((each) => each.replace(ENDING, ""));
    const values = {
      takes: data.length - HEAD_BYTES,
      free: Math.max(0, most - used),
      all: most,
      others: listed(others),
    };
    throw new LinkError(
      "input",
      others.length
        ? _(
            "The sound does not fit: it takes {takes} bytes of memory, but only {free} of {all} are free, because of {others}. Make it shorter, or remove another one.",
            values,
          )
        : _(
            "The sound does not fit: it takes {takes} bytes of memory, but the board has only {all}. Make it shorter.",
            values,
          ),
    );
  }
  if (!isSame(there.get(file), infoOf(data))) await put(session, `${FOLDER}/${file}`, data, progress);
  const now = await taken(session);
  if (now.unusable.includes(name))
    throw new LinkError("refused", _("The board cannot play this file: the built-in sound plays instead."), "unusable");
  if (now.waiting) return _("The sound plays as soon as the block is silent.");
  if (name in now.own) return _("The sound plays from now on.");
  return now.restart
    ? _("The sound plays after the next start of the board.")
    : _("The sound plays when you choose a game that has it.");
}

/**
 * Removes a custom sound, so that the built-in one plays again.
 * @param {Session} session @param {string} name @returns {Promise<boolean>}
 */
export async function removeSound(session, name) {
  const was = await remove(session, `${FOLDER}/${name}${ENDING}`);
  if (was) await taken(session);
  return was;
}

/** Plays a sound once, like a press. @param {Session} session @param {string} name */
export async function playSound(session, name) {
  let playing;
  try {
    ({ playing } = await session.request("sounds", { play: name }));
  } catch (no) {
    throw no instanceof LinkError && no.code === "bad_value" ? new LinkError("refused", NOT_IN_GAME, "other_game") : no;
  }
  if (!playing) throw new LinkError("refused", BUSY, "busy");
}

/** Makes the device load its sound files again, and waits until it has done so. @param {Session} session */
async function taken(session) {
  let now = await held(session, true);
  for (let left = QUIET_MS / LOOK_MS; now.waiting && left; left--) {
    await new Promise((then) => setTimeout(then, LOOK_MS));
    now = await held(session);
  }
  return now;
}
