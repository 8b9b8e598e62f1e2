"""Boards with Pingblock 0.1 get an image that runs in place: settings and sounds come along."""

import json
import os
import signal

import pytest
from tests import boot_drive, releases, slots_image
from tests.scenarios.trials.programs.test_releases import START_MS, assert_chosen, owned

from pingblock.virtual.chip.engine import ChipEngine

pytestmark = pytest.mark.desk  # boots its own images
INFO = "Board-ID: RPI-RP2\r\n"
NAME = "pingblock-pico-slots.uf2"


class Bootsel:
    """The drive of an emulated board in BOOTSEL mode, and the image that is written onto it."""

    def __init__(self, board, folder):
        self._board, self.drive, self.file = board, folder / "RPI-RP2", folder / NAME
        self.file.write_bytes(slots_image.built().read_bytes())

    @property
    def words(self):
        """The command."""
        words = ("flash", str(self.file), "--drive", str(self.drive), "--yes")
        return ("pingblock", "--json", "--port", "{port}", *words)

    def entered(self, program):
        """Waits until the board was asked for BOOTSEL mode, and shows the drive."""
        before = len(self._board.bench.events("reset"))
        program.serve(lambda: len(self._board.bench.events("reset")) >= before + 2)
        self.show()

    def show(self):
        self.drive.mkdir(exist_ok=True)
        (self.drive / "INFO_UF2.TXT").write_text(INFO)

    def taken(self, program):
        """Waits until the file is on the drive; the board restarts with it."""
        place = self.drive / NAME
        program.serve(lambda: place.exists() and _is_whole(place.read_bytes()))
        bench = self._board.bench
        flash = boot_drive.dropped(place.read_bytes(), bench.engine.flash_image())
        bench.power_off()
        bench.advance(100)
        bench.engine.put_flash(flash)
        bench.power_on()
        place.unlink()
        (self.drive / "INFO_UF2.TXT").unlink()


def _is_whole(content):
    try:
        boot_drive.dropped(content)
    except ValueError:
        return False
    return True


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """The folder with the copies of boards' files on this computer."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "pingblock" / "boards"


FORMS = ("0.1.0", f"0.1.0{releases.FROZEN}")


@pytest.fixture
def old(boards, request):
    """Opens a board of 0.1 that its owner has used."""

    def opened(form):
        program = releases.frozen_program() if form.endswith(releases.FROZEN) else None
        flash = releases.flash(form, program)
        board = boards(lambda sink: ChipEngine(sink, flash=flash))
        board.bench.advance(START_MS)
        assert_chosen(board)
        return board

    return opened


def assert_carried(board, before):
    board.bench.advance(START_MS)
    state = board.bench.request("update", what="state")["ok"]
    assert (state["running"], "base" in state) == ("a", True)
    assert_chosen(board)
    (settings, sounds), (then, sounds_then) = owned(board), before
    now = json.loads(settings)  # newer firmware may have more of them
    assert {name: now[name] for name in json.loads(then)} == json.loads(then)
    assert sounds == sounds_then
    assert board.plays()


@pytest.mark.parametrize("form", FORMS)
def test_flash_carries_settings_and_sounds_over(old, copies, tmp_path, form):
    board = old(form)
    before = owned(board)
    drive = Bootsel(board, tmp_path)
    with board.started(*drive.words) as program:
        drive.entered(program)
        drive.taken(program)
        told = json.loads(program.finish())
    assert told["carried"] == ["/settings.a", "/sounds/laugh.snd"]
    assert told["copy"] is None
    assert list(copies.iterdir()) == []
    assert_carried(board, before)
