"""Edits of MicroPython that a page offers: ``python -m tools.docs.offered FOLDER`` prints a patch.

The page names an edit of ``frozen/edits.toml`` by its reason. The folder has MicroPython's sources
with its libraries, and ``git apply`` makes the edits there.
"""

from __future__ import annotations

import re
import sys
import tomllib
from difflib import unified_diff
from pathlib import Path

from tools.micropython_edits import changed
from tools.micropython_source import ROOT

PAGE = ROOT / "docs" / "how" / "micropython.md"
_EDITS = ROOT / "frozen" / "edits.toml"
_OFFER = re.compile(r"(?<=<!-- edit: )(.+?) -->\n.*?(?=<!-- /edit -->)", re.DOTALL)
_HEADS = 3  # lines of a difference before the first changed one
_ALL = 99  # lines of context: all that an edit names


def edits() -> dict[str, dict[str, str]]:
    """Returns the edits by their reasons. A reason that several edits have is left out."""
    listed = tomllib.loads(_EDITS.read_text(encoding="utf-8"))["edit"]
    reasons = [each["why"] for each in listed]
    return {each["why"]: each for each in listed if reasons.count(each["why"]) == 1}


def with_offers(text: str) -> str:
    """Returns a page's text with the current edits in it."""
    return _OFFER.sub(lambda found: f"{found[1]} -->\n{_block(edits()[found[1]])}", text)


def _block(edit: dict[str, str]) -> str:
    find, put = (edit[side].strip("\n").split("\n") for side in ("find", "put"))
    told = unified_diff(find, put, lineterm="", n=_ALL)
    return "\n".join(["```diff", f"# {edit['file']}", *list(told)[_HEADS:], "```", ""])


def patch(micropython: Path, page: str) -> str:
    """Returns the edits of a page as a patch.

    Args:
        micropython: folder of the unchanged sources.
        page: text of the page.

    Raises:
        BadInput: a file is missing, or the text is not in it exactly once.
    """
    chosen = [edits()[found[1]] for found in _OFFER.finditer(page)]
    told: list[str] = []
    for path, text in sorted(changed(micropython, chosen).items()):
        name = path.relative_to(micropython).as_posix()
        old, new = (each.splitlines(keepends=True) for each in (path.read_text("utf-8"), text))
        told += unified_diff(old, new, f"a/{name}", f"b/{name}")
    return "".join(told)


if __name__ == "__main__":
    sys.stdout.write(patch(Path(sys.argv[1]), PAGE.read_text(encoding="utf-8")))
