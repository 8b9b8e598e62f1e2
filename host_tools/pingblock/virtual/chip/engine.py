"""The chip engine: the real MicroPython image on an emulated RP2040, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pingblock.boards.board import BOARD, BoardData
from pingblock.common.micropython import PICO
from pingblock.image import file_system, uf2
from pingblock.virtual import published
from pingblock.virtual.chip.corrections.flash_timing import FlashTiming
from pingblock.virtual.chip.corrections.usb_host import QUEUE_LIMIT, HostTimes
from pingblock.virtual.chip.emulated_pico import EmulatedPico, whole_flash
from pingblock.virtual.chip.silicon import Silicon, Wiring
from pingblock.virtual.engine import Sink


class ChipEngine(EmulatedPico):
    """An emulated Pico. Implements ``pingblock.virtual.engine.Engine``.

    The chip runs only in ``advance``. At time 0, the power is on and, if ``plugged``, the cable is
    plugged in.

    Args:
        sink: receives everything that the chip reports.
        files: path on the device to content.
        entropy_seed: seeds the ring oscillator's random bits. They differ at each power-on.
        xip: whether to add the cycles of flash cache misses, which is slower and closer to a real
            Pico. True requires the compiled loop.
        flash_timing: False makes erasing and programming take no time.
        turbo: False runs rp2040py's own slow loop. True requires the compiled loop.
        board: the pin map, with the pins of the speaker and VBUS.
        plugged: whether USB is connected at power-on.
        flash: a whole flash image to start with, instead of MicroPython and ``files``.
        micropython: the UF2 file to boot, or None for the usual one (``published.uf2_path``).
        host: delays of the USB host.

    Raises:
        Unavailable: the MicroPython image is missing, or the compiled loop is missing and
            required.
    """

    name = "chip"

    # Each caller sets a few of these by name. They have nothing in common.
    def __init__(
        self,
        sink: Sink,
        *,
        files: Mapping[str, bytes] | None = None,
        entropy_seed: int = 1,
        xip: bool = False,
        flash_timing: bool = True,
        turbo: bool | None = None,
        board: BoardData = BOARD,
        plugged: bool = True,
        flash: bytes | None = None,
        micropython: Path | None = None,
        host: HostTimes | None = None,
    ) -> None:
        super().__init__(sink, board)
        self._host = host or HostTimes()
        self._silicon: Silicon | None = None
        self.put_flash(new_flash(files or {}, micropython) if flash is None else flash)
        self._entropy_seed = entropy_seed
        self._turbo = turbo
        self._xip = xip
        self.flash_timing: FlashTiming | None = FlashTiming() if flash_timing else None
        self._plugged = plugged
        self._reading = True
        self._outside: dict[int, bool | None] = {}
        if "vbus_sense" in self._gpio:  # A Pico W does not have this signal.
            self._outside[self._gpio["vbus_sense"]] = plugged
        self._power_ons = 0
        self._epoch_us = 0.0
        self.power(0.0, True)

    @property
    def now_us(self) -> float:
        """Emulated microseconds since the first power-on, including time without power."""
        nanos = self._silicon.nanos if self._silicon else 0.0
        return self._epoch_us + nanos / 1000

    @property
    def room(self) -> int:
        """The number of bytes that ``send`` accepts now."""
        return self._silicon.usb.room if self._silicon else QUEUE_LIMIT

    def close(self) -> None:
        """Frees the chip's memory. It can be called twice."""
        self._actions.clear()
        self._silicon = None

    # only for tests and benchmarks of this engine

    @property
    def cycles(self) -> int:
        """Clock cycles spent running instructions since the last power-on."""
        return self._silicon.cycles if self._silicon else 0

    @property
    def silicon(self) -> Silicon:
        """The chip itself. It exists only while it has power."""
        assert self._silicon is not None, "the chip has no power"
        return self._silicon

    def flash_image(self) -> bytes:
        """Returns a copy of the whole flash, also while the power is off."""
        return self._silicon.flash() if self._silicon else self._flash

    def put_flash(self, flash: bytes) -> None:
        """Replaces the whole flash, as the boot ROM does. The chip must have no power."""
        assert self._silicon is None, "the chip has power"
        self._flash, self._storage = flash, file_system.storage_of(PICO, uf2.is_base(flash))

    def run_pin(self, at_us: float, low: bool) -> None:
        """Schedules the RUN pin (the reset button). Low stops the chip. Its release boots it."""
        self._schedule(at_us, "run_pin", low)

    def _act(self, what: str, *values: object) -> None:
        getattr(self, f"_{what}")(*values)

    def _on_usb(self, what: str, value: object) -> None:
        if self._silicon:
            getattr(self._silicon.usb, what)(value)

    def _send(self, data: bytes) -> None:
        self._on_usb("send", data)

    def _open(self, opened: bool) -> None:
        self._on_usb("open_port", opened)

    def _run_pin(self, low: bool) -> None:
        if self._silicon:
            self._silicon.run_pin(low)

    def _drive(self, gpio: int, level: bool | None, _weakly: bool = False) -> None:
        self._outside[gpio] = level
        if self._silicon:
            self._silicon.pins.drive(gpio, level)

    def _reads(self, reading: bool) -> None:
        self._reading = reading
        self._on_usb("read", reading)

    def _plug(self, connected: bool) -> None:
        self._plugged = connected
        self._on_usb("plug", connected)

    def _power(self, on: bool) -> None:
        if on and not self._silicon:
            self._power_on()
        elif not on and self._silicon:
            self._power_off()

    def _power_on(self) -> None:
        self._power_ons += 1
        self._epoch_us = self.now_us
        wiring = Wiring(
            report=self._report,
            speaker_gpio=self._gpio["speaker"],
            flash_timing=self.flash_timing,
            entropy=f"{self._entropy_seed}/{self._power_ons}",
            plugged=self._plugged,
            host=self._host,
            turbo=self._turbo,
            xip=self._xip,
        )
        self._silicon = Silicon(self._flash, wiring)
        clock, epoch_us = self._silicon.mcu.clock, self._epoch_us
        self._report.epoch_us = epoch_us
        self._report.now_us = lambda: epoch_us + clock.nanos / 1000
        self._silicon.usb.read(self._reading)
        for gpio, level in self._outside.items():
            self._silicon.pins.drive(gpio, level)
        self._report.reset("power_on")

    def _power_off(self) -> None:
        silicon = self.silicon
        if self.flash_timing:
            self.flash_timing.cut(silicon.mcu.flash, silicon.nanos)
        self._flash = silicon.flash()
        silicon.let_go()
        self._epoch_us = self.now_us
        self._silicon = None

    def _run_until(self, until_us: float) -> None:
        if self._silicon is None:
            self._epoch_us = max(self._epoch_us, until_us)
            return
        left_ns = (until_us - self._epoch_us) * 1000 - self._silicon.nanos
        if left_ns <= 0:
            return
        loop = self._silicon.loop
        stop = self._silicon.mcu.clock.create_alarm(lambda: setattr(loop, "stopped", True))
        stop.schedule(left_ns)
        try:
            loop.run()
        finally:
            stop.cancel()


def new_flash(files: Mapping[str, bytes], micropython: Path | None = None) -> bytes:
    """Returns the flash of a Pico or Pico W with MicroPython and these files on it.

    Args:
        files: path on the device to content.
        micropython: the UF2 file, or None for the usual one.
    """
    content = (micropython or published.uf2_path()).read_bytes()
    kind = uf2.pico_in(content) or PICO
    return whole_flash(content, files, file_system.storage_of(kind, uf2.has_slots(content)))
