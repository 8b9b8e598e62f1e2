"""The transcripts: as they are stored, and as they are now."""

from __future__ import annotations

from pathlib import Path

from tests.scenarios.transcripts.stage import staged
from tests.scenarios.transcripts.stories import FILM, STORIES, help_lines

PAGE = Path(__file__).parents[3] / "docs" / "commands.md"
MINUTE = "a_minute"
BEGIN, END = "<!-- A minute, written by `make golden`. -->\n```text\n", "```\n"
FOLDER = Path(__file__).parents[2] / "data" / "golden"


def transcript(name: str, folder: Path) -> str:
    """Returns one transcript as it is now; each has a device of its own."""
    with staged(folder) as stage:
        if name == MINUTE:
            return stage.film(FILM)
        return stage.play({**STORIES, **help_lines()}[name])


def names() -> list[str]:
    """Returns the names of all transcripts."""
    return [MINUTE, *STORIES, *help_lines()]


def transcripts(folder: Path) -> dict[str, str]:
    """Returns all transcripts as they are now."""
    return {name: transcript(name, folder) for name in names()}


def with_minute(page: str, minute: str) -> str:
    """Returns the page of the commands with the minute in its place."""
    before, begin, after = page.partition(BEGIN)
    assert begin, "the page has lost the place of its minute"
    return before + begin + minute + END + after.partition(END)[2]
