"""The transcripts: as they are stored, and as they are now."""

from __future__ import annotations

import json
from pathlib import Path

from tests.scenarios.transcripts.stage import staged
from tests.scenarios.transcripts.stories import FILM, STORIES, help_lines

from pingblock.owner import options

PAGE = Path(__file__).parents[3] / "docs" / "commands.md"
MINUTE = "a_minute"
MINUTE_BEGINS, MINUTE_ENDS = "<!-- A minute, written by `make golden`. -->\n```text\n", "```\n"
SETTINGS_BEGIN, SETTINGS_END = "<!-- Settings, written by `make golden`. -->\n", "<!-- -->\n"
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


def renewed(page: str, minute: str) -> str:
    """Returns the page of the commands with a minute and the table of the settings in place."""
    page = _filled(page, MINUTE_BEGINS, minute, MINUTE_ENDS)
    return _filled(page, SETTINGS_BEGIN, settings_table() + "\n", SETTINGS_END)


def settings_table() -> str:
    """Returns the settings as a Markdown table."""
    rows = [
        f"| `{each.name}` | {each.help} | {each.allowed} | `{json.dumps(each.default)}` |"
        for each in options.OPTIONS.values()
    ]
    return "\n".join(["| setting | what it is | allowed | default |", "|---|---|---|---|", *rows])


def _filled(page: str, begin: str, text: str, end: str) -> str:
    before, found, after = page.partition(begin)
    assert found, f"the page has lost {begin.splitlines()[0]}"
    return before + begin + text + end + after.partition(end)[2]
