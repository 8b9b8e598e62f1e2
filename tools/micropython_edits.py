"""Changes MicroPython's sources where its settings do not suffice: ``frozen/edits.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from pingblock.errors import BadInput


def edit(sources: Path, edits: str) -> None:
    """Makes every edit in the unpacked sources, or leaves all sources unchanged.

    Args:
        sources: folder of the unpacked MicroPython.
        edits: TOML. Each ``[[edit]]`` replaces the text ``find`` of ``file`` by ``put``.

    Raises:
        BadInput: a file is missing, or the text is not in it exactly once.
    """
    for path, text in changed(sources, tomllib.loads(edits)["edit"]).items():
        path.write_text(text, encoding="utf-8")


def changed(sources: Path, edits: Iterable[Mapping[str, str]]) -> dict[Path, str]:
    """Returns the new texts of all files that edits change, see ``edit``."""
    texts: dict[Path, str] = {}
    for each in edits:
        path = sources / each["file"]
        text = texts.get(path) or (path.read_text(encoding="utf-8") if path.is_file() else "")
        if (count := text.count(each["find"])) != 1:
            raise BadInput(
                f"MicroPython's {each['file']} has the text {each['find']!r} {count} times, but an"
                f" edit needs it once ({each['why']}). Adapt frozen/edits.toml to this version."
            )
        texts[path] = text.replace(each["find"], each["put"])
    return texts
