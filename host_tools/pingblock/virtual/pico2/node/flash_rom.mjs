/**
 * Functions of the boot ROM that change the flash.
 *
 * Sources: RP2350 datasheet 5.4 (boot ROM); W25Q32JV data sheet, AC characteristics (times of the flash).
 */

const ERASE_SECTOR_US = 45_000;
const PROGRAM_PAGE_US = 400;
const SECTOR_BYTES = 4096;
const PAGE_BYTES = 256;
const ERASED = 0xff;

/**
 * Replaces the boot ROM's functions that change the flash, because the emulator's flash ignores commands. Returns entry
 * address -> call(registers), which does the work and returns its time in us.
 */
export function flashRom(chip) {
  const erase = (regs) => {
    const [at, bytes] = [regs.r[0], regs.r[1]];
    chip.flash.fill(ERASED, at, at + bytes);
    return (bytes / SECTOR_BYTES) * ERASE_SECTOR_US;
  };
  const program = (regs) => {
    const [at, data, bytes] = [regs.r[0], regs.r[1], regs.r[2]];
    for (let place = 0; place < bytes; place++) {
      chip.flash[at + place] &= chip.readUint8(data + place);
    }
    return (bytes / PAGE_BYTES) * PROGRAM_PAGE_US;
  };
  return new Map([
    [romFunction(chip, "RE"), erase],
    [romFunction(chip, "RP"), program],
  ]);
}

/** Returns the address of a function of the boot ROM, by its two letters (datasheet 5.4.1). */
function romFunction(chip, letters) {
  const [TABLE, SECURE_ARM] = [0x14, 1 << 2];
  const wanted = letters.charCodeAt(0) | (letters.charCodeAt(1) << 8);
  let at = chip.readUint16(TABLE);
  for (;;) {
    const code = chip.readUint16(at);
    const flags = chip.readUint16(at + 2);
    if (!code) throw new Error(`The boot ROM has no function ${letters}.`);
    at += 4;
    for (let flag = 1; flag < 0x10000; flag <<= 1) {
      if (!(flags & flag)) continue;
      if (code === wanted && flag === SECURE_ARM) return chip.readUint16(at) & ~1;
      at += 2;
    }
  }
}
