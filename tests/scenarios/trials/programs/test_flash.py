"""``pingblock image`` and ``flash``: the file boots and plays. A running board is asked first."""

import json
import re
import subprocess
import sys
from importlib.metadata import version

import pytest
from benchmarks.firmware_changes import Flashed
from tests import boot_drive

from pingblock.cli import main
from pingblock.cli.frame import run
from pingblock.image import uf2
from pingblock.image.uf2 import micropython_in
from pingblock.virtual.chip.engine import ChipEngine

INFO = "Board-ID: RPI-RP2\r\n"
RING = "ring:d=16,o=6,b=200:c,e,g\n"


@pytest.fixture
def refused(capsys):
    """Runs the command, which has to fail. Returns its exit code and its error."""

    def called(*words):
        code = run(["--json", *map(str, words)])
        return code, json.loads(capsys.readouterr().out)["error"]

    return called


@pytest.fixture(scope="module")
def image(tmp_path_factory, usable):
    """Returns the path of a UF2 file with one custom sound."""
    if lack := usable("chip"):
        pytest.skip(lack)
    sounds = tmp_path_factory.mktemp("flash") / "sounds"
    sounds.mkdir()
    (sounds / "power_up.rtttl").write_text(RING)
    (sounds / "Thumbs.db").write_bytes(b"\xd0\xcf\x11\xe0" + bytes(500))
    out = sounds.parent / "all.uf2"
    command = (sys.executable, "-m", "pingblock", "--json", "image", "-o", out, "--sounds", sounds)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert (told["bytes"], told["left_out"]) == (out.stat().st_size, ["Thumbs.db"])
    assert (told["board"], told["version"]) == ("pico", version("pingblock"))
    assert told["micropython"] == micropython_in(out.read_bytes())
    assert uf2.has_slots(out.read_bytes())
    return out


def test_image_lists_custom_sounds_and_reports_a_missing_folder(image, monkeypatch, capsys):
    for out, code in ((image, 0), (image.parent / "none" / "x.uf2", 2)):
        words = ["pingblock", "image", "--force", "-o", str(out)]
        words += ["--sounds", str(image.parent / "sounds")]
        monkeypatch.setattr("sys.argv", words)
        with pytest.raises(SystemExit) as left:
            main()
        assert (left.value.code or 0) == code
    caught = capsys.readouterr()
    told = rf" kB for a Pico, with Pingblock {version('pingblock')} and MicroPython 1\.\d+\.\d, "
    told += r"with your own sounds: power_up\. It erases all other files of the board, with the "
    told += r"settings and the mute lock\. Left out, as they are not sounds: Thumbs\.db\.\n$"
    assert re.search(told, caught.out), caught.out
    assert "x.uf2 cannot be written: there is no folder" in caught.err


def test_image_boots_plays_and_keeps_settings(boards, image):
    """Older firmware on the board stays under it, and does no harm."""
    flash = boot_drive.dropped(
        image.read_bytes(), bytes(range(256)) * (boot_drive.FLASH_SIZE // 256)
    )
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    assert board.plays()
    assert board.bench.request("volume", level=3)["ok"]["volume"] == 3
    assert list(board.bench.request("sounds")["ok"]["own"]) == ["power_up"]
    board.bench.advance(5000)
    board.bench.power_off()
    board.bench.advance(100)
    board.bench.power_on()
    board.bench.advance(1500)
    assert board.bench.request("status")["ok"]["settings"]["volume"] == 3
    assert board.plays()


@pytest.mark.parametrize(("option", "erases"), [((), False), (("--erase",), True)])
def test_mute_lock_is_lifted_only_by_an_erasing_image(boards, stored, tmp_path, option, erases):
    """docs/security.md names it as the last resort."""
    out = tmp_path / "it.uf2"
    assert run(["image", "-o", str(out), *option]) == 0
    held = Flashed(stored(mute_lock=True, volume=9)).flash()
    locked = boards(lambda sink: ChipEngine(sink, flash=held))
    assert locked.bench.request("status")["ok"]["settings"]["mute_lock"] is True
    flash = boot_drive.dropped(out.read_bytes(), locked.bench.engine.flash_image())
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    settings = board.bench.request("status")["ok"]["settings"]
    assert (settings["mute_lock"], settings["volume"] == 9) == (not erases, not erases)
    assert board.plays() is erases


@pytest.mark.parametrize("bare", [False, True], ids=["a pingblock", "micropython alone"])
def test_flash_restarts_the_pico_into_bootsel_and_writes_its_drive(
    board, empty_board, image, tmp_path, bare, monkeypatch
):
    chip, drive = empty_board if bare else board("coins", 1), tmp_path / "RPI-RP2"
    words = ("flash", str(image), "--drive", str(drive), "--yes", "--port", "{port}")
    with chip.started("pingblock", "--json", *words) as program:
        program.serve(lambda: len(chip.bench.events("reset")) >= (3 if bare else 2))
        drive.mkdir()
        (drive / "INFO_UF2.TXT").write_text(INFO)
        program.serve(lambda: _size(drive / image.name) == image.stat().st_size)
        (drive / "INFO_UF2.TXT").unlink()
        told = json.loads(program.finish())
    assert told.pop("port")
    assert told == {"file": str(image), "drive": str(drive), "bytes": image.stat().st_size}
    assert (drive / image.name).read_bytes() == image.read_bytes()


def _size(path):
    return path.stat().st_size if path.exists() else -1


RP2350, RISC_V = 0xE48BFF59, 0xE48BFF5A  # the second is that of the RP2350's RISC-V cores


@pytest.mark.parametrize(
    ("content", "yes", "code", "why"),
    [
        (b"", ["--yes"], 2, "This file is empty."),
        (b"MZ" * 400, ["--yes"], 2, "not a UF2 file"),
        (uf2.pack([(0, bytes(256))], RP2350), ["--yes"], 1, "for the RP2350, but"),
        (uf2.pack([(0, bytes(256))], RISC_V), ["--yes"], 2, "for the RISC-V cores of an"),
        (uf2.pack([(0, bytes(256))]) * 2, ["--yes"], 2, "comes again"),
        (uf2.pack([(n, bytes(256)) for n in (0, 256)])[:512], ["--yes"], 2, "has 1 of 2 blocks"),
        (uf2.pack([(0, bytes(256))]), [], 2, "--yes"),
    ],
    ids=["empty", "program", "RP2350", "RISC-V", "doubled", "cut", "without a terminal"],
)
def test_unsuitable_file_is_refused_without_writing(refused, tmp_path, content, yes, code, why):
    path, drive = tmp_path / "wrong.uf2", tmp_path / "drive"
    path.write_bytes(content)
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text(INFO)
    found, error = refused("flash", path, "--drive", drive, *yes)
    assert (found, why in error["say"]) == (code, True), error
    assert [each.name for each in drive.iterdir()] == ["INFO_UF2.TXT"]
