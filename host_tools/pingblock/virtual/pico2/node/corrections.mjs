/**
 * Corrects faults of rp2350js 2.0.1 from outside, each in a separate function.
 *
 * Sources: RP2350 datasheet 9.11 (GPIO), 12.6 (DMA), 12.5 (PWM), 12.9 (watchdog), 7.4 (power),
 * 12.4 (ADC), 13.10 (OTP, CHIPID0). The boot ROM's part is in `flash_rom.mjs`.
 */

const CHIP_NUMBER = [0x0002, 0x4b00, 0x1860, 0xe661]; // the lowest 16 bits first

/** Corrects all faults of one chip. */
export function apply(chip) {
  paceDma(chip);
  requestOncePerWrap(chip);
  interruptFromEveryPin(chip);
  spareEdges(chip);
  wakeMasked(chip);
  countMicroseconds(chip);
  signalItself(chip);
  restartSecondCore(chip);
  startOnce(chip);
  giveNumber(chip);
  keepFloats(chip);
}

/**
 * A pacing timer of the DMA makes a request each Y / X system clocks, in phase with the timer. The emulator uses
 * X / Y, and starts the timer again with each transfer.
 */
export function paceDma(chip) {
  const { dma, clock } = chip;
  const TIMERS = { 59: "timer0", 60: "timer1", 61: "timer2", 62: "timer3" };
  for (const channel of dma.channels) {
    const schedule = channel.scheduleTransfer;
    channel.scheduleTransfer = function () {
      const name = TIMERS[channel.treqValue];
      const [x, y] = name ? [dma[name] >>> 16, dma[name] & 0xffff] : [0, 0];
      if (!name) {
        schedule.call(channel);
      } else if (x && y) {
        const period = ((y / x) * 1e9) / chip.clkSys;
        const next = (Math.floor(clock.nanos / period + 1e-6) + 1) * period;
        channel.transferAlarm.schedule(next - clock.nanos);
      }
    };
  }
}

/** A slice's DMA request makes one transfer at each wrap. The emulator makes as many as there is time for. */
export function requestOncePerWrap(chip) {
  const { dma, pwm } = chip;
  pwm.channelInterrupt = function (index) {
    pwm.intRaw |= 1 << index;
    pwm.checkInterrupts();
    for (const channel of dma.channels) {
      if (channel.treqValue === pwm.pwm_dreq_base + index && channel.active) {
        channel.transferAlarm.schedule(0);
      }
    }
  };
}

/** For GPIO interrupts, a register has eight pins, and a kind has six registers. The emulator confuses the two. */
export function interruptFromEveryPin(chip) {
  const io = chip.peripherals[0x40028];
  const KINDS = [0x230, 0x248, 0x260, 0x278]; // INTR, PROC0_INTE, PROC0_INTF, PROC0_INTS
  const [FIRST, KIND_BYTES, LAST] = [0x230, 0x18, 0x28c];
  const { readUint32, writeUint32 } = io;
  const pinsOf = (offset) => {
    const register = ((offset - FIRST) % KIND_BYTES) / 4;
    return chip.gpio.slice(register * 8, register * 8 + 8);
  };
  const kindOf = (offset) => KINDS[Math.floor((offset - FIRST) / KIND_BYTES)];
  const READ = {
    0x230: (pin) => pin.irqStatus,
    0x248: (pin) => pin.irqEnableMask,
    0x260: (pin) => pin.irqForceMask,
    0x278: (pin) => (pin.irqStatus & pin.irqEnableMask) | pin.irqForceMask,
  };
  io.readUint32 = function (offset) {
    if (offset < FIRST || offset > LAST) return readUint32.call(io, offset);
    const read = READ[kindOf(offset)];
    return pinsOf(offset).reduce((word, pin, place) => word | (read(pin) << (4 * place)), 0) >>> 0;
  };
  io.writeUint32 = function (offset, value) {
    if (offset < FIRST || offset > LAST) return writeUint32.call(io, offset, value);
    const kind = kindOf(offset);
    pinsOf(offset).forEach((pin, place) => {
      if (kind === 0x230) pin.updateIRQValue((io.rawWriteValue >>> (4 * place)) & 0xf);
      if (kind === 0x248) pin.irqEnableMask = (value >>> (4 * place)) & 0xf;
      if (kind === 0x260) pin.irqForceMask = (value >>> (4 * place)) & 0xf;
    });
    chip.updateIOInterrupt();
  };
}

/**
 * Switches off the edges of the PWM's pins, because the duty is enough, and at 132 kHz they would take most of the
 * time. A slice's wrap is an event only if a DMA channel or an interrupt waits for it.
 */
export function spareEdges(chip) {
  const { dma, pwm } = chip;
  const [SLICE_BYTES, COMPARE] = [0x14, 0x0c];
  for (const slice of pwm.channels) {
    slice.alarmA.enable = slice.alarmB.enable = false;
  }
  const wanted = (index) =>
    pwm.intEnable & (1 << index) ||
    dma.channels.some((each) => each.active && each.treqValue === pwm.pwm_dreq_base + index);
  const update = () => {
    for (const slice of pwm.channels) {
      const enable = !!wanted(slice.index);
      if (slice.alarmBottom.enable !== enable) slice.alarmBottom.enable = enable;
      if (!enable) slice.updateDoubleBuffered();
    }
  };
  for (const [block, owner] of [[pwm, pwm], [dma, dma]]) {
    const { writeUint32 } = block;
    block.writeUint32 = function (offset, value) {
      writeUint32.call(owner, offset, value);
      if (owner === dma || offset % SLICE_BYTES !== COMPARE) update();
    };
  }
}

/**
 * A pending enabled interrupt ends WFI, even if PRIMASK masks it (Armv8-M, B1.3.7), as in MicroPython's lightsleep.
 * The emulator wakes only for a handler.
 */
export function wakeMasked(chip) {
  for (const core of chip.core) {
    const { setInterrupt } = core;
    core.setInterrupt = function (irq, value) {
      setInterrupt.call(core, irq, value);
      if (!core.waiting || !value) return;
      const { nvicPending, nvicEnabled } = core.ppb();
      core.waiting = !nvicPending.some((bits, bank) => bits & nvicEnabled[bank]);
    };
  }
}

/** SEV sends an event to each core, including its own (Armv8-M, B1.3.7). The emulator omits its own. */
export function signalItself(chip) {
  for (const core of chip.core) {
    const { fireSEV } = core;
    core.fireSEV = function () {
      fireSEV.call(core);
      core.eventRegistered = true;
    };
  }
}

/** The second core restarts when the bit that forces it off is cleared. Each soft reset waits for that. */
export function restartSecondCore(chip) {
  const psm = chip.peripherals[0x40018];
  const [, second] = chip.core;
  const [OFF, SECOND] = [0x04, 1 << 24];
  const { writeUint32 } = psm;
  psm.writeUint32 = function (offset, value) {
    const before = psm.frceOff;
    writeUint32.call(psm, offset, value);
    if (offset !== OFF) return;
    psm.frceOff = value;
    if (value & SECOND) second.waiting = true;
    else if (before & SECOND) second.reset();
  };
}

/** The watchdog counts microseconds. The emulator counts twice as fast, like the RP2040 with its erratum E1. */
export function countMicroseconds(chip) {
  chip.watchdog.timer.frequency = 1_000_000;
}

/**
 * MicroPython sets pins by the GPIO coprocessor. CRm is the register and opc1 the operation, and MCRR takes a single
 * pin and its level in two registers. The emulator uses opc1 as the register, and ignores MCRR. Source: RP2350
 * datasheet 3.6.1, pico-sdk's hardware/gpio_coproc.h.
 */
export function setPinsByCoprocessor(coprocessor) {
  const { coprocessorExecute, corrected } = coprocessor;
  if (corrected) return; // all emulated chips share this module
  coprocessor.corrected = true;
  coprocessor.coprocessorExecute = (core, hw0, hw1) =>
    ((hw1 >>> 8) & 0xf) === 0 ? gpioCoprocessor(core, hw0, hw1) : coprocessorExecute(core, hw0, hw1);
}

function gpioCoprocessor(core, hw0, hw1) {
  const { r } = core.regs;
  const { sio } = core.chip;
  const BASES = { 0: 0x10, 4: 0x30, 8: 0x04 }; // output, output enable, input. Others belong to pins from 32 on.
  const [PUT, , SET, CLEAR] = [0, 1, 2, 3];
  const OFFSETS = [0x00, 0x18, 0x08, 0x10]; // offsets of put, xor, set, clear
  const two = (hw0 & 0xff00) === 0xec00;
  const operation = two ? (hw1 >>> 4) & 0xf : (hw0 >>> 5) & 0x7;
  const [first, second, base] = [hw1 >>> 12, hw0 & 0xf, BASES[hw1 & 0xf]];
  if (hw0 & 0x10) {
    r[first] = base === undefined ? 0 : sio.readUint32(base, core.coreIndex);
    if (two) r[second] = 0;
    return 1;
  }
  if (base === undefined || operation > 7) return 1;
  const write = (kind, mask) => sio.writeUint32(base + OFFSETS[kind], mask, core.coreIndex);
  if (operation < 4) {
    write(operation, r[first]);
  } else if (r[first] < 32) {
    const level = two ? r[second] & 1 : 1;
    const kind = operation - 4;
    if (kind === PUT) write(level ? SET : CLEAR, 1 << r[first]);
    else if (level) write(kind, 1 << r[first]);
  }
  return 1;
}

/**
 * For the FPU's registers of 64 bits, the emulator's VLDR and VSTR move only the lower half, and VMOV has no effect.
 * GCC stores 64-bit integers by them, such as the -1 that marks an alarm as cancelled. Source: Armv8-M Architecture
 * Reference Manual, C2.4 (VLDR, VSTR, VMOV of two core registers).
 */
export function moveDoubles(fpu) {
  const { fpuExecute, corrected } = fpu;
  if (corrected) return; // all emulated chips share this module
  fpu.corrected = true;
  fpu.fpuExecute = (core, hw0, hw1) =>
    (hw1 & 0x0f00) === 0x0b00 && movedDouble(core, hw0, hw1) ? 2 : fpuExecute(core, hw0, hw1);
}

function movedDouble(core, hw0, hw1) {
  const { chip, regs } = core;
  const { r } = regs;
  const words = new Uint32Array(regs.s.buffer);
  const move = (load, place, address) => {
    if (load) words[place] = chip.readUint32(address >>> 0);
    else chip.writeUint32(address >>> 0, words[place]);
  };
  const load = hw0 & 0x10;
  if ((hw0 & 0xff60) === 0xed00) {
    const base = (hw0 & 0xf) === 15 ? r[15] & ~3 : r[hw0 & 0xf];
    const at = base + (hw0 & 0x80 ? 4 : -4) * (hw1 & 0xff);
    const low = (hw1 >>> 12) * 2;
    move(load, low, at);
    move(load, low + 1, at + 4);
    return true;
  }
  if ((hw0 & 0xffe0) !== 0xec40) return false;
  const low = (hw1 & 0xf) * 2;
  const [first, second] = [hw1 >>> 12, hw0 & 0xf];
  if (load) [r[first], r[second]] = [words[low], words[low + 1]];
  else [words[low], words[low + 1]] = [r[first], r[second]];
  return true;
}

/** START_ONE of the ADC clears itself, so that code which reads and writes the register does not start a conversion. */
export function startOnce(chip) {
  const { adc } = chip;
  const [CS, START_ONE] = [0, 1 << 2];
  const { writeUint32 } = adc;
  adc.writeUint32 = (offset, value) => {
    writeUint32.call(adc, offset, value);
    if (offset === CS) adc.cs &= ~START_ONE;
  };
}

/** The fuses with the chip's number are blank in the emulator, and a word of the window is one row instead of two. */
export function giveNumber(chip) {
  const { fuse } = chip.otp;
  fuse.set(CHIP_NUMBER);
  chip.peripherals[0x40130].readUint32 = (offset) => (fuse[offset / 2] | (fuse[offset / 2 + 1] << 16)) >>> 0;
}

/**
 * The core saves registers S0 to S15 during an exception. The emulator does not restore them after the handler.
 * Source: Armv8-M Architecture Reference Manual, B3.22 (floating-point context).
 */
export function keepFloats(chip) {
  for (const core of chip.core) {
    const { exceptionEntry, exceptionReturn, regs } = core;
    const words = new Uint32Array(regs.s.buffer, 0, 16);
    const kept = [];
    core.exceptionEntry = (number) => {
      const before = [words.slice(), regs.fpscr];
      exceptionEntry.call(core, number);
      if (regs.ipsr === number) kept.push(before);
    };
    core.exceptionReturn = (address) => {
      exceptionReturn.call(core, address);
      const [floats, status] = kept.pop() ?? [words.slice(), regs.fpscr];
      words.set(floats);
      regs.fpscr = status;
    };
  }
}

/** UMLAL and SMLAL add with 64 bits. The emulator adds as floating point, which keeps 53. */
export function addExactly(thumb32) {
  const { executeThumb32, corrected } = thumb32;
  if (corrected) return; // all emulated chips share this module
  thumb32.corrected = true;
  thumb32.executeThumb32 = (core, at, hw0, hw1) =>
    (hw0 & 0xffd0) === 0xfbc0 && !(hw1 & 0xf0)
      ? accumulated(core.regs.r, hw0, hw1)
      : executeThumb32(core, at, hw0, hw1);
}

function accumulated(r, hw0, hw1) {
  const [low, high] = [hw1 >>> 12, (hw1 >>> 8) & 0xf];
  const [one, other] = [r[hw0 & 0xf], r[hw1 & 0xf]];
  const signed = !(hw0 & 0x20);
  const product = signed ? BigInt(one | 0) * BigInt(other | 0) : BigInt(one) * BigInt(other);
  const sum = BigInt.asUintN(64, product + ((BigInt(r[high]) << 32n) | BigInt(r[low])));
  r[low] = Number(sum & 0xffffffffn);
  r[high] = Number(sum >> 32n);
  return 2;
}

/**
 * An input that is not driven floats to its pull, also when the pull is switched. An enabled input stays high if only
 * its pull, or a resistor in `weak`, pulls it down: erratum RP2350-E9 of stepping A2.
 *
 * @param outside - GPIO -> level that drives it, or null.
 * @param weak - GPIOs that more than 8.2 kohm drive low.
 */
export function floatToPull(chip, outside, weak) {
  const pads = chip.peripherals[0x40038];
  const settle = (pin) => {
    const driven = outside.get(pin.index);
    const level = driven ?? pin.pullupEnabled;
    const pulled = !level && (driven === undefined || driven === null || weak.has(pin.index));
    const held = pulled && pin.rawInputValue && pin.inputEnable && !pin.outputEnable;
    if (!held && pin.rawInputValue !== level) pin.setInputValue(level);
  };
  const { writeUint32 } = pads;
  pads.writeUint32 = function (offset, value) {
    writeUint32.call(pads, offset, value);
    const pin = chip.gpio[offset / 4 - 1];
    if (pin) settle(pin);
  };
  return settle;
}

/** Voltages at the ADC, which are requested when a sample ends. */
export function asked(ask) {
  return new Proxy([], { get: (_values, channel) => ask(Number(channel)) });
}

/** A register whose words are reported: see virtual.report_tap. */
export class Tap {
  constructor(tell) {
    this.tell = tell;
  }

  readUint32() {
    return 0;
  }

  writeUint32Atomic(_offset, value) {
    this.tell(value >>> 0);
  }
}
