"""The electrical seam: what every virtual Pico offers to the part models.

``desk`` and ``wasm`` run the firmware files on MicroPython's unix port and on that for
WebAssembly; ``chip`` and ``pico2`` boot the real MicroPython image on an emulated RP2040 or
RP2350. None knows what a button or a battery is: part models (``pingblock.virtual.parts``) drive
pins, answer the ADC and listen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt

# 16 bits each, without a sign; an array of Python where no numpy is needed.
Samples: TypeAlias = "array[int] | npt.NDArray[np.uint16]"


class Sink(Protocol):
    """Receives what the virtual Pico does, in time order, while ``Engine.advance`` runs.

    All ``at_us`` are emulated microseconds since the bench's first power-on, never going back.
    """

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        """A GPIO that the firmware drives as a plain output took a new level."""

    def pwm(self, at_us: float, gpio: int, freq_hz: float, duty: float) -> None:
        """A PWM output other than the speaker changed: duty 0.0..1.0; freq_hz 0.0 when stopped."""

    def clocks(self, at_us: float, system: bool, usb: bool) -> None:
        """The Pico falls asleep or wakes, or the clock of its USB controller starts or stops.

        ``system`` is True while the processor has its full clock, ``usb`` while the controller's
        clock or its PLL runs. An engine reports it at each change; a reset makes both True.
        """

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        """The speaker's compare register took ``levels`` (0..top + 1), one each ``period_us``.

        A stop is reported as one level of 0. A single write has ``len(levels) == 1``.
        """

    def adc(self, at_us: float, channel: int) -> int:
        """The firmware samples ADC ``channel`` (0..4): return the 12-bit code, 0..4095."""

    def serial(self, at_us: float, data: bytes) -> None:
        """Bytes that the firmware sent over USB serial."""

    def report(self, at_us: float, line: bytes) -> None:
        """An event (JSON) that the firmware queued, if it is tapped: see ``report_tap``."""

    def reset(self, at_us: float, cause: str) -> None:
        """The firmware started again: power_on, soft_reset, watchdog or run_pin is why."""


class Engine(Protocol):
    """One virtual Pico with the firmware on it. Deterministic: same calls, same results."""

    name: str

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the bench's first power-on (also runs while unpowered)."""

    def drive(self, at_us: float, gpio: int, level: bool | None) -> None:
        """Schedules an outside drive of a pin; ``None`` lets it float to the firmware's pull.

        ``at_us`` may lie in the past (it then applies at once). Pins never driven float.
        """

    def send(self, at_us: float, data: bytes) -> None:
        """Schedules bytes from the USB host to the firmware."""

    def host_reads(self, at_us: float, reading: bool) -> None:
        """Schedules the USB host to stop (False) or go on (True) reading; DTR stays on."""

    def port(self, at_us: float, opened: bool) -> None:
        """Schedules that the host's program opens or closes the serial port, cable in (DTR).

        Each enumeration (power-on, reset, cable in) opens it anew. While it is closed the
        firmware's output vanishes but for the last 256 bytes: who opens it gets them.
        """

    @property
    def room(self) -> int:
        """The number of bytes that ``send`` takes now."""

    def plug(self, at_us: float, connected: bool) -> None:
        """Schedules the USB cable: the serial link and VBUS (high when plugged)."""

    def power(self, at_us: float, on: bool) -> None:
        """Schedules loss (everything but flash is lost) or return of power."""

    def advance(self, until_us: float) -> None:
        """Runs the firmware until emulated time ``until_us``; calls the sink meanwhile."""

    def close(self) -> None:
        """Ends the virtual Pico and frees its processes and memory. Safe to call twice."""
