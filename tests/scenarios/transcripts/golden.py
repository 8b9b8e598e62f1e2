"""The transcripts: as they are stored, and as they are now."""

from __future__ import annotations

from pathlib import Path

from tests.scenarios.transcripts.stage import staged
from tests.scenarios.transcripts.stories import STORIES, help_lines

FOLDER = Path(__file__).parents[2] / "data" / "golden"


def transcript(name: str, folder: Path) -> str:
    """Returns one transcript as it is now; each has a device of its own."""
    with staged(folder) as stage:
        return stage.play({**STORIES, **help_lines()}[name])


def transcripts(folder: Path) -> dict[str, str]:
    """Returns all transcripts as they are now."""
    return {name: transcript(name, folder) for name in [*STORIES, *help_lines()]}
