"""Writes numbers as a language does."""

from __future__ import annotations

from pingblock.languages import pgettext


def number(value: float, digits: int | None = None) -> str:
    """Returns a number with the decimal point or comma of the current language.

    Args:
        value: the number.
        digits: decimal places. None means as many as needed.
    """
    written = f"{value:g}" if digits is None else f"{value:.{digits}f}"
    point = pgettext("decimal", ".")
    return written.replace(".", point)


def percent(share: float) -> str:
    """Returns a share from 0 to 1 as a whole percentage."""
    return pgettext("percent", "{n}%").format(n=f"{share:.0%}"[:-1])
