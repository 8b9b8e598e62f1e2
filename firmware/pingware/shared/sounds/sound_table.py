"""Tunes of a game or of the device, as programs for the mixer, by the names that play them."""

from pingware.shared import sequencer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping
    from typing import Any

    Tunes = Mapping[str, Any]  # name -> rows, see the README


def rows(*notes: "tuple[Any, ...]", repeat_every_ms: int = 0) -> "dict[str, Any]":
    """Returns a tune of its notes, a row each, as README.md describes it.

    Args:
        notes: (at_ms, instrument, note, lasts_ms, loudness_pct), and the note it slides to.
        repeat_every_ms: int, of a tune that is counted; 0 if it sounds once.
    """
    found: "dict[str, Any]" = {"rows": notes}
    if repeat_every_ms:
        found["repeat_every_ms"] = repeat_every_ms
    return found


def compiled(tunes: "Tunes", instruments: "Tunes", whole: bool = False) -> "dict[str, array[int]]":
    """Returns each tune as the mixer's program (``array('i')``), by name.

    A build for the device computes this beforehand: the device never compiles. There it is a
    dict of deflated bytes; or, if ``whole``, a pair: the names (str, a space before and after
    each), and bytes of all programs, deflated in one piece, each behind its length (4 bytes,
    little-endian). That takes less memory, and 5 ms more to find a tune.
    """
    return {name: sequencer.compile_tune(tunes[name], instruments, {}) for name in tunes}


class SoundTable:
    """Programs by tune, and the tune of each thing that is played.

    Args:
        programs: from ``compiled``.
        names: name that is played -> the tune's name, where the two differ.
        tunes, instruments: what ``programs`` was made of; builds leave them out.
    """

    def __init__(
        self,
        programs: "Mapping[str, array[int] | bytes] | tuple[str, bytes]",
        names: "Mapping[str, str]",
        tunes: "Tunes | None" = None,
        instruments: "Tunes | None" = None,
    ) -> None:
        self.programs = programs
        self.tunes = tunes or {}
        self.instruments = instruments or {}
        self.names = names

    def has(self, tune: str) -> bool:
        """Returns whether it holds the program of a tune."""
        programs = self.programs
        return " %s " % tune in programs[0] if isinstance(programs, tuple) else tune in programs

    def tune_of(self, name: str) -> str:
        """Returns the name of the tune that ``name`` plays, which may be of another table."""
        return self.names.get(name, name)
