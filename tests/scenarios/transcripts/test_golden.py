"""Compares output of the commands with the stored transcripts. ``make golden`` updates them."""

import pytest
from tests.scenarios.transcripts.golden import (
    FOLDER,
    GAMES_PAGE,
    MINUTE,
    PAGE,
    names,
    renewed,
    renewed_games,
    transcript,
)
from tests.scenarios.transcripts.stage import staged
from tests.scenarios.transcripts.stories import STORIES, help_lines


@pytest.fixture(autouse=True)
def _desk(usable):
    if lack := usable("desk"):
        pytest.skip(lack)


def stored(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", [MINUTE, *STORIES])
def test_command_output_matches_its_transcript(name, tmp_path):
    assert transcript(name, tmp_path).splitlines() == stored(name)


def test_help_matches_its_transcripts(tmp_path):
    with staged(tmp_path) as stage:
        for name, lines in help_lines().items():
            assert stage.play(lines).splitlines() == stored(name)


def test_stored_transcripts_are_those_of_existing_commands():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(names())


def test_document_shows_the_current_minute_and_settings():
    minute = (FOLDER / f"{MINUTE}.txt").read_text(encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page, minute) == page
    assert renewed(page.replace("| `volume` |", "| `loudness` |"), minute) == page
    assert minute.splitlines()[0].startswith("0:0")
    assert any(line.startswith("0:5") for line in minute.splitlines())


def test_documented_table_of_outcomes_is_current():
    page = GAMES_PAGE.read_text(encoding="utf-8")
    assert renewed_games(page) == page
    assert renewed_games(page.replace("| laugh |", "| howl |")) == page
