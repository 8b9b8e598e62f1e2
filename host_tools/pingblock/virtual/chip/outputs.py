"""Watches the chip's output pins: plain levels, PWM and the speaker."""

from __future__ import annotations

from functools import partial

import numpy as np
from rp2040py.gpio_pin import GPIOPin, GPIOPinState
from rp2040py.peripherals.io import GPIO_CTRL_LAST
from rp2040py.peripherals.pwm import CHN_CC, CSR_A_INV, CSR_B_INV, CSR_EN, CSR_PH_CORRECT

from pingblock.boards.wiring import pwm_slice
from pingblock.virtual.chip.corrections import Chip, after_write
from pingblock.virtual.chip.corrections.pwm_slices import Levels, PwmSlices, Times
from pingblock.virtual.chip.reporter import Reporter

_SIO, _PWM, _FUNCTION = 5, 4, 0x1F  # RP2040 datasheet 2.19.2: function select
_IO_BANK0 = 0x40014
_DRIVEN = (GPIOPinState.HIGH, GPIOPinState.LOW)


class ChipOutputs:
    """Reports changes of one chip's output pins.

    Args:
        mcu: the chip.
        slices: the corrected PWM of the chip.
        reporter: receives the changes.
        speaker_gpio: the pin whose compare register contains the sound.
    """

    def __init__(
        self, mcu: Chip, slices: PwmSlices, reporter: Reporter, speaker_gpio: int
    ) -> None:
        self._mcu = mcu
        self._report = reporter
        self._speaker = mcu.gpio[speaker_gpio]
        self._speaker_slice = pwm_slice(speaker_gpio)
        self._carrier = mcu.pwm.channels[self._speaker_slice]
        self._half = 16 * (speaker_gpio & 1)
        self._spoken: tuple[int, int] = (0, 0)
        self._pwm_told: dict[int, tuple[float, float]] = {}
        self._levels_told: dict[int, bool] = {}
        slices.untimed.add(self._speaker_slice)
        slices.on_write = self._written
        slices.on_writes = self._played
        slices.on_change = self._changed
        after_write(mcu.peripherals[_IO_BANK0], self._io_written)
        for pin in mcu.gpio:
            pin.add_listener(partial(self._pin, pin))

    def after_reset(self) -> None:
        """Reports that all outputs are low, after the chip's registers were reset."""
        for gpio in [gpio for gpio, level in self._levels_told.items() if level]:
            self._report.pin(gpio, False)
        self._levels_told.clear()
        for gpio in list(self._pwm_told):
            self._tell_pwm(gpio, 0.0, 0.0)
        self._tell_speaker(0, self._spoken[1])

    def _pin(self, pin: GPIOPin, state: GPIOPinState, _old: object = None) -> None:
        if pin.function_select == _SIO and state in _DRIVEN:
            self._tell_level(pin.index, state == GPIOPinState.HIGH)
        elif state not in _DRIVEN:
            self._levels_told.pop(pin.index, None)

    def _tell_level(self, gpio: int, level: bool) -> None:
        if self._levels_told.get(gpio) != level:
            self._levels_told[gpio] = level
            self._report.pin(gpio, level)
        if gpio == self._speaker.index:
            top = self._carrier.top
            self._tell_speaker((top + 1) * level, top)

    def _io_written(self, offset: int, _value: int) -> None:
        if offset <= GPIO_CTRL_LAST and offset & 4:
            self._function(self._mcu.gpio[offset >> 3])

    def _function(self, pin: GPIOPin) -> None:
        if pin.function_select == _PWM:
            self._levels_told.pop(pin.index, None)
            self._changed(pwm_slice(pin.index))
            if pin is self._speaker:
                self._tell_speaker(*self._sample())
            return
        if pin.index in self._pwm_told:
            self._tell_pwm(pin.index, 0.0, 0.0)
        if pin.value in _DRIVEN:
            self._pin(pin, pin.value)
        elif pin is self._speaker:
            self._tell_speaker(0, self._spoken[1])

    def _written(self, index: int, offset: int) -> None:
        if index != self._speaker_slice or self._speaker.ctrl & _FUNCTION != _PWM:
            return
        channel = self._carrier
        if offset == CHN_CC and channel.csr & CSR_EN:
            level, top = channel.cc >> self._half & 0xFFFF, channel.top
            self._spoken = (level, top) if level <= top else (top + 1, top)
            self._report.speaker(*self._spoken, self._wrap_us)
        else:
            self._tell_speaker(*self._sample())

    def _played(self, index: int, levels: Levels, times_ns: Times) -> None:
        if index != self._speaker_slice or self._speaker.ctrl & _FUNCTION != _PWM:
            return
        top = self._carrier.top
        levels = np.minimum(levels, top + 1)
        self._spoken = (int(levels[-1]), top)
        self._report.samples(levels.tolist(), times_ns, top, self._wrap_us)

    def _sample(self) -> tuple[int, int]:
        """Returns the speaker's level and its maximum. A stopped slice keeps its pin's level."""
        channel = self._carrier
        if channel.csr & CSR_EN:
            return min(self._compare(self._speaker), channel.top + 1), channel.top
        return (channel.top + 1) * self._held(self._speaker), channel.top

    def _compare(self, pin: GPIOPin) -> int:
        cc = self._mcu.pwm.channels[pwm_slice(pin.index)].cc
        return int(cc >> 16 if pin.index & 1 else cc & 0xFFFF)

    def _held(self, pin: GPIOPin) -> bool:
        channel = self._mcu.pwm.channels[pwm_slice(pin.index)]
        return bool(channel.timer.counter < self._compare(pin))

    def _tell_speaker(self, level: int, top: int) -> None:
        if level != self._spoken[0] or (level and top != self._spoken[1]):
            self._spoken = (level, top)
            self._report.speaker(level, top, self._wrap_us)

    def _wrap_us(self) -> float:
        return float(self._carrier.timer.to_nanos(self._carrier.top + 1) / 1000)

    def _changed(self, index: int) -> None:
        for gpio in range(index * 2, 30, 16):
            for pin in self._mcu.gpio[gpio : gpio + 2]:
                if pin.function_select == _PWM and pin is not self._speaker:
                    self._tell_pwm(pin.index, *self._wave(pin))

    def _wave(self, pin: GPIOPin) -> tuple[float, float]:
        channel = self._mcu.pwm.channels[pwm_slice(pin.index)]
        inverted = bool(channel.csr & (CSR_B_INV if pin.index & 1 else CSR_A_INV))
        if not channel.csr & CSR_EN:
            return 0.0, float(self._held(pin) != inverted)
        period = 2 * channel.top if channel.csr & CSR_PH_CORRECT else channel.top + 1
        duty = min(self._compare(pin) / (channel.top + 1), 1.0)
        freq_hz = 1e9 / channel.timer.to_nanos(max(period, 1))
        return freq_hz, 1.0 - duty if inverted else duty

    def _tell_pwm(self, gpio: int, freq_hz: float, duty: float) -> None:
        if self._pwm_told.get(gpio) != (freq_hz, duty):
            self._pwm_told[gpio] = (freq_hz, duty)
            self._report.pwm(gpio, freq_hz, duty)
