"""Picos with Pingblock 0.1 get an image that runs in place, and keep settings and sounds."""

import json
import os
import shutil
from zipfile import ZipFile

import pytest
from reliability import life
from tests import boot_drive, releases, slots_image
from tests.version import VERSION

from pingblock.care.carry.board import _LOOK, DIGEST
from pingblock.virtual.chip.engine import ChipEngine

INFO = "Board-ID: RPI-RP2\r\n"
NAME = "pingblock-pico-slots.uf2"


class Bootsel:
    """The drive of an emulated board in BOOTSEL mode, and the image that is written onto it."""

    def __init__(self, board, folder):
        self._board, self.drive, self.file = board, folder / "RPI-RP2", folder / NAME
        self.file.write_bytes(slots_image.built().read_bytes())

    @property
    def words(self):
        """Returns the words of the command."""
        words = ("flash", str(self.file), "--drive", str(self.drive), "--yes")
        return ("pingblock", "--json", "--port", "{port}", *words)

    def entered(self, program):
        """Waits for the request for BOOTSEL mode, and shows the drive."""
        before = len(self._board.bench.events("reset"))
        program.serve(lambda: len(self._board.bench.events("reset")) >= before + 2)
        self.show()

    def show(self):
        self.drive.mkdir(exist_ok=True)
        (self.drive / "INFO_UF2.TXT").write_text(INFO)

    def taken(self, program):
        """Waits until the file is on the drive and the board restarts with it."""
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


START_MS = 3000


def owned(board):
    """Returns the files of a device's owner: the settings of all games, and sounds."""
    return life.all_settings(board.bench), board.bench.request("sounds")["ok"]["own"]


def assert_chosen(board):
    status = board.bench.request("status")["ok"]
    assert status["problems"] == []
    assert status["game"] == releases.GAME
    told, sounds = owned(board)
    told = json.loads(told)
    assert {name: told[name] for name in releases.SETTINGS} == releases.SETTINGS
    assert list(sounds) == [releases.SOUND]


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """The folder with the copies of devices' files on this computer."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "pingblock" / "boards"


FORMS = {"files": "0.1.0", "in_micropython": f"0.1.0{releases.FROZEN}"}


@pytest.fixture
def old(boards):
    """Opens a device with firmware 0.1 that its owner has used."""

    def opened(form):
        program = releases.frozen_program() if form == "in_micropython" else None
        flash = releases.flash(FORMS[form], program)
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
    now = json.loads(settings)  # newer firmware can have more settings
    assert {name: now[name] for name in json.loads(then)} == json.loads(then)
    assert sounds == sounds_then
    assert board.plays()


# The image of "in_micropython" takes 2 minutes of CPU to build, so `make test` does not need it.
@pytest.mark.parametrize("form", ["files", pytest.param("in_micropython", marks=pytest.mark.long)])
def test_flash_keeps_settings_and_sounds(old, copies, tmp_path, form):
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


def cut(board, drive, until):
    """Runs the command and kills it as soon as ``until`` returns."""
    with board.started(*drive.words) as program:
        until(program)


@pytest.mark.parametrize("form", ["files", pytest.param("in_micropython", marks=pytest.mark.long)])
def test_flash_continues_after_a_kill_at_any_step(old, copies, tmp_path, form):
    """The copy is all that is left of the board's files once writing has begun."""
    board = old(form)
    before, uid = owned(board), board.bench.request("hello")["ok"]["uid"]
    drive, copy = Bootsel(board, tmp_path), copies / f"{uid}.waits.zip"

    cut(board, drive, lambda program: program.serve(lambda: reads(program)))
    assert not copy.exists()
    cut(board, drive, drive.entered)
    assert copy.exists()

    pipe = drive.drive / NAME
    os.mkfifo(pipe)
    taken = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    cut(board, drive, lambda program: program.serve(lambda: has_some(taken)))
    os.close(taken)
    pipe.unlink()
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.engine.put_flash(boot_drive.ERASED)

    cut(board, drive, drive.taken)
    assert copy.exists()
    board.bench.advance(START_MS)
    drive.drive.rmdir()
    with board.started(*drive.words) as program:
        drive.entered(program)
        assert not copy.exists(), "the board must return the same content"
        drive.taken(program)
        assert "carried" not in json.loads(program.finish())
    assert_carried(board, before)


def reads(program):
    """Returns whether the command has looked at the board, and reads its files."""
    return program.port.carried > len(_LOOK) + len(DIGEST)


def has_some(pipe):
    try:
        return len(os.read(pipe, 10_000)) > 0
    except BlockingIOError:
        return False


INSTALL = ("pingblock", "--json", "--port", "{port}", "install", "--yes")
MAIN, NOTES = b"print('mine')\n", b"7" * 3000


@pytest.fixture
def used(boards):
    """A Pico with MicroPython, a program and a file of its owner."""
    files = {"main.py": MAIN, "notes.txt": NOTES, "settings.a": b"of another program"}
    return boards(lambda sink: ChipEngine(sink, files=files))


def test_install_replaces_a_program_and_keeps_its_copy(used, copies, tmp_path):
    drive = Bootsel(used, tmp_path)
    with used.started(*INSTALL, "--drive", str(drive.drive)) as program:
        drive.entered(program)
        drive.taken(program)
        told = json.loads(program.finish())
    assert (told["written"], told["version"], told["carried"]) == (True, VERSION, [])
    with ZipFile(told["copy"]) as kept:
        found = {name: kept.read(name) for name in kept.namelist() if name.startswith("yours/")}
    wanted = {"main.py": MAIN, "notes.txt": NOTES, "settings.a": b"of another program"}
    assert found == {f"yours/{name}": content for name, content in wanted.items()}
    assert not {*wanted} & used.bench.engine.device_files().keys()
    assert used.bench.request("status")["ok"]["problems"] == []
    assert used.plays()


@pytest.mark.long
def test_install_keeps_settings_and_dry_run_only_reports(old, copies, tmp_path):
    board = old("files")
    before, flash = owned(board), board.bench.engine.flash_image()
    said = json.loads(board.run(*INSTALL, "--dry-run"))
    assert (said["written"], said["carried"]) == (False, ["/settings.a", "/sounds/laugh.snd"])
    assert board.bench.engine.flash_image() == flash
    assert not copies.exists()
    board.bench.advance(START_MS)
    drive = Bootsel(board, tmp_path)
    with board.started(*INSTALL, "--drive", str(drive.drive)) as program:
        drive.entered(program)
        drive.taken(program)
        told = json.loads(program.finish())
    assert (told["carried"], told["write"]) == (said["carried"], [NAME])
    assert_carried(board, before)


@pytest.mark.long
def test_unplugging_during_copy_or_write_keeps_all_files(old, copies, tmp_path):
    board = old("files")
    before, bench = owned(board), board.bench
    drive = Bootsel(board, tmp_path)
    with board.started(*drive.words) as program:
        program.serve(lambda: reads(program))
        program.port.close()
        bench.unplug()
        said = error_of(program)
    assert (said["code"], list(copies.glob("*"))) == ("link_lost", [])
    bench.power_off()
    bench.advance(1000)
    bench.power_on()
    bench.plug()
    bench.advance(START_MS)
    assert owned(board) == before
    assert board.plays()

    with board.started(*drive.words) as program:
        drive.drive.mkdir()
        os.mkfifo(drive.drive / NAME)
        taken = os.open(drive.drive / NAME, os.O_RDONLY | os.O_NONBLOCK)
        drive.entered(program)
        program.serve(lambda: has_some(taken))
        shutil.rmtree(drive.drive)
        os.close(taken)
        said = error_of(program)
    assert "disappeared after" in said["say"]
    (copy,) = copies.iterdir()
    assert {f"carried{path}" for path in ("/settings.a", "/sounds/laugh.snd")} < names(copy)


def error_of(program):
    """Waits until the command has failed. Returns its error."""
    said, _ = program.process.communicate()
    assert program.process.returncode == 1
    return json.loads(said)["error"]


def names(archive):
    with ZipFile(archive) as held:
        return set(held.namelist())


IN_PLACE = [name for name in releases.names() if not name.startswith("0.")]


@pytest.mark.parametrize("version", IN_PLACE)
def test_current_firmware_uses_stored_data_of_each_release(boards, version):
    flash = releases.in_place(version)
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    board.bench.advance(START_MS)
    assert_chosen(board)
    assert board.plays()


def test_images_of_two_releases_are_stored():
    assert {"0.1.0", "1.0.0"} <= set(releases.names())
