// The firmware that came with the page: which is for a board, and its files. See make_page/page_firmware.py.
import { fileOf } from "../../files.js";
import { _ } from "../../language.js";
import { unpacked } from "../../unpack.js";
import { LinkError } from "../errors.js";
import { crc32 } from "../lines.js";

/** @typedef {{board: string, label: string, chip: string, radio: boolean, base: boolean, identity: string,
 *   mpy: number, files: Record<string, [number, number]>, pack: string}} Firmware */
/** @typedef {{version: string, micropython: string[], firmware: Firmware[]}} Catalogue */
/** @typedef {{pack: string, files: Record<string, [number, number]>}} Packed */
/** @typedef {Packed & {base: string, crc32: Record<string, number>}} Uploads  for a board whose firmware runs in place, by slot */

const FOLDER = "data/firmware/";
const NONE = _(
  "This page came without firmware: 'pingblock update' brings it over the cable. In a checkout 'make page' packs it.",
);
const OTHER_BASE = _(
  "This firmware needs the MicroPython that it was made with, and the board has another one. Write the whole image onto it once, with 'pingblock flash': settings and sounds stay.",
);
const DAMAGED = _("The firmware arrived damaged from this page’s server: load the page again.");
const MPY_ARCH_SHIFT = 10,
  ARMV6M = 4,
  ARMV7EMDP = 8;

/** @param {string} name */
async function got(name) {
  const answer = await fileOf(FOLDER + name).catch(() => null);
  if (!answer?.ok) throw new LinkError("input", NONE);
  return answer;
}

/** @returns {Promise<Catalogue>} */
export const catalogue = async () => (await got("index.json")).json();

/**
 * Returns the uploads for a board whose firmware runs in place. See make_page/page_slots.py.
 * @param {Firmware} firmware for this board @param {string} base SHA-256 of the board's MicroPython
 * @returns {Promise<Uploads>}
 */
export async function uploadsFor({ board, label }, base) {
  const found = (await (await got("slots.json")).json())[board];
  if (!found)
    throw new LinkError("input", _("This page has no image for the {label}: use 'pingblock update'.", { label }));
  if (found.base !== base) throw new LinkError("wrong", OTHER_BASE);
  return found;
}

/**
 * Returns the firmware of a board.
 * @param {Catalogue} all @param {string} board as it says in `hello` @param {number} mpy as it says of itself
 */
export function firmwareFor(all, board, mpy) {
  const chip = mpy >> MPY_ARCH_SHIFT <= ARMV6M ? "rp2040" : "rp2350";
  const radio = board.endsWith("_w"),
    base = !`${board}_`.includes("_block_");
  const found = all.firmware.find((each) => each.chip === chip && each.radio === radio && each.base === base);
  if (!found)
    throw new LinkError(
      "wrong",
      _("This page has no firmware for a board '{board}' with an {chip}.", { board, chip: chip.toUpperCase() }),
    );
  if (!runs(mpy, found.mpy))
    throw new LinkError(
      "wrong",
      _(
        "The board’s MicroPython cannot run this firmware, which is compiled for MicroPython {versions}: do the first install again.",
        { versions: all.micropython.join(" – ") },
      ),
    );
  return found;
}

/** Whether a MicroPython runs compiled files; both numbers are its `sys.implementation._mpy`. @param {number} mpy @param {number} compiled */
export function runs(mpy, compiled) {
  const version = (1 << MPY_ARCH_SHIFT) - 1,
    board = mpy >> MPY_ARCH_SHIFT,
    ours = compiled >> MPY_ARCH_SHIFT;
  const same = (mpy & version) === (compiled & version);
  return mpy === compiled || (same && ARMV6M <= ours && ours <= board && board <= ARMV7EMDP);
}

/** Returns the files of a pack by name, checked. @param {Packed} firmware @returns {Promise<Map<string, Uint8Array>>} */
export async function firmwareFiles(firmware) {
  const packed = (await got(firmware.pack)).body;
  if (!packed) throw new LinkError("input", NONE);
  const { parts } = await unpacked(packed).catch(() => {
    throw new LinkError("input", DAMAGED);
  });
  const found = new Map(Object.entries(parts));
  for (const [name, [size, crc]] of Object.entries(firmware.files)) {
    const data = found.get(name);
    if (data?.length !== size || crc32(data) !== crc) throw new LinkError("input", DAMAGED);
  }
  return found;
}
