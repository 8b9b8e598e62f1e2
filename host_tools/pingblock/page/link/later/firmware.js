// Loads the page's firmware for a Pico. See make_page/page_firmware.py.
import { fileOf } from "../../files.js";
import { _ } from "../../language.js";
import { unpacked } from "../../unpack.js";
import { LinkError } from "../errors.js";
import { crc32 } from "../lines.js";

/**
 * @typedef {{pack: string, base: string, crc32: Record<string, number>, files: Record<string, [number, number]>}}
 * Firmware the uploads of a chip by slot, with size and CRC-32
 */
/** @typedef {{version: string, firmware: Record<string, Firmware>}} Catalogue  chip -> firmware */

const FOLDER = "data/firmware/";
const NONE = _(
  "This page contains no firmware: 'pingblock update' sends it over the cable. In a checkout 'make page' adds it.",
);
const DAMAGED = _("The firmware arrived damaged from this page’s server: load the page again.");
const MPY_ARCH_SHIFT = 10,
  ARMV6M = 4;

/** @param {string} name */
async function got(name) {
  const answer = await fileOf(FOLDER + name).catch(() => null);
  if (!answer?.ok) throw new LinkError("input", NONE);
  return answer;
}

/** @returns {Promise<Catalogue>} */
export const catalogue = async () => (await got("index.json")).json();

/** Returns the kind of a Pico. @param {string} board as in its `hello` @param {number} mpy as the Pico reports it */
export function kindOf(board, mpy) {
  const isFirst = mpy >> MPY_ARCH_SHIFT <= ARMV6M;
  return {
    chip: isFirst ? "rp2040" : "rp2350",
    label: `Pico${isFirst ? "" : " 2"}${board.endsWith("_w") ? " W" : ""}`,
  };
}

/** Returns the firmware for a Pico. @param {Catalogue} all @param {{chip: string, label: string}} kind */
export function firmwareFor(all, { chip, label }) {
  const found = all.firmware[chip];
  if (!found)
    throw new LinkError("input", _("This page has no image for the {label}: use 'pingblock update'.", { label }));
  return found;
}

/** Returns the upload for a slot, after a check. @param {Firmware} firmware @param {string} slot */
export async function uploadFor(firmware, slot) {
  const packed = (await got(firmware.pack)).body;
  if (!packed) throw new LinkError("input", NONE);
  const { parts } = await unpacked(packed).catch(() => {
    throw new LinkError("input", DAMAGED);
  });
  const data = parts[slot],
    [size, crc] = firmware.files[slot];
  if (data?.length !== size || crc32(data) !== crc) throw new LinkError("input", DAMAGED);
  return data;
}
