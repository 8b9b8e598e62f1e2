"""Records flash writes, and returns the flash after a power cut before or within a write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import MethodType

from pingblock.virtual.chip.engine import ChipEngine

PAGE_BYTES = 256
# Bytes that each flash command changes: page program, sector erase, block erase (W25Q16JV data
# sheet).
_SIZES = {0x02: PAGE_BYTES, 0x20: 4096, 0xD8: 65536}


class FlashLog:
    """Erases and programs since it was made, until it is stopped.

    Args:
        engine: an engine with power.
    """

    def __init__(self, engine: ChipEngine) -> None:
        self._flash = bytearray(engine.flash_image())
        self.writes: list[tuple[int, bytes]] = []  # address of each write, and the bytes after it
        self.began_us: list[float] = []  # time of each write
        ssi = engine.silicon.mcu.ssi
        apply = ssi._apply_command

        def noted(ssi: object) -> None:
            command, writes = bytes(ssi._tx_buffer), ssi._write_enabled  # type: ignore[attr-defined]
            apply()
            size = _SIZES.get(command[0] if command else 0)
            if writes and size:
                at = int.from_bytes(command[1:4], "big") & ~(size - 1)
                self.began_us.append(engine.now_us)
                self.writes.append((at, bytes(engine.silicon.mcu.flash[at : at + size])))

        ssi._apply_command = MethodType(noted, ssi)
        self._ssi, self._apply = ssi, apply

    def stop(self) -> None:
        """Stops recording."""
        self._ssi._apply_command = self._apply

    def cut(self, number: int, part: float = 0.0) -> bytes:
        """Returns the flash after ``number`` writes and a part (0.0 to 1.0) of the next."""
        flash = bytearray(self._flash)
        for at, after in self.writes[:number]:
            flash[at : at + len(after)] = after
        if number < len(self.writes):
            at, after = self.writes[number]
            size = round(len(after) * part)
            flash[at : at + size] = after[:size]
        return bytes(flash)

    def cuts(self, seed: int = 1) -> Iterator[tuple[str, bytes]]:
        """Yields the flash for each moment of a power cut: before a write, and within it.

        Yields:
            The name of the command, and the whole flash.
        """
        flash, chance = bytearray(self._flash), Random(seed)
        for number, (at, after) in enumerate(self.writes):
            before = bytes(flash[at : at + len(after)])
            kind = "program" if len(after) == PAGE_BYTES else "erase"
            for how, torn in _torn(before, after, chance):
                flash[at : at + len(after)] = torn
                yield f"{kind} {number} of {len(self.writes)}, {how}", bytes(flash)
            flash[at : at + len(after)] = after
        yield "all written", bytes(flash)


@contextmanager
def logged(engine: ChipEngine) -> Iterator[FlashLog]:
    """Logs the writes to a chip's flash in the meantime."""
    log = FlashLog(engine)
    try:
        yield log
    finally:
        log.stop()


def _torn(before: bytes, after: bytes, chance: Random) -> Iterator[tuple[str, bytes]]:
    half = len(after) // 2
    yield "not begun", before
    yield "half the bytes", after[:half] + before[half:]
    masks = chance.randbytes(len(after))
    bits = zip(before, after, masks, strict=True)
    yield "half the bits", bytes(old ^ ((old ^ new) & mask) for old, new, mask in bits)
