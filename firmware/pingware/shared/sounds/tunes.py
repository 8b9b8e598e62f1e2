"""Tunes as their author writes them. A device only has the programs that a build makes of them."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Tunes = Mapping[str, Any]  # name -> rows, see README.md


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
