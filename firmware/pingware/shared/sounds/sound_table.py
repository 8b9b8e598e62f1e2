"""Tunes of a game or of the device, by name."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from pingware.shared.sounds.tunes import Tunes


class SoundTable:
    """Tunes, and the tune for each played name.

    A build replaces the tunes by the mixer's programs, deflated bytes by name, and leaves out the
    other arguments after ``names``.

    Args:
        tunes: name -> rows.
        names: played name -> the tune's name, if they differ.
        more: tunes of another table, which a device has here, too.
        instruments: by name, if the tunes need others than ``pingblock.tunes.instruments`` has.
        whole: whether a build makes one piece: a pair of the names (str, a space before and after
            each), and the bytes of all programs, deflated, each after its length (4 bytes,
            little-endian). That takes less memory, and 5 ms more to find a tune.
    """

    def __init__(
        self,
        tunes: "Tunes | tuple[str, bytes]",
        names: "Mapping[str, str]",
        more: "Tunes | tuple[()]" = (),
        instruments: "Mapping[str, Any] | None" = None,
        whole: bool = False,
    ) -> None:
        self.tunes: "Any" = tunes
        self.names = names
        self.more = more
        self.instruments = instruments

    def has(self, tune: str) -> bool:
        """Returns whether it holds a tune."""
        tunes = self.tunes
        if isinstance(tunes, tuple):
            return " %s " % tune in tunes[0]
        return tune in tunes or tune in self.more

    def tune_of(self, name: str) -> str:
        """Returns the tune of ``name``. It may belong to another table."""
        return self.names.get(name, name)
