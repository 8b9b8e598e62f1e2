// Checks a whole UF2 file before it is written to a Pico, by the same rules as flash/uf2_check.py.
import { _, listed, number } from "../language.js";
import { DriveError } from "./drive.js";

/** @typedef {{flags: number, address: number, size: number, number: number, total: number, family: number}} Block */

const BLOCK_BYTES = 512,
  PAGE_BYTES = 256,
  MAGIC = [0x55, 0x46, 0x32, 0x0a, 0x57, 0x51, 0x5d, 0x9e],
  MAGIC_END = 0x0ab16f30;
const NOT_FLASH = 0x0001,
  CONTAINER = 0x1000,
  HAS_FAMILY = 0x2000;
const ABSOLUTE = 0xe48bff57,
  E10_PLACE = 0x10ffff00; // address of a block that avoids erratum RP2350-E10
const FLASH_BASE = 0x10000000,
  RAM = 0x20000000,
  RAM_END = 0x20082000,
  MB = 1 << 20;
/**
 * Family -> name of the chip, its Pico, and the size of that Pico's flash.
 * @type {Record<number, {chip: string, board: string, flash: number}>}
 */
const CHIPS = {
  0xe48bff56: { chip: "rp2040", board: "Pico", flash: 2 * MB },
  0xe48bff59: { chip: "rp2350", board: "Pico 2", flash: 4 * MB },
};
/** @type {Record<number, string>} */
const OTHERS = {
  [ABSOLUTE]: _("fixed places of an RP2350, without a program"),
  0xe48bff58: _("a data partition of an RP2350"),
  0xe48bff5a: _("the RISC-V cores of an RP2350, but Pingblock runs on its Arm cores"),
  0xe48bff5b: _("the non-secure side of an RP2350"),
};
/** Families of chips that are not supported. @type {Record<number, string>} */
const FOREIGN = {
  0x68ed2b88: "SAMD21",
  0x55114460: "SAMD51",
  0xada52840: "nRF52840",
  0x1c5f21b0: "ESP32",
  0xbfdd4eee: "ESP32-S2",
  0xc47e5767: "ESP32-S3",
  0xd42ba06c: "ESP32-C3",
  0x647824b6: "STM32F0",
  0x57755a57: "STM32F4",
  0x4fb2d5bd: "i.MX RT10xx",
};
/** Other kinds of files, by their first bytes. @type {[RegExp, string][]} */
const FILES = [
  [/^PK\x03\x04/, _("a ZIP archive: unpack it")],
  [/^DfuSe/, _("a DFU file")],
  [/^\x7fELF/, _("an ELF file")],
  [/^[\xef\xbb\xbf \t\r\n]*:/, _("an Intel HEX file")],
  [/^[\xef\xbb\xbf \t\r\n]*<(!doctype html|html)/i, _("a web page")],
];

/** @param {string} say */
const refusal = (say) => new DriveError(say);
/** @param {string} say */
const fetchAgain = (say) => refusal(`${say} ${_("Fetch it again.")}`);

/**
 * Returns the chip that a UF2 file is for. The file must contain one whole program for the flash of a Pico or Pico 2.
 * @param {Uint8Array} content
 */
export function chipIn(content) {
  const all = blocks(content).filter(({ flags }) => !(flags & NOT_FLASH));
  const program = all.filter(({ family, address }) => family !== ABSOLUTE || address !== E10_PLACE);
  const { chip, board, flash } = CHIPS[familyOf(program.length ? program : all)];
  program.forEach(checkKind);
  checkNumbers(program);
  const places = program.map(({ address }) => address);
  if (new Set(places).size < places.length) throw fetchAgain(_("Two blocks of this UF2 file are for the same place."));
  const end = places.reduce((most, place) => Math.max(most, place)) + PAGE_BYTES - FLASH_BASE;
  if (end > flash)
    throw refusal(
      _("This UF2 file needs {end} MB of flash, but a {board} has only {all} MB: it is for another board.", {
        end: number(end / MB, 1),
        board,
        all: flash / MB,
      }),
    );
  return chip;
}

/** @param {Uint8Array} content @returns {Block[]} */
function blocks(content) {
  if (!content.length) throw refusal(_("This file is empty."));
  const view = new DataView(content.buffer, content.byteOffset, content.length),
    found = [];
  for (let at = 0, index = 0; at < content.length; at += BLOCK_BYTES, index++) {
    const rest = content.length - at;
    if (!MAGIC.every((byte, n) => n >= rest || content[at + n] === byte)) {
      if (!at) throw refusal(notUf2(content));
      throw fetchAgain(
        _("After block {n}, this UF2 file has {rest} bytes that are not a block.", { n: index - 1, rest }),
      );
    }
    if (rest < BLOCK_BYTES) throw fetchAgain(_("This UF2 file is cut off inside block {n}.", { n: index }));
    if (view.getUint32(at + BLOCK_BYTES - 4, true) !== MAGIC_END)
      throw fetchAgain(_("Block {n} of this UF2 file has no end mark.", { n: index }));
    const [flags, address, size, place, total, family] = [8, 12, 16, 20, 24, 28].map((offset) =>
      view.getUint32(at + offset, true),
    );
    found.push({ flags, address, size, number: place, total, family: flags & HAS_FAMILY ? family : 0 });
  }
  return found;
}

/** @param {Uint8Array} content */
function notUf2(content) {
  const begin = String.fromCharCode(...content.subarray(0, 200)),
    kind = FILES.find(([starts]) => starts.test(begin))?.[1];
  return kind ? _("This is not a UF2 file but {kind}.", { kind }) : _("This is not a UF2 file.");
}

/** Returns the family of all blocks. It must belong to a supported chip. @param {Block[]} all */
function familyOf(all) {
  const found = [...new Set(all.map(({ family }) => family))],
    ours = found.filter((family) => family in CHIPS);
  const chips = Object.entries(CHIPS)
    .filter(([family]) => ours.includes(Number(family)))
    .map(([, { chip }]) => chip.toUpperCase());
  if (chips.length > 1)
    throw refusal(
      _("This UF2 file has programs for both chips, {chips}: use a file for only one of them.", {
        chips: listed(chips),
      }),
    );
  const other = found.find((family) => !(family in CHIPS));
  if (other === undefined && ours.length) return ours[0];
  if (!other) throw refusal(_("This UF2 file does not name its chip, so no Pico accepts it."));
  const what =
    OTHERS[other] ??
    (other in FOREIGN
      ? _("the chip {name}", { name: FOREIGN[other] })
      : _("another chip (family {id})", { id: `0x${other.toString(16).padStart(8, "0")}` }));
  throw refusal(
    chips.length
      ? _("This UF2 file is for {what} as well as the {chip}.", { what, chip: chips[0] })
      : _("This UF2 file is for {what}.", { what }),
  );
}

/** @param {Block} block */
function checkKind({ flags, address, size }) {
  if (flags & CONTAINER) throw refusal(_("This UF2 file contains files, but no program for the flash."));
  if (address >= RAM && address < RAM_END)
    throw refusal(
      _(
        "This UF2 file is a program for the RAM: it runs once and is not stored, as tools that erase the flash do. To run it, drag it onto the drive yourself.",
      ),
    );
  if (size !== PAGE_BYTES)
    throw refusal(
      _(
        "The blocks of this UF2 file have {n} bytes each, but a Pico accepts only blocks of {all}: the file is for another board.",
        {
          n: size,
          all: PAGE_BYTES,
        },
      ),
    );
  if (address < FLASH_BASE || address % PAGE_BYTES)
    throw refusal(
      _("A block of this UF2 file has the address {place}, where no page of flash begins.", {
        place: `0x${address.toString(16)}`,
      }),
    );
}

/** Throws unless each block occurs once, in order. @param {Block[]} program */
function checkNumbers(program) {
  const { total } = program[0];
  program.forEach((block, place) => {
    if (block.total !== total)
      throw fetchAgain(
        _("One block of this UF2 file names {n} blocks in all, but another one names {total}.", {
          n: block.total,
          total,
        }),
      );
    if (block.number < place)
      throw fetchAgain(
        _("Block {n} of this UF2 file comes again: block {place} was expected.", { n: block.number, place }),
      );
    if (block.number > place)
      throw fetchAgain(
        _("Block {n} of this UF2 file comes too early: block {place} was expected.", { n: block.number, place }),
      );
  });
  if (program.length !== total)
    throw fetchAgain(_("This UF2 file has {n} of {total} blocks.", { n: program.length, total }));
}
