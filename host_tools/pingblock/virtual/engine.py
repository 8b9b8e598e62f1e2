"""The interface between virtual Picos and the part models.

``desk`` and ``wasm`` run the firmware files on MicroPython's unix port and on its port for
WebAssembly. ``chip`` and ``pico2`` boot the real MicroPython image on an emulated RP2040 or
RP2350. Engines do not know buttons or batteries. Part models (``pingblock.virtual.parts``) drive
pins, answer the ADC and receive reports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt

# Unsigned, 16 bits each. A Python array is used if numpy is not needed.
Samples: TypeAlias = "array[int] | npt.NDArray[np.uint16]"


class Sink(Protocol):
    """Receives the virtual Pico's reports, in order of time, while ``Engine.advance`` runs.

    All ``at_us`` are emulated microseconds since the bench's first power-on. They never go back.
    """

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        """Reports a new level of a GPIO that the firmware drives as a plain output."""

    def pwm(self, at_us: float, gpio: int, freq_hz: float, duty: float) -> None:
        """Reports a change of a PWM output, except the speaker.

        ``duty`` is 0.0..1.0. ``freq_hz`` is 0.0 when stopped.
        """

    def clocks(self, at_us: float, system: bool, usb: bool) -> None:
        """Reports that the Pico falls asleep or wakes, or that its USB clock starts or stops.

        ``system`` is True while the processor has its full clock, ``usb`` while the controller's
        clock or its PLL runs. An engine reports each change. A reset makes both True.
        """

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        """Reports ``levels`` (0..top + 1) of the speaker's compare register.

        ``period_us`` is the time of each level. A stop is reported as one level of 0. A single
        write has ``len(levels) == 1``.
        """

    def adc(self, at_us: float, channel: int) -> int:
        """Returns the 12-bit code, 0..4095, when the firmware samples ADC ``channel`` (0..4)."""

    def serial(self, at_us: float, data: bytes) -> None:
        """Reports bytes that the firmware sent over USB serial."""

    def report(self, at_us: float, line: bytes) -> None:
        """Reports an event (JSON) that the firmware queued, if tapped: see ``report_tap``."""

    def reset(self, at_us: float, cause: str) -> None:
        """Reports a start of the firmware.

        The cause is power_on, soft_reset, watchdog or run_pin.
        """


class Engine(Protocol):
    """One virtual Pico with the firmware on it. The same calls always give the same results."""

    name: str

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the bench's first power-on (also runs while unpowered)."""

    def drive(self, at_us: float, gpio: int, level: bool | None) -> None:
        """Schedules an outside drive of a pin. ``None`` releases it to the firmware's pull.

        If ``at_us`` is in the past, it applies at once. At first all pins are released.
        """

    def send(self, at_us: float, data: bytes) -> None:
        """Schedules bytes from the USB host to the firmware."""

    def host_reads(self, at_us: float, reading: bool) -> None:
        """Schedules that the USB host stops (False) or resumes (True) reading. DTR stays on."""

    def port(self, at_us: float, opened: bool) -> None:
        """Schedules that the host's program opens or closes the serial port, cable in (DTR).

        Each enumeration (power-on, reset, cable in) opens it again. While it is closed, the
        firmware's output is lost, except for the last 256 bytes. They are sent after the next
        opening.
        """

    @property
    def room(self) -> int:
        """The number of bytes that ``send`` takes now."""

    def plug(self, at_us: float, connected: bool) -> None:
        """Schedules the USB cable: the serial link and VBUS (high when plugged)."""

    def power(self, at_us: float, on: bool) -> None:
        """Schedules loss or return of power. Only the flash keeps its content."""

    def advance(self, until_us: float) -> None:
        """Runs the firmware until emulated time ``until_us``. It calls the sink meanwhile."""

    def close(self) -> None:
        """Ends the virtual Pico and frees its processes and memory. It can be called twice."""
