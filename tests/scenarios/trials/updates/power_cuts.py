"""Every way in which loss of power can end a run of writes to the flash.

What was erased and programmed is logged; a cut is the flash as it was before, the first writes of
the log, and the next one done in part. Source: reliability A.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rp2040py.peripherals.ssi import CMD_BLOCK_ERASE, CMD_PAGE_PROGRAM, CMD_SECTOR_ERASE

from pingblock.device import Device
from pingblock.virtual.bench import Bench
from pingblock.virtual.bridge import SerialForwarder
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.fake_serial import FakeSerial

ERASED = {CMD_SECTOR_ERASE: 4096, CMD_BLOCK_ERASE: 65536}
READY_MS = 1500.0


class Cable:
    """A chip with its parts, and a port to it in this process, in emulated time.

    Args:
        how: for ``ChipEngine``: ``files`` or ``flash``.
    """

    def __init__(self, **how: object) -> None:
        def engine(parts: object) -> ChipEngine:
            self.forwarder = SerialForwarder(parts)
            return ChipEngine(self.forwarder, **how)

        self.bench = Bench(engine)
        self.bench.advance_to(READY_MS)

    @property
    def port(self) -> FakeSerial:
        """The port, opened by one program more."""
        return FakeSerial(self.bench.engine, self.forwarder, timeout_s=0.05)

    def clock(self) -> float:
        """Emulated seconds."""
        return self.bench.now_ms / 1000

    def nap(self, seconds: float) -> None:
        """Lets emulated time pass."""
        self.bench.advance(seconds * 1000)

    def device(self, _port: str = "") -> Device:
        """The device on it, open."""
        return Device(self.port, clock=self.clock).open()


@dataclass
class FlashLog:
    """What was written: (offset, bytes to program; None erases, how many bytes)."""

    before: bytes
    writes: list[tuple[int, bytes | None, int]] = field(default_factory=list)

    def cut(self, number: int, part: float) -> bytes:
        """Returns the flash after ``number`` writes and a part (0.0 to 1.0) of the next."""
        flash = bytearray(self.before)
        for at, data, size in self.writes[:number]:
            _write(flash, at, data, size)
        if part and number < len(self.writes):
            at, data, size = self.writes[number]
            size = round(size * part)
            _write(flash, at, data and data[:size], size)
        return bytes(flash)


def _write(flash: bytearray, at: int, data: bytes | None, size: int) -> None:
    if data is None:
        flash[at : at + size] = b"\xff" * size
        return
    old = flash[at : at + len(data)]
    flash[at : at + len(data)] = bytes(a & b for a, b in zip(old, data, strict=True))


@contextmanager
def logged(engine: ChipEngine) -> Iterator[FlashLog]:
    """Logs what is written to the flash of a chip."""
    ssi = engine.silicon.mcu.ssi
    log, plain = FlashLog(engine.flash_image()), ssi._apply_command

    def apply() -> None:
        words = bytes(ssi._tx_buffer)
        if ssi._write_enabled and words and words[0] in (CMD_PAGE_PROGRAM, *ERASED):
            at = int.from_bytes(words[1:4], "big")
            erased = ERASED.get(words[0])
            data = None if erased else words[4:]
            log.writes.append((at, data, erased or len(words) - 4))
        plain()

    ssi._apply_command = apply
    try:
        yield log
    finally:
        ssi._apply_command = plain
