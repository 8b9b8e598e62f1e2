"""Tunes of a game or of the device, as programs for the mixer, by name."""

from pingware.shared import sequencer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping
    from typing import Any

    Tunes = Mapping[str, Any]  # name -> rows, see the README


def rows(*notes: "tuple[Any, ...]", repeat_every_ms: int = 0) -> "dict[str, Any]":
    """Returns a tune from its notes, a row each. README.md describes the format.

    Args:
        notes: (at_ms, instrument, note, lasts_ms, loudness_pct), and the note to slide to.
        repeat_every_ms: int, of a tune that is counted. 0 means that it sounds once.
    """
    found: "dict[str, Any]" = {"rows": notes}
    if repeat_every_ms:
        found["repeat_every_ms"] = repeat_every_ms
    return found


def compiled(tunes: "Tunes", instruments: "Tunes", whole: bool = False) -> "dict[str, array[int]]":
    """Returns each tune as the mixer's program (``array('i')``), by name.

    A build for the device computes this in advance, because the device cannot compile. There it is
    a dict of deflated bytes. If ``whole``, it is a pair: the names (str, a space before and after
    each), and the bytes of all programs, deflated in one piece, each after its length (4 bytes,
    little-endian). That takes less memory, and 5 ms more to find a tune.
    """
    return {name: sequencer.compile_tune(tunes[name], instruments, {}) for name in tunes}


class SoundTable:
    """Programs by tune, and the tune for each played name.

    Args:
        programs: from ``compiled``.
        names: played name -> the tune's name, if they differ.
        tunes, instruments: sources of ``programs``. Builds leave them out.
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
        """Returns the tune of ``name``. It may belong to another table."""
        return self.names.get(name, name)
