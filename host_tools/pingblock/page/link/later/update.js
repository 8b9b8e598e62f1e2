// An update: staged beside the old firmware, verified, tried, and waited for. As update/plan.py and run.py.
import { _ } from "../../language.js";
import { LinkError } from "../errors.js";
import { firmwareFiles, uploadsFor } from "./firmware.js";
import { files, infoOf, isSame, put, remove } from "./files.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("./firmware.js").Firmware} Firmware */
/** @typedef {import("./firmware.js").Packed} Packed */
/** @typedef {{slot: string, from: Packed, write: [string, string][], remove: string[], bytes: number, isCurrent: boolean,
 *   inPlace: boolean}} Plan  what is written: path, and name in the pack */

const VERDICT_MS = 60_000,
  LOOK_MS = 500,
  HELLO_MS = 1000;
const FROZEN = "f",
  FACTORY = "factory",
  MANIFEST = "manifest.txt", // the firmware in MicroPython itself; its mark
  UPLOAD = "/firmware"; // of `shared/slot_format.py`
/** @type {Record<string, string>} */
const WHY = {
  damaged: _("its files were damaged"),
  crash: _("it crashed"),
  hang: _("it hung"),
  late: _("it did not work well within 30 s"),
  power: _("the power failed or the board was reset during its trial"),
  stopped: _("a program at the prompt ended its trial"),
};
const TRYING = _("The board is still trying an update: wait half a minute, then try again.");
const DAMAGED = _("The files arrived damaged, so the old firmware stays. Try again.");
const NOT_TRIED = _("The board still runs the old firmware: the update was not tried. Try again.");
const UNKNOWN = _(
  "The board has not decided after a minute. Look at it: if it plays, connect it again and see which firmware it runs.",
);
const ANOTHER = _("Another board is on the cable now: plug the one in whose update is on trial.");

/** @param {string} slot */
const other = (slot) => (slot === "a" ? "b" : "a");
/** @param {number} ms */
const nap = (ms) => new Promise((then) => setTimeout(then, ms));

/** Asks for the state. @param {Session} session @param {number} [ms] @returns {Promise<DeviceUpdateAnswer>} */
export function updateState(session, ms) {
  return session.request("update", { what: "state" }, { ms });
}

/** Says why the update before was no good; "" if it was, or there was none. @param {DeviceUpdateAnswer} state */
export function rolledBack({ state, why }) {
  return state === "rolled_back"
    ? _("The board went back to the old firmware. What was wrong with the new one: {why}.", { why: WHY[why] ?? why })
    : "";
}

/** Looks at the device and decides; writes nothing. @param {Session} session @param {Firmware} firmware @returns {Promise<Plan>} */
export async function plan(session, firmware) {
  const now = await updateState(session);
  if (now.state === "committed" || now.state === "trial") throw new LinkError("refused", TRYING, "busy");
  const slot = other(now.slot);
  if (now.base) return planInPlace(slot, now, await uploadsFor(firmware, now.base));
  const held = await files(session, `/${slot}`);
  const write = Object.keys(firmware.files).filter((name) => !isSame(held.get(name), infoIn(firmware, name)));
  return {
    slot,
    from: firmware,
    write: write.map((name) => [`/${slot}/${name}`, name]),
    remove: [...held.keys()].filter((name) => !(name in firmware.files)).map((name) => `/${slot}/${name}`),
    bytes: write.reduce((sum, name) => sum + firmware.files[name][0], 0),
    isCurrent: now.running === FROZEN ? await isFrozen(session, firmware) : await holds(session, now.slot, firmware),
    inPlace: false,
  };
}

/** Decides for a board whose firmware runs in place. @param {string} slot @param {DeviceUpdateAnswer} now
 * @param {import("./firmware.js").Uploads} from @returns {Plan} */
function planInPlace(slot, now, from) {
  const isCurrent = from.crc32[now.running] === now.crc32;
  return { slot, from, write: [[UPLOAD, slot]], remove: [], bytes: from.files[slot][0], isCurrent, inPlace: true };
}

/** @param {Packed} firmware @param {string} name */
const infoIn = ({ files }, name) => ({ size: files[name][0], crc32: files[name][1] });

/** Whether a slot holds this firmware, and nothing else. @param {Session} session @param {string} slot @param {Packed} firmware */
async function holds(session, slot, firmware) {
  const held = await files(session, `/${slot}`),
    names = Object.keys(firmware.files);
  return held.size === names.length && names.every((name) => isSame(held.get(name), infoIn(firmware, name)));
}

/** Whether the board's MicroPython has this firmware in it. @param {Session} session @param {Firmware} firmware */
async function isFrozen(session, firmware) {
  const identity = new TextEncoder().encode(firmware.identity);
  return isSame((await files(session, "/")).get(FACTORY), infoOf(identity));
}

/**
 * Brings the new firmware into the slot that is not in force, and makes sure of it. What arrived of a
 * transfer that was cut is kept there.
 * @param {Session} session @param {Plan} steps @param {(done: number) => void} progress bytes
 */
export async function stage(session, steps, progress) {
  const contents = await firmwareFiles(steps.from);
  for (const path of steps.remove) await remove(session, path);
  let before = 0;
  for (const [path, name] of steps.write) {
    const data = /** @type {Uint8Array} */ (contents.get(name));
    await put(session, path, data, (done) => progress(before + done));
    before += data.length;
  }
  if (!steps.inPlace && !(await holds(session, steps.slot, steps.from)))
    throw new LinkError("refused", DAMAGED, "damaged");
}

/** Makes the device start the slot that is not in force, on trial: the link ends with it. @param {Session} session */
export async function tryOther(session) {
  await session.request("update", { what: "commit" });
}

/**
 * Waits until the trial is over, over all restarts. @param {() => Session} session the one of now
 * @param {string} slot that is on trial @param {string} uid of the board
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

/** Whether there is firmware to go back to. @param {Session} session @param {DeviceUpdateAnswer} now */
export async function otherIsWhole(session, now) {
  if (now.base) return true; // the board itself looks at the other slot
  const slot = other(now.slot);
  return (await files(session, `/${slot}`)).has(MANIFEST) || (slot === "a" && (await files(session, "/")).has(FACTORY));
}

/** Which slot an update would go to. @param {DeviceUpdateAnswer} now */
export const otherSlot = (now) => other(now.slot);
