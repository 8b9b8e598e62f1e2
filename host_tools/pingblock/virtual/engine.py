"""The interface between virtual Picos and the part models.

``desk`` and ``wasm`` run the firmware's files on MicroPython's unix port and on its port for
WebAssembly. ``chip`` and ``pico2`` boot the real MicroPython image on an emulated RP2040 or
RP2350. Engines know only pins: part models such as buttons and batteries
(``pingblock.virtual.parts``) drive pins, answer the ADC and receive reports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt

# Unsigned, 16 bits each. An array avoids the import of numpy where possible.
Samples: TypeAlias = "array[int] | npt.NDArray[np.uint16]"


class Sink(Protocol):
    """Receives the virtual Pico's reports, in order of time, while ``Engine.advance`` runs.

    All ``at_us`` are emulated microseconds since the device's first power-on. They never decrease.
    """

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        """Reports a new level of a GPIO that the firmware drives as a plain output."""

    def pwm(self, at_us: float, gpio: int, freq_hz: float, duty: float) -> None:
        """Reports a change of a PWM output other than the speaker.

        ``duty`` is 0.0..1.0. ``freq_hz`` is 0.0 while the output is stopped.
        """

    def clocks(self, at_us: float, system: bool, usb: bool) -> None:
        """Reports that the Pico falls asleep or wakes, or that its USB clock starts or stops.

        ``system`` is True while the processor has its full clock, ``usb`` while the USB
        controller's clock or PLL runs. An engine reports each change. A reset makes both True.
        """

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        """Reports ``levels`` (0..top + 1) of the speaker's compare register.

        ``period_us`` is the duration of each level. A stop is reported as one level of 0. A single
        write has ``len(levels) == 1``.
        """

    def adc(self, at_us: float, channel: int) -> int:
        """Returns the 12-bit code of ADC ``channel`` (0..4), which the firmware samples now."""

    def serial(self, at_us: float, data: bytes) -> None:
        """Reports bytes that the firmware sent over USB serial."""

    def report(self, at_us: float, line: bytes) -> None:
        """Reports an event (JSON) that the firmware queued for the tap: see ``report_tap``."""

    def reset(self, at_us: float, cause: str) -> None:
        """Reports that the firmware has started.

        The cause is power_on, soft_reset, watchdog or run_pin.
        """


class Engine(Protocol):
    """A virtual Pico with the firmware on it. The same calls always give the same results."""

    name: str

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the first power-on, including time without power."""

    def drive(self, at_us: float, gpio: int, level: bool | None) -> None:
        """Schedules an outside drive of a pin. ``None`` releases the pin to the firmware's pull.

        If ``at_us`` is in the past, it applies at once. At the start all pins are released.
        """

    def send(self, at_us: float, data: bytes) -> None:
        """Schedules bytes from the USB host to the firmware."""

    def host_reads(self, at_us: float, reading: bool) -> None:
        """Schedules that the USB host stops (False) or resumes (True) reading. DTR stays on."""

    def port(self, at_us: float, opened: bool) -> None:
        """Schedules that the host's program opens or closes the serial port (DTR) while the cable
        is plugged in.

        Each enumeration (after power-on, reset, plugging in) opens the port again. While the port
        is closed, the firmware's output is lost, except for the last 256 bytes, which are sent
        when the port is opened.
        """

    @property
    def room(self) -> int:
        """Number of bytes that ``send`` accepts now."""

    def plug(self, at_us: float, connected: bool) -> None:
        """Schedules the USB cable: the serial link and VBUS (high when plugged)."""

    def power(self, at_us: float, on: bool) -> None:
        """Schedules the loss or return of power. Only the flash keeps its content."""

    def advance(self, until_us: float) -> None:
        """Runs the firmware until emulated time ``until_us``. Calls the sink meanwhile."""

    def close(self) -> None:
        """Stops the virtual Pico and frees its processes and memory. It can be called twice."""
