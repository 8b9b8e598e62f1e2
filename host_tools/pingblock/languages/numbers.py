"""Numbers as a language writes them."""

from __future__ import annotations

from pingblock.languages import pgettext


def number(value: float, digits: int | None = None) -> str:
    """Returns a number with the point or comma of the language that is spoken.

    Args:
        value: the number.
        digits: how many come after it; None: as many as it needs.
    """
    written = f"{value:g}" if digits is None else f"{value:.{digits}f}"
    point = pgettext("decimal", ".")
    return written.replace(".", point)


def percent(share: float) -> str:
    """Returns a share of 0 to 1 in whole percent."""
    return pgettext("percent", "{n}%").format(n=f"{share:.0%}"[:-1])
