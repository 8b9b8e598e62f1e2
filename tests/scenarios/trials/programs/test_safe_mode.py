"""A device in safe mode, and the commands that its text names: doctor and support."""

import zipfile
from io import BytesIO

import pytest
from tests import slots_image
from tests.scenarios.trials.safe_start import damage

from pingblock.care.owner import support as archives
from pingblock.connection.recovery import PromptFacts
from pingblock.errors import AtPrompt
from pingblock.virtual.chip.engine import ChipEngine


def test_safe_mode_is_recognised_and_its_support_archive_made(boards):
    flash = slots_image.flash({0: b""})
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    with pytest.raises(AtPrompt, match="in safe mode: its firmware is damaged") as told:
        board.device().open()
    machine = "Raspberry Pi Pico with RP2040"
    assert told.value.facts == PromptFacts("damaged", machine, True, True, True)
    made = archives.collect(board.device)
    with zipfile.ZipFile(BytesIO(made.data)) as archive:
        assert {"host.json", "missing.txt"} <= set(archive.namelist())
        assert b"in safe mode" in archive.read("missing.txt")
    assert damage.look(board.bench) == damage.SAFE, "the board must not change"
