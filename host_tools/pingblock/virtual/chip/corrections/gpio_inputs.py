"""Undriven inputs ignore their pulls, outputs cannot be read back, and edges are latched without a
change.

Wrong, in ``GPIOPin``: (1) an undriven pin computes its pull when it is *read*. But only
``set_input_value`` feeds the edge and level latches of its interrupt. So if firmware switches a
pull on or releases a drive, the pin latches nothing or the wrong thing (``refresh_input`` feeds
the raw value, False, for a pin that its pull-up holds high). (2) ``input_value`` ignores the pin's
own output driver, so ``Pin.value()`` of an output that is high reads 0. (3) Setting a pin to the
level that it has latches an edge. (4) Pads reset to 0x36 instead of 0x56, with the input buffer
off (RP2040 datasheet 2.19.6.3), so a pin that was never set up always reads 0.

Reproduce: ``p = Pin(14, Pin.IN, Pin.PULL_UP); p.irq(f)`` fires once with nothing connected. ``q =
Pin(2, Pin.OUT, value=1); q.value()`` returns 0.

Fix: each pin has one level. It comes from the output driver, the outside drive or the pull, in
that order. Latches are fed only when that level changes. A pin that has none of these keeps its
last level.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rp2040py.gpio_pin import GPIOPin, GPIOPinState

from pingblock.virtual.chip.corrections import Chip

_LEVEL_LOW, _LEVEL_HIGH = 1, 2
_WRONG_PAD, _RESET_PAD = 0x36, 0x56


class PinLevels:
    """The electrical level of every GPIO of one chip. Corrects the pins and drives them."""

    def __init__(self, mcu: Chip) -> None:
        self._pins: list[GPIOPin] = list(mcu.gpio)
        self._outside: list[bool | None] = [None] * len(self._pins)
        # a function that is called before and after each change of a level
        self.on_change: Callable[[], None] = lambda: None
        for pin in self._pins:
            pin.add_listener(partial(self._settle, pin))
        self.after_reset()

    def drive(self, gpio: int, level: bool | None) -> None:
        """Drives a pin from outside. None releases the pin to its pull."""
        self._outside[gpio] = level
        self._settle(self._pins[gpio])

    def after_reset(self) -> None:
        """Computes every level again, without edges, after the chip's registers were reset."""
        for pin in self._pins:
            if pin.pad_value == _WRONG_PAD:
                pin.pad_value = _RESET_PAD
            pin._driven = True
            pin._raw_input_value = self._level(pin)
            pin.irq_status = _LEVEL_HIGH if pin._raw_input_value else _LEVEL_LOW

    def _settle(self, pin: GPIOPin, _new: object = None, _old: object = None) -> None:
        level = self._level(pin)
        if level != pin._raw_input_value:
            self.on_change()
            pin.set_input_value(level)
            self.on_change()

    def _level(self, pin: GPIOPin) -> bool:
        state = pin.value
        if state in (GPIOPinState.HIGH, GPIOPinState.LOW):
            return bool(state == GPIOPinState.HIGH)
        outside = self._outside[pin.index]
        if outside is not None:
            return outside
        if state in (GPIOPinState.INPUT_PULL_UP, GPIOPinState.INPUT_PULL_DOWN):
            return bool(state == GPIOPinState.INPUT_PULL_UP)
        return bool(pin._raw_input_value)


apply = PinLevels
