"""Tunes of a game or of the device, by name."""

from collections.abc import Mapping
from typing import Any


class SoundTable:
    """Tunes, and the tune for each played name.

    Args:
        tunes: folder of their ``.tune`` files, below ``pingware``. A build replaces it with the
            mixer's programs, deflated bytes by name, and leaves out the arguments after ``names``.
        names: played name -> the tune's name, if they differ.
        more: another folder, whose tunes are also in this table.
        whole: whether a build makes one piece: a pair of the names (str, a space before and after
            each), and the bytes of all programs, deflated, each after its length (4 bytes,
            little-endian). That takes less memory, and 5 ms more to find a tune.
    """

    def __init__(
        self, tunes: "Any", names: "Mapping[str, str]", more: str = "", whole: bool = False
    ) -> None:
        self.tunes = tunes
        self.names = names
        self.more = more

    def has(self, tune: str) -> bool:
        """Returns whether it holds a tune."""
        tunes = self.tunes
        if isinstance(tunes, tuple):
            return " %s " % tune in tunes[0]
        return tune in tunes

    def tune_of(self, name: str) -> str:
        """Returns the tune of ``name``. It can belong to another table."""
        return self.names.get(name, name)
