"""The transcripts, as they are stored and as they would be now."""

from __future__ import annotations

import json
from pathlib import Path

from tests.scenarios.transcripts.stage import staged
from tests.scenarios.transcripts.stories import FILM, STORIES, help_lines

from pingblock.common import options
from pingblock.games.words import words_of_games
from pingware.games.block.outcomes import FAMILIES
from pingware.shared.light_show import EVERY_MS

PAGE = Path(__file__).parents[3] / "docs" / "commands.md"
GAMES_PAGE = PAGE.with_name("games.md")
MINUTE = "a_minute"
MINUTE_BEGINS, MINUTE_ENDS = "<!-- A minute, written by `make golden`. -->\n```text\n", "```\n"
OUTCOMES_BEGIN = "<!-- Outcomes, written by `make golden`. -->\n"
SETTINGS_BEGIN, SETTINGS_END = "<!-- Settings, written by `make golden`. -->\n", "<!-- -->\n"
FOLDER = Path(__file__).parents[2] / "data" / "golden"


def transcript(name: str, folder: Path) -> str:
    """Returns a new version of one transcript, made with a separate device."""
    with staged(folder) as stage:
        if name == MINUTE:
            return stage.film(FILM)
        return stage.play({**STORIES, **help_lines()}[name])


def names() -> list[str]:
    """Returns the names of all transcripts."""
    return [MINUTE, *STORIES, *help_lines()]


def transcripts(folder: Path) -> dict[str, str]:
    """Returns all current transcripts."""
    return {name: transcript(name, folder) for name in names()}


def renewed(page: str, minute: str) -> str:
    """Returns the page of the commands with the current minute and table of the settings."""
    page = _filled(page, MINUTE_BEGINS, minute, MINUTE_ENDS)
    return _filled(page, SETTINGS_BEGIN, settings_table() + "\n", SETTINGS_END)


def settings_table() -> str:
    """Returns the settings as a Markdown table."""
    rows = [
        f"| `{each.name}` | {each.help} | {each.allowed} | `{json.dumps(each.default)}` |"
        for each in options.OPTIONS.values()
    ]
    return "\n".join(["| setting | meaning | allowed | default |", "|---|---|---|---|", *rows])


def renewed_games(page: str) -> str:
    """Returns the page of the games with the current table of the block's outcomes."""
    return _filled(page, OUTCOMES_BEGIN, outcomes_table() + "\n", SETTINGS_END)


def outcomes_table() -> str:
    """Returns the outcomes of the block as a Markdown table."""
    lines = ["| outcome | what you hear | what you see | in the game |", "|---|---|---|---|"]
    numbers = {family.kind: len(family.manual) for family in FAMILIES}
    for kind, (row, *_) in words_of_games()["block"]["outcome"].items():
        name = kind.replace("_", " ") + (f", 1 to {numbers[kind]}" if numbers[kind] > 1 else "")
        say = row["say"] if isinstance(row["say"], str) else row["say"][1]
        heard = row.get("heard", "").format(every=EVERY_MS / 1000)
        cells = (name, heard, row.get("seen", ""), say.format(n="that many"))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _filled(page: str, begin: str, text: str, end: str) -> str:
    before, found, after = page.partition(begin)
    assert found, f"the page lacks {begin.splitlines()[0]}"
    return before + begin + text + end + after.partition(end)[2]
