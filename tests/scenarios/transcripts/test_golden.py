"""Output of the commands, against the stored transcripts. ``make golden`` renews them."""

import pytest
from tests.scenarios.transcripts.golden import (
    FOLDER,
    MINUTE,
    PAGE,
    names,
    renewed,
    transcript,
)

pytestmark = pytest.mark.desk


@pytest.fixture(autouse=True)
def _desk(usable):
    if lack := usable("desk"):
        pytest.skip(lack)


@pytest.mark.parametrize("name", names())
def test_command_prints_what_its_transcript_shows(name, tmp_path):
    stored = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(name, tmp_path).splitlines() == stored.splitlines()


def test_no_transcript_is_stored_of_what_is_gone():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(names())


def test_page_shows_the_minute_and_the_settings_as_they_are():
    minute = (FOLDER / f"{MINUTE}.txt").read_text(encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page, minute) == page
    assert renewed(page.replace("| `volume` |", "| `loudness` |"), minute) == page
    assert minute.splitlines()[0].startswith("0:0")
    assert any(line.startswith("0:5") for line in minute.splitlines())
