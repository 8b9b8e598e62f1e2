/** One RP2350 from a reset to the next. Its faults are corrected, and its pins are watched. */

import { createRequire } from "node:module";

import * as corrections from "./corrections.mjs";
import { flashRom } from "./flash_rom.mjs";
import { Outputs } from "./outputs.mjs";
import { UsbHost } from "./usb_host.mjs";

const SCRATCHES = 8;
const TAP = 0x40070; // peripheral of virtual.report_tap's PORT. Here it is UART 0, which is not used.

export class Life {
  /**
   * @param {string} folder - the emulator's folder.
   * @param {object} given - flash (Uint8Array), scratch and reason of the watchdog, sinceNs: the virtual device's time
   *   at which this life begins, speaker: its GPIO, outside: GPIO -> level that drives it or null, weak: see
   *   corrections.floatToPull, tell(event), ask(channel) -> code.
   */
  constructor(folder, given) {
    const load = createRequire(`${folder}/cjs/`);
    const { RP2350 } = load("./rp2350.js");
    const chip = (this.chip = new RP2350({ coreArch: "arm" }));
    this.sinceNs = given.sinceNs;
    this.resetBy = null;
    chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
    chip.flash = given.flash;
    chip.flash16 = new Uint16Array(given.flash.buffer);
    chip.flash32 = new Uint32Array(given.flash.buffer);
    chip.watchdog.scratchData.set(given.scratch);
    chip.watchdog.reason = given.reason;
    chip.watchdog.onWatchdogTrigger = () => (this.resetBy = "watchdog");
    const tell = (...event) => given.tell(event[0], this.nanos, ...event.slice(1));
    chip.peripherals[TAP] = new corrections.Tap((word) => tell("tap", word));
    chip.adc.channelValues = corrections.asked((channel) => given.ask(this.nanos, channel));
    corrections.apply(chip);
    corrections.setPinsByCoprocessor(load("./cortex-m33/coprocessor.js"));
    corrections.moveDoubles(load("./cortex-m33/execute-fpu.js"));
    corrections.addExactly(load("./cortex-m33/execute-thumb32.js"));
    this.settle = corrections.floatToPull(chip, given.outside, given.weak);
    chip.gpio.forEach(this.settle);
    this.rom = flashRom(chip);
    this.outputs = new Outputs(chip, given.speaker, tell);
    this.usb = new UsbHost(load("./usb/cdc.js").USBCDC, chip, (bytes) =>
      tell("serial", Buffer.from(bytes).toString("base64")),
    );
  }

  get nanos() {
    return this.sinceNs + this.chip.clock.nanos;
  }

  get scratch() {
    return Uint32Array.from(this.chip.watchdog.scratchData).slice(0, SCRATCHES);
  }

  /** Runs until a time of the virtual device, or until the watchdog resets the chip. */
  run(untilNs) {
    const { chip } = this;
    const { clock } = chip;
    const end = untilNs - this.sinceNs;
    const cycle = 1e9 / chip.clkSys;
    const [first, second] = chip.core;
    while (clock.nanos < end && !this.resetBy) {
      if (first.waiting) {
        clock.tick(Math.min(end - clock.nanos, clock.nextAlarm ? clock.nanosToNextAlarm : Infinity));
        continue;
      }
      const call = first.regs.pc < 0x8000 && this.rom.get(first.regs.pc & ~1);
      if (call) {
        clock.tick(call(first.regs) * 1000);
        first.regs.pc = first.regs.lr & ~1;
        continue;
      }
      chip.currentCore = 0;
      const cycles = first.executeInstruction();
      if (!second.waiting) {
        chip.currentCore = 1;
        second.executeInstruction();
        chip.currentCore = 0;
      }
      const after = clock.nanosCounter + cycles * cycle; // as tick does, without a call
      if (clock.nextAlarm && clock.nextAlarm.nanos <= after) clock.tick(cycles * cycle);
      else clock.nanosCounter = after;
    }
  }
}
