"""Updates facts that are printed on the pages: ``python -m tools.docs.printed``.

These are the project's address (``pingblock.common.project``), the name of the wheel, the version
of our MicroPython and our edits of it, and the wiring table. ``make golden`` calls it.
"""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

from tools.docs.offered import with_offers
from tools.micropython_build import wanted

from pingblock.boards.wiring import wiring_table
from pingblock.common import project
from pingblock.common.installation import WHEEL

ROOT = Path(__file__).resolve().parents[2]
_PLACES = ("README.md", "docs/*.md", "docs/how/*.md", "hardware/README.md")
_HOME = re.compile(r"(?<=<!-- home -->\n).*?(?=<!-- /home -->)", re.DOTALL)
_MICROPYTHON = re.compile(r"(?<=The images have MicroPython )\d+\.\d+\.\d+")
_WIRING = re.compile(r"(?<=<!-- wiring table -->\n).*?(?=<!-- end -->)", re.DOTALL)
_WHEEL = re.compile(re.escape(WHEEL).replace(r"\{\}", r"\d+\.\d+\.\d+"))


def printed(text: str, number: str, home: str) -> str:
    """Returns a page's text with the current facts.

    Args:
        text: text of the page.
        number: the version of Pingblock.
        home: the project's address, or "" if it is not published.
    """
    said = f"{project.where(home)}\n"
    text = _MICROPYTHON.sub(wanted()["micropython"], _HOME.sub(lambda _: said, with_offers(text)))
    return _WHEEL.sub(WHEEL.format(number), _WIRING.sub(lambda _: wiring_table(), text))


def pages() -> list[Path]:
    """Returns the pages that can contain such facts."""
    return sorted(page for place in _PLACES for page in ROOT.glob(place))


def main() -> None:
    """Writes the pages that have changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (fresh := printed(text, version("pingblock"), project.HOME)) != text:
            page.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
