/** Watches the chip's outputs: plain levels, PWM, and the speaker's samples in blocks. */

const [PWM, SIO] = [4, 5];
const [SLICE_BYTES, COMPARE, SLICES_END] = [0x14, 0x0c, 0xa0];
const [LOW, HIGH] = [0, 1]; // as in GPIOPinState
const [INVERT_A, INVERT_B] = [1 << 2, 1 << 3]; // bits of CSR
const [CLK_SYS, CLK_USB, AUXILIARY, ENABLE] = [0x3c, 0x60, 1 << 0, 1 << 11];
const MOST_SAMPLES = 1024;

export class Outputs {
  /** @param tell - (kind, ...values): pin, pwm, clocks or samples. */
  constructor(chip, speaker, tell) {
    this.chip = chip;
    this.tell = (...event) => (this.flush(), tell(...event));
    this.tellSamples = tell;
    this.speaker = chip.gpio[speaker];
    this.slice = chip.pwm.channels[(speaker >> 1) & 7];
    this.levels = new Map();
    this.waves = new Map();
    this.samples = [];
    this.times = [];
    this.spoken = 0;
    this.clocks = { system: false, usb: false };
    this.watch();
    this.watchClocks();
  }

  watch() {
    const { gpio, pwm } = this.chip;
    const io = this.chip.peripherals[0x40028];
    for (const pin of gpio) pin.addListener(() => this.looked(pin));
    const { writeUint32 } = io;
    io.writeUint32 = (offset, value) => {
      writeUint32.call(io, offset, value);
      if (offset < 8 * gpio.length && offset & 4) this.routed(gpio[offset >> 3]);
    };
    const writePwm = pwm.writeUint32;
    pwm.writeUint32 = (offset, value) => {
      writePwm.call(pwm, offset, value);
      if (offset < SLICES_END) this.written(Math.floor(offset / SLICE_BYTES), offset % SLICE_BYTES);
    };
  }

  /** Watches the clocks of the system and of the USB controller. Source: RP2350 datasheet 8.1.7. */
  watchClocks() {
    const { clocks } = this;
    const block = this.chip.peripherals[0x40010];
    const { writeUint32 } = block;
    block.writeUint32 = (offset, value) => {
      writeUint32.call(block, offset, value);
      if (offset === CLK_SYS) clocks.system = !!(value & AUXILIARY);
      else if (offset === CLK_USB) clocks.usb = !!(value & ENABLE);
      else return;
      this.tell("clocks", clocks.system, clocks.usb);
    };
  }

  /** Checks whether a pin drives another level. */
  looked(pin) {
    if (pin.functionSelect !== SIO || (pin.value !== LOW && pin.value !== HIGH)) {
      if (pin.functionSelect === SIO) this.levels.delete(pin.index);
      return;
    }
    const level = pin.value === HIGH;
    if (this.levels.get(pin.index) !== level) {
      this.levels.set(pin.index, level);
      this.tell("pin", pin.index, level);
    }
  }

  /** Handles a pin that was given to another function. */
  routed(pin) {
    if (pin.functionSelect === PWM) {
      this.levels.delete(pin.index);
      this.written((pin.index >> 1) & 7, -1);
    } else {
      if (this.waves.has(pin.index)) this.wave(pin.index, 0, 0);
      this.looked(pin);
    }
  }

  /** Handles a write to a slice's register. */
  written(index, register) {
    const slice = this.chip.pwm.channels[index];
    if (slice === this.slice) {
      if (this.speaker.functionSelect === PWM) this.sample(slice, register === COMPARE);
      return;
    }
    for (const pin of this.chip.gpio.slice(0, 30)) {
      if (((pin.index >> 1) & 7) === index && pin.functionSelect === PWM) {
        this.wave(pin.index, ...this.waveOf(pin, slice));
      }
    }
  }

  waveOf(pin, slice) {
    if (!(slice.csr & 1)) return [0, 0];
    const compare = pin.index & 1 ? slice.cc >>> 16 : slice.cc & 0xffff;
    const duty = Math.min(compare / (slice.top + 1), 1);
    const hz = 1e9 / slice.timer.toNanos(slice.top + 1);
    return [hz, slice.csr & (pin.index & 1 ? INVERT_B : INVERT_A) ? 1 - duty : duty];
  }

  wave(gpio, hz, duty) {
    const before = this.waves.get(gpio) ?? [0, 0];
    if (before[0] === hz && before[1] === duty) return;
    this.waves.set(gpio, [hz, duty]);
    this.tell("pwm", gpio, hz, duty);
  }

  /** Reports the speaker's level if it is a new sample or has changed. */
  sample(slice, fresh) {
    const running = slice.csr & 1;
    const level = running ? Math.min(slice.cc & 0xffff, slice.top + 1) : 0;
    if (!(fresh && running) && level === this.spoken) return;
    if (this.top !== slice.top) this.flush();
    this.spoken = level;
    this.top = slice.top;
    this.wrapNs = slice.timer.toNanos(slice.top + 1);
    this.samples.push(level);
    this.times.push(this.chip.clock.nanos);
    if (this.samples.length >= MOST_SAMPLES) this.flush();
  }

  /** Reports the collected samples. */
  flush() {
    if (!this.samples.length) return;
    const [samples, times] = [this.samples, this.times];
    this.samples = [];
    this.times = [];
    this.tellSamples("samples", samples, times, this.top, this.wrapNs);
  }

  /** Reports that every output is low, as after a reset or a loss of power. */
  drop() {
    for (const [gpio, level] of this.levels) if (level) this.tell("pin", gpio, false);
    for (const gpio of this.waves.keys()) this.wave(gpio, 0, 0);
    if (this.spoken) {
      this.spoken = 0;
      this.samples.push(0);
      this.times.push(this.chip.clock.nanos);
    }
    this.flush();
  }
}
