// Updates a device: sends the firmware into the other slot, starts its trial, and waits for the result. See
// care/update/plan.py and run.py.
import { _ } from "../../language.js";
import { LinkError } from "../errors.js";
import { uploadFor } from "./firmware.js";
import { put } from "./files.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("./firmware.js").Firmware} Firmware */
/** @typedef {{slot: string, firmware: Firmware, bytes: number, isCurrent: boolean}} Plan */

const VERDICT_MS = 60_000,
  LOOK_MS = 500,
  HELLO_MS = 1000;
const UPLOAD = "/firmware"; // from `shared/slot_format.py`
/** @type {Record<string, string>} */
const WHY = {
  damaged: _("it was damaged"),
  crash: _("it crashed"),
  hang: _("it hung"),
  late: _("it did not work well within 30 s"),
  power: _("the power failed or the board was reset during its trial"),
  stopped: _("a program at the prompt ended its trial"),
};
const TRYING = _("The board is still trying an update: wait half a minute, then try again.");
const AS_FILES = _(
  "This board has its firmware as files, as Pingblock 0.1 had: use 'pingblock install' this once. It writes the whole image, and keeps settings and sounds.",
);
const OTHER_BASE = _(
  "This firmware needs the MicroPython that it was made with, but the board has another one. Write the whole image onto it once, with 'pingblock flash pico' (or pico2): settings and sounds stay.",
);
const NOT_TRIED = _("The board still runs the same firmware, because the other one was not tried. Try again.");
const UNKNOWN = _(
  "The result of the update is not known after a minute. If the board plays, connect it again and see which firmware it runs.",
);
const ANOTHER = _("Another board is connected now: plug in the one that is trying the update.");

/** @param {string} slot */
const other = (slot) => (slot === "a" ? "b" : "a");
/** @param {number} ms */
const nap = (ms) => new Promise((then) => setTimeout(then, ms));

/**
 * Asks for the state of updates.
 * @param {Session} session @param {number} [ms] @returns {Promise<DeviceUpdateAnswer>}
 */
export function updateState(session, ms) {
  return session.request("update", { what: "state" }, { ms });
}

/** Returns a sentence about why the last trial failed, or "" if it did not fail. @param {DeviceUpdateAnswer} state */
export function rolledBack({ state, slot, why }) {
  if (state !== "rolled_back") return "";
  const names = { slot, tried: other(slot), why: WHY[why] ?? why };
  return _("The board went back to slot {slot}. The trial of the firmware in slot {tried} failed: {why}.", names);
}

/**
 * Determines what to send from the state of a device. Writes nothing.
 * @param {DeviceUpdateAnswer} now @param {Firmware} firmware @returns {Plan}
 */
export function plan(now, firmware) {
  if (!now.base) throw new LinkError("wrong", AS_FILES);
  if (now.state === "committed" || now.state === "trial") throw new LinkError("refused", TRYING, "busy");
  if (firmware.base !== now.base) throw new LinkError("wrong", OTHER_BASE);
  const slot = other(now.slot);
  return { slot, firmware, bytes: firmware.files[slot][0], isCurrent: firmware.crc32[now.running] === now.crc32 };
}

/**
 * Sends the new firmware into the slot that is not in use. If a transfer was interrupted, continues after the received
 * part.
 * @param {Session} session @param {Plan} steps @param {(done: number) => void} progress bytes
 */
export async function send(session, { slot, firmware }, progress) {
  await put(session, UPLOAD, await uploadFor(firmware, slot), progress);
}

/** Makes the device try the slot that is not in use. This ends the link. @param {Session} session */
export async function tryOther(session) {
  await session.request("update", { what: "commit" });
}

/**
 * Waits until the trial is over. Meanwhile, the device can restart several times.
 * @param {() => Session} session returns the present session
 * @param {string} slot the slot on trial @param {string} uid the Pico's id
 */
export async function verdict(session, slot, uid) {
  for (const until = performance.now() + VERDICT_MS; performance.now() < until; await nap(LOOK_MS)) {
    try {
      if ((await session().request("hello", {}, { ms: HELLO_MS })).uid !== uid) throw new LinkError("wrong", ANOTHER);
      const now = await updateState(session(), HELLO_MS);
      if (now.state === "rolled_back") throw new LinkError("rolled_back", rolledBack(now));
      if (now.state !== "confirmed") continue;
      if (now.slot !== slot) throw new LinkError("rolled_back", NOT_TRIED);
      return now;
    } catch (fault) {
      if (!(fault instanceof LinkError) || !["lost", "silent", "prompt"].includes(fault.kind)) throw fault;
    }
  }
  throw new LinkError("silent", UNKNOWN);
}

/** Returns the slot that an update uses. @param {DeviceUpdateAnswer} now */
export const otherSlot = (now) => other(now.slot);
