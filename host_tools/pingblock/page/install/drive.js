// Uses the drive of a Pico in BOOTSEL mode, by the browser's File System Access.
import { _ } from "../language.js";

/** @typedef {FileSystemDirectoryHandle & {queryPermission?: (how: object) => Promise<string>,
 *   requestPermission?: (how: object) => Promise<string>}} Drive */
/** @typedef {(done: number) => void} Progress  called with a number of bytes */

/**
 * Chip -> the name of its drive, and the names of the Picos with this chip.
 * @type {Record<string, {drive: string, boards: string}>}
 */
export const CHIPS = {
  rp2040: { drive: "RPI-RP2", boards: "Pico, Pico W" },
  rp2350: { drive: "RP2350", boards: "Pico 2, Pico 2 W" },
};
const INFO = "INFO_UF2.TXT"; // each such drive has this file: RP2040 datasheet 2.8.4, RP2350 datasheet 5.5
const CHUNK_BYTES = 65536,
  LOOK_MS = 200,
  GONE_MS = 15_000;
const RIGHTS = ["NotAllowedError", "SecurityError", "NoModificationAllowedError"];
const WRITES = { mode: "readwrite" };

/** The reason why a Pico cannot be written to, as a sentence for people. */
export class DriveError extends Error {}

/** Returns whether this browser can write to a drive. */
export const canWrite = () => "showDirectoryPicker" in window;

/** Lets the owner choose the drive. @returns {Promise<Drive>} */
export async function chosenDrive() {
  /** @type {Drive} */
  let drive;
  try {
    drive = await /** @type {any} */ (window).showDirectoryPicker({ id: "pingblock-board", ...WRITES });
  } catch (fault) {
    if (nameOf(fault) !== "AbortError")
      throw new DriveError(
        _("The browser does not let this page open a drive here: download the file and drag it onto the drive."),
      );
    throw new DriveError(
      _("No drive was chosen, or the browser was not allowed to write to it: choose it again, and allow that."),
    );
  }
  const may = (await drive.queryPermission?.(WRITES)) ?? "granted";
  if (may !== "granted" && (await drive.requestPermission?.(WRITES)) !== "granted") throw new DriveError(refused());
  return drive;
}

const refused = () =>
  _(
    "The browser cannot write to this drive without your permission. Choose the drive again and allow it, or download the file and drag it onto the drive.",
  );

/** Returns the chip of the Pico whose drive a folder is, or "" for any other folder. @param {Drive} drive */
export async function chipOf(drive) {
  try {
    const text = await (await (await drive.getFileHandle(INFO)).getFile()).text();
    const id = /^Board-ID: (.*?)\r?$/m.exec(text)?.[1];
    return Object.keys(CHIPS).find((chip) => CHIPS[chip].drive === id) ?? "";
  } catch {
    return "";
  }
}

/**
 * Throws unless a folder is the drive of a Pico with this chip.
 * @param {Drive} drive @param {string} chip
 */
export async function checkTakes(drive, chip) {
  const found = await chipOf(drive),
    wanted = CHIPS[chip];
  if (!found)
    throw new DriveError(
      _(
        "{name} is not the drive of a board: choose the drive {drive}, which appears when a board is plugged in with BOOTSEL held.",
        { name: drive.name, drive: wanted.drive },
      ),
    );
  if (found !== chip)
    throw new DriveError(
      _(
        "The page did not write the file, because it is for one of {boards}, but this is the drive of another board ({found}). Choose your board above.",
        { found: CHIPS[found].boards, boards: wanted.boards },
      ),
    );
}

/**
 * Writes a UF2 file, and waits until the drive disappears. A Pico restarts as soon as it has the last block. So the
 * drive disappears before the file is closed, which is an error only if bytes are left. The page knows
 * that the Pico has started only after it has connected.
 * @param {Drive} drive @param {string} name @param {Uint8Array<ArrayBuffer>} content @param {Progress} progress
 */
export async function write(drive, name, content, progress) {
  let done = 0;
  /** @type {unknown} */
  let fault = null;
  try {
    const file = await (await drive.getFileHandle(name, { create: true })).createWritable();
    for (let at = 0; at < content.length; at += CHUNK_BYTES) {
      await file.write(content.subarray(at, at + CHUNK_BYTES));
      progress((done = Math.min(at + CHUNK_BYTES, content.length)));
    }
    await file.close();
  } catch (found) {
    fault = found;
  }
  if (content.length - done > CHUNK_BYTES) throw await tooFew(drive, fault, done, content.length);
  if (await isGone(drive, fault && done < content.length ? LOOK_MS : GONE_MS)) return progress(content.length);
  if (fault) throw await tooFew(drive, fault, done, content.length);
  throw new DriveError(
    _(
      "The whole file is on the drive, but the board did not start with it. Unplug the cable and remove the batteries. Then hold BOOTSEL while you plug the board in, and try again.",
    ),
  );
}

/** @param {Drive} drive @param {unknown} fault @param {number} done @param {number} all bytes */
async function tooFew(drive, fault, done, all) {
  const there = await chipOf(drive),
    name = nameOf(fault);
  if (!there)
    return new DriveError(
      _(
        "The drive went away after {done} of {all} kB, so the board has only a part of the file. Unplug the cable and remove the batteries. Then hold BOOTSEL while you plug the board in, and write the file again.",
        { done: kb(done), all: kb(all) },
      ),
    );
  if (name === "QuotaExceededError")
    return new DriveError(
      _(
        "The drive says that it is full, although the drive of a board always has room for the file. Unplug the cable and remove the batteries. Then hold BOOTSEL while you plug the board in, and try again.",
      ),
    );
  if (RIGHTS.includes(name)) return new DriveError(refused());
  return new DriveError(
    _(
      "The file could not be written ({fault}). Unplug the cable and remove the batteries. Then hold BOOTSEL while you plug the board in, and try again.",
      { fault: name },
    ),
  );
}

/** Waits until a drive has disappeared. @param {Drive} drive @param {number} limitMs */
async function isGone(drive, limitMs) {
  for (const until = performance.now() + limitMs; performance.now() < until; ) {
    if (!(await chipOf(drive))) return true;
    await new Promise((then) => setTimeout(then, LOOK_MS));
  }
  return false;
}

/** @param {unknown} fault */
const nameOf = (fault) => (fault instanceof DOMException ? fault.name : String(fault));
/** @param {number} bytes */
const kb = (bytes) => Math.round(bytes / 1000);
