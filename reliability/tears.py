"""Seven ways in which a loss of power can leave a flash command half done.

Each changes the sector of the command. Sources: W25Q16JV data sheet (a page program clears bits, a
sector erase sets them), and Tseng et al., DAC 2011, "Understanding the Impact of Power Loss on
Flash Memory" (bits that read differently at different times).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

SECTOR_BYTES, PAGE_BYTES = 4096, 256
WEAK_PCT = 10  # percentage of the changing bits that are weak


@dataclass(frozen=True)
class Change:
    """A flash command: the sector before and after it.

    Args:
        at: address of the sector.
        before, after: 4096 bytes each.
        start, end: range of the changed bytes, from the sector's beginning.
    """

    at: int
    before: bytes
    after: bytes
    start: int
    end: int

    @property
    def erases(self) -> bool:
        """True for an erase, False for a page program."""
        return self.end - self.start > PAGE_BYTES


@dataclass(frozen=True)
class Torn:
    """The sector after the cut.

    Args:
        now: its bytes after the next power-on.
        later: its bytes after the power-on after that, which differ only in weak bits.
    """

    now: bytes
    later: bytes


def _whole(change: Change, _chance: Random) -> bytes:
    return change.after


def _none(change: Change, _chance: Random) -> bytes:
    return change.before


def _half(change: Change, _chance: Random) -> bytes:
    middle = (change.start + change.end) // 2
    return change.after[:middle] + change.before[middle:]


def _bits(change: Change, chance: Random) -> bytes:
    return _mixed(change.before, change.after, chance.randbytes(SECTOR_BYTES))


def _mixed(before: bytes, after: bytes, mask: bytes) -> bytes:
    """Returns the bits of ``after`` where ``mask`` is set, and those of ``before`` elsewhere."""
    rows = zip(before, after, mask, strict=True)
    return bytes(old ^ ((old ^ new) & chosen) for old, new, chosen in rows)


def _stuck(change: Change, _chance: Random) -> bytes:
    """Returns a sector in which every bit is cleared, which an erase does first."""
    size = change.end - change.start
    return change.before[: change.start] + bytes(size) + change.before[change.end :]


def _neighbour(change: Change, chance: Random) -> bytes:
    """Returns a sector whose next page was disturbed by a program, or left by an erase."""
    sector = bytearray(change.after)
    if change.erases:
        page = chance.randrange(change.start, change.end, PAGE_BYTES)
        sector[page : page + PAGE_BYTES] = change.before[page : page + PAGE_BYTES]
    elif change.end < SECTOR_BYTES:
        mask = chance.randbytes(PAGE_BYTES)
        for place, clear in enumerate(mask, change.end):
            sector[place] &= ~clear
    return bytes(sector)


WEAK = "weak bits"
_SURE: dict[str, Callable[[Change, Random], bytes]] = {
    "whole": _whole,
    "none": _none,
    "half": _half,
    "random bits": _bits,
    "stuck erase": _stuck,
    "neighbour page": _neighbour,
}
NAMES = (*_SURE, WEAK)


def names_for(erases: bool) -> list[str]:
    """Returns the ways in which a command can be torn: all 7 for an erase, 6 for a program."""
    return [name for name in NAMES if erases or name != "stuck erase"]


def torn(change: Change, name: str, chance: Random) -> Torn:
    """Returns the sector after a cut.

    Args:
        change: the flash command.
        name: one of ``NAMES``.
        chance: random source for the bits.
    """
    if name != WEAK:
        sector = _SURE[name](change, chance)
        return Torn(sector, sector)
    weak = bytes(
        sum(1 << bit for bit in range(8) if chance.random() < WEAK_PCT / 100)
        for _ in range(SECTOR_BYTES)
    )
    first, second = (
        _mixed(change.after, change.before, bytes(a & b for a, b in zip(weak, mask, strict=True)))
        for mask in (chance.randbytes(SECTOR_BYTES), chance.randbytes(SECTOR_BYTES))
    )
    return Torn(first, second)
