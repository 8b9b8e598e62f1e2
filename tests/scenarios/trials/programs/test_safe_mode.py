"""A device in safe mode, and the commands that its text names: doctor, support and install."""

import zipfile
from io import BytesIO

import pytest
from tests.bench.firmware_changes import as_files
from tests.scenarios.trials.safe_start import damage

from pingblock.connection.recovery import PromptFacts
from pingblock.errors import AtPrompt
from pingblock.owner import support as archives
from pingblock.virtual.chip.engine import ChipEngine

SAFE_MS = 12_000  # by then the watchdog has ended the first start
MUCH = ("pingblock", "--json", "--port", "{port}")


@pytest.fixture
def unsafe(boards):
    """Opens a chip whose files were changed, in safe mode."""

    def opened(*changes):
        files = as_files()
        files |= {f"b/{name[2:]}": data for name, data in files.items() if name[:2] == "a/"}
        for way, path in changes:
            way(files, path)
        board = boards(lambda sink: ChipEngine(sink, files=files))
        board.bench.advance(SAFE_MS)
        assert any(
            str(each["text"]).startswith(damage.SAID) for each in board.bench.events("text")
        )
        return board

    return opened


def file_for_folder(files, folder):
    """Leaves a file in the place of a folder."""
    for name in [name for name in files if name.startswith(folder + "/")]:
        del files[name]
    files[folder] = b"x"


BOTH = ((damage.gone, "a/app.mpy"), (damage.folder, "b/app.mpy"))


def test_doctor_names_safe_mode_and_support_makes_its_archive(unsafe):
    board = unsafe(*BOTH)
    with pytest.raises(AtPrompt, match="in safe mode: files of its firmware") as told:
        board.device().open()
    assert told.value.facts == PromptFacts("damaged", "Raspberry Pi Pico with RP2040", ours=True)
    made = archives.collect(board.device)
    with zipfile.ZipFile(BytesIO(made.data)) as archive:
        assert {"host.json", "missing.txt"} <= set(archive.namelist())
        assert b"in safe mode" in archive.read("missing.txt")
    assert damage.look(board.bench) == damage.SAFE, "nothing was changed"
