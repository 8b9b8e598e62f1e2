"""A transfer over SPI takes no time.

Wrong: ``RPSPI`` completes each frame at once, whatever the SPI's clock is.

Reproduce: ``machine.SPI(0, 100_000).write(bytes(1000))`` takes 10 ms instead of 80 ms.

Fix: a frame takes the time of its bits at the SPI's clock (RP2040 datasheet 4.4.3.4). Because
nothing is connected, reads return 0.
"""

from __future__ import annotations

from collections.abc import Callable

from pingblock.virtual.chip.corrections import Chip

_NOTHING = 0


def apply(mcu: Chip) -> None:
    """Makes transfers over both SPIs of one chip take time."""
    for spi in mcu.spi:
        spi.on_transmit = _transmitter(mcu, spi)


def _transmitter(mcu: Chip, spi: Chip) -> Callable[[int], None]:
    alarm = mcu.clock.create_alarm(lambda: spi.complete_transmit(_NOTHING))

    def transmit(_value: int) -> None:
        frequency_hz = spi.clock_frequency
        alarm.schedule(spi.data_bits * 1e9 / frequency_hz if frequency_hz else 0.0)

    return transmit
