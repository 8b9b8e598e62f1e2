/**
 * Prints the behaviour of the emulated RP2350 without and with the engine's corrections, as a JSON object: name of a
 * correction -> [alone, corrected].
 *
 * Arguments: the emulator's folder, the engine's module life.mjs.
 */

import { createRequire } from "node:module";

const [folder, module] = process.argv.slice(2);
const load = createRequire(`${folder}/cjs/`);
const { Life } = await import(module);
const { RP2350 } = load("./rp2350.js");

const RAM = 0x20000000;
const [DMA, PWM, PADS, IO, CLEAR] = [0x50000000, 0x400a8000, 0x40038000, 0x40028000, 0x3000];
const [ADC, OTP_DATA] = [0x400a0000, 0x40130000];
const [ENABLED, WORDS, PACED, WRAPPED] = [1, 2 << 2, 59 << 17, 32 << 17];
const WEAK = 24; // GPIO
const TICK_NS = 8; // of the system clock

function transfer(chip, count, request) {
  [RAM, RAM + 64, count, ENABLED | WORDS | request].forEach((word, place) => chip.writeUint32(DMA + 4 * place, word));
}

/** Runs these halfwords from RAM. */
function execute(chip, ...halfwords) {
  const [core] = chip.core;
  halfwords.forEach((halfword, place) => chip.writeUint16(RAM + 0x100 + 2 * place, halfword));
  core.regs.pc = RAM + 0x100;
  while (core.regs.pc < RAM + 0x100 + 2 * halfwords.length) core.executeInstruction();
}

const CASES = {
  // Returns the items left of 100 after ten periods of 5670 clocks.
  paceDma(chip) {
    chip.writeUint32(DMA + 0x440, (1 << 16) | 5670);
    transfer(chip, 100, PACED);
    chip.clock.tick(10 * 5670 * TICK_NS);
    return chip.readUint32(DMA + 8);
  },
  // Returns the items left of 10 after three wraps of 100 clocks, and half of one.
  requestOncePerWrap(chip) {
    chip.writeUint32(PWM + 0x10, 99);
    chip.writeUint32(PWM, ENABLED);
    transfer(chip, 10, WRAPPED);
    chip.clock.tick(350 * TICK_NS);
    return chip.readUint32(DMA + 8);
  },
  // Returns the edges at which GPIO 14 must interrupt, and the register read back.
  interruptFromEveryPin(chip) {
    chip.writeUint32(IO + 0x24c, 0xc << 24);
    return [chip.gpio[14].irqEnableMask, chip.readUint32(IO + 0x24c) >>> 24];
  },
  // Returns the number of edges of a slice's pin in a millisecond.
  spareEdges(chip) {
    let edges = 0;
    chip.gpio[0].ctrl = 4;
    chip.gpio[0].addListener(() => edges++);
    chip.writeUint32(PWM + 0x10, 99);
    chip.writeUint32(PWM + 0x0c, 50);
    chip.writeUint32(PWM, ENABLED);
    chip.clock.tick(1e6);
    return edges;
  },
  // Returns whether the core still sleeps after an interrupt that PRIMASK masks.
  wakeMasked(chip) {
    const [core] = chip.core;
    core.ppb().nvicEnabled[0] = 1 << 3;
    core.regs.primask = 1;
    core.waiting = true;
    chip.setInterrupt(3, true);
    return core.waiting;
  },
  // Returns whether the core sleeps at WFE after SEV.
  signalItself(chip) {
    const [core] = chip.core;
    core.eventRegistered = false;
    execute(chip, 0xbf40, 0xbf20);
    return core.waiting;
  },
  // Forces the second core off, and releases it. Returns its bit read back, whether it waits, and whether its program
  // counter is the same afterwards.
  restartSecondCore(chip) {
    const [, second] = chip.core;
    const [OFF, SECOND] = [0x40018004, 1 << 24];
    second.regs.pc = RAM;
    chip.writeUint32(OFF, SECOND);
    const off = [chip.readUint32(OFF), second.waiting];
    chip.writeUint32(OFF + CLEAR, SECOND);
    return [...off, second.regs.pc === RAM];
  },
  // Returns the time left of 8 s in the watchdog after 100 ms, us.
  countMicroseconds(chip) {
    chip.watchdog.writeUint32(4, 8_000_000);
    chip.watchdog.writeUint32(0, 1 << 30);
    chip.clock.tick(100e6);
    return chip.watchdog.readUint32(0) & 0xffffff;
  },
  // Returns the outputs after MCRR p0, #4 (put one) of GPIO 5, and MCR p0, #2 (set) of 6 and 7.
  setPinsByCoprocessor(chip) {
    const [core] = chip.core;
    core.ppb().cpacr = 0x00ffcf03;
    [core.regs.r[0], core.regs.r[1]] = [5, 1];
    execute(chip, 0xec41, 0x0040);
    core.regs.r[0] = 3 << 6;
    execute(chip, 0xee40, 0x0010);
    return chip.sio.gpioValue;
  },
  // Returns 64 bits after VLDR and VSTR d8, and after VMOV r2, r3, d8.
  moveDoubles(chip) {
    const [core] = chip.core;
    core.ppb().cpacr = 0x00ffcf03;
    [0x89abcdef, 0xffffffff].forEach((word, place) => chip.writeUint32(RAM + 4 * place, word));
    core.regs.r[0] = RAM;
    execute(chip, 0xed90, 0x8b00, 0xed80, 0x8b04, 0xec53, 0x2b18);
    return [chip.readUint32(RAM + 16), chip.readUint32(RAM + 20), core.regs.r[2], core.regs.r[3]];
  },
  // Returns START_ONE, read back after it started a conversion.
  startOnce(chip) {
    chip.writeUint32(ADC, (1 << 2) | 1);
    return chip.readUint32(ADC) & (1 << 2);
  },
  // Returns the chip's number, its lower half first.
  giveNumber(chip) {
    return [chip.readUint32(OTP_DATA), chip.readUint32(OTP_DATA + 4)];
  },
  // Returns S0 and S15 after a handler that changed them, and S16, which a handler must keep.
  keepFloats(chip) {
    const [core] = chip.core;
    const { regs } = core;
    const words = new Uint32Array(regs.s.buffer);
    regs.msp = regs.r[13] = RAM + 0x1000;
    regs.s.set([1.5, 2.5], 0);
    words[15] = 0x89abcdef;
    core.exceptionEntry(16);
    words.fill(7, 0, 17);
    core.exceptionReturn(regs.lr & 0x0fffffff);
    return [regs.s[0], words[15], words[16]];
  },
  // Returns the high and low words after UMLAL r0, r1, r2, r3 and SMLAL r4, r5, r2, r3.
  addExactly(chip) {
    const [core] = chip.core;
    core.regs.r.set([1, 0, 0xffffffff, 0xfffffffd, 5, 0x00400000]);
    execute(chip, 0xfbe2, 0x0103, 0xfbc2, 0x4503);
    return [1, 0, 5, 4].map((place) => core.regs.r[place]);
  },
  // Returns levels of an input: with its pull-up on, with it off again (erratum E9 holds the level), without and with
  // the input enabled, and driven high and low through more than 8.2 kohm, then through less.
  floatToPull(chip) {
    const levels = [];
    for (const pad of [0x48, 0x40, 0x00, 0x40]) {
      chip.writeUint32(PADS + 4 + 4 * 14, pad);
      levels.push(chip.gpio[14].inputValue);
    }
    for (const gpio of [WEAK, WEAK + 1]) {
      for (const level of [true, false]) {
        given.outside.set(gpio, level);
        chip.writeUint32(PADS + 4 + 4 * gpio, 0x40);
      }
      levels.push(chip.gpio[gpio].inputValue);
    }
    return levels;
  },
};

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const given = { scratch: new Uint32Array(8), reason: 0, outside: new Map(), weak: new Set([WEAK]), sinceNs: 0, speaker: 15 };

function alone() {
  const chip = new RP2350({ coreArch: "arm" });
  chip.logger = quiet;
  return chip;
}

function corrected() {
  const flash = new Uint8Array(16 * 1024 * 1024);
  return new Life(folder, { ...given, flash, tell() {}, ask: () => 0 }).chip;
}

const told = {};
for (const made of [alone, corrected]) {
  for (const [name, run] of Object.entries(CASES)) {
    let seen;
    try {
      seen = run(made());
    } catch (error) {
      seen = String(error.message);
    }
    told[name] = [...(told[name] ?? []), seen];
  }
}
process.stdout.write(JSON.stringify(told));
