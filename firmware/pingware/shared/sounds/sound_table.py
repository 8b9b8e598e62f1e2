"""Tunes of a game or of the device, as programs for the mixer, by name."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping

    from pingware.shared.sounds.tunes import Tunes


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
