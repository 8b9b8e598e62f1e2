"""The project's address in README, documentation, wheel, commands and release notes.

After a change, ``make golden`` writes it into the pages.
"""

from __future__ import annotations

HOME: str = ""  # address of the sources and releases, as https://..., or "" until it exists
PAGE: str = ""  # address of the public page, as https://.../, or "" until it exists


def at(home: str | None = None) -> str:
    """Returns " from ADDRESS" for the end of a sentence, or "" without an address."""
    home = HOME if home is None else home
    return f" from {home}" if home else ""


def where(home: str | None = None) -> str:
    """Returns a sentence that says where the files of a release are.

    Args:
        home: the address. None means ``HOME``.
    """
    home = HOME if home is None else home
    if home:
        return f"Sources and releases are at {home}."
    return (
        "Pingblock is not published yet: the files of a release come from 'make release' in a"
        " checkout, or from a person who has run that command."
    )
