"""What the commands print, against the stored transcripts. ``make golden`` renews them."""

import pytest
from tests.scenarios.transcripts.golden import FOLDER, transcript
from tests.scenarios.transcripts.stories import STORIES, help_lines


@pytest.fixture(autouse=True)
def _desk(usable):
    if lack := usable("desk"):
        pytest.skip(lack)


@pytest.mark.parametrize("name", [*STORIES, *help_lines()])
def test_command_prints_what_its_transcript_shows(name, tmp_path):
    stored = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(name, tmp_path).splitlines() == stored.splitlines()


def test_no_transcript_is_stored_of_what_is_gone():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*STORIES, *help_lines()}
