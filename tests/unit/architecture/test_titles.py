"""Published titles and their owners must be on only one page of the docs."""

import re
from pathlib import Path

from tests.unit.architecture.reading import ROOT, text_of

PAGE = ROOT / "docs" / "your_game.md"
PLACES = (
    "benchmarks",
    "docs",
    "firmware",
    "hardware",
    "host_tools",
    "reliability",
    "tests",
    "tools",
)
TEXTS = {".md", ".py", ".toml", ".json", ".txt", ".svg", ".html"}
_OWNER = re.compile(r"(?:of|by)\s+([A-Z]\w+)")


def texts() -> list[Path]:
    """Returns the project's texts, its pages at the top among them."""
    inside = [path for place in PLACES for path in (ROOT / place).rglob("*")]
    return [*ROOT.glob("*.md"), *(path for path in inside if path.suffix in TEXTS)]


def test_only_one_page_names_published_titles() -> None:
    page = PAGE.read_text(encoding="utf-8")
    first, _, others = page.partition(" is a trademark")
    names = {first.rsplit("\n", 1)[-1], *_OWNER.findall(others)}
    assert len(names) >= 9
    name = re.compile(rf"\b({'|'.join(sorted(names))})\b", re.IGNORECASE)
    found = {path for path in texts() if name.search(text_of(path))}
    assert found == {PAGE}


def test_page_of_titles_is_linked_and_says_project_is_independent() -> None:
    assert "independent of all of them" in PAGE.read_text(encoding="utf-8")
    assert "(docs/your_game.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
