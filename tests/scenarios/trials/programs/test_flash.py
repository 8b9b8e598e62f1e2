"""``pingblock image`` and ``flash``: the file boots and plays; a running board is asked."""

import json
import subprocess
import sys

import pytest
from tests import boot_drive

from pingblock.build import uf2
from pingblock.cli import main
from pingblock.virtual.chip.engine import FLASH_SIZE, ChipEngine

INFO = "Board-ID: RPI-RP2\r\n"
RING = "ring:d=16,o=6,b=200:c,e,g\n"


def pingblock(*words):
    command = [sys.executable, "-m", "pingblock", "--json", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def image(tmp_path_factory, usable):
    """The path of a UF2 file with one sound of the owner's."""
    if lack := usable("chip"):
        pytest.skip(lack)
    sounds = tmp_path_factory.mktemp("flash") / "sounds"
    sounds.mkdir()
    (sounds / "power_up.rtttl").write_text(RING)
    out = sounds.parent / "all.uf2"
    done = pingblock("image", "-o", str(out), "--sounds", str(sounds))
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["bytes"] == out.stat().st_size
    return out


def test_image_names_the_sounds_and_the_folder_that_is_not_there(image, monkeypatch, capsys):
    for out, code in ((image, 0), (image.parent / "none" / "x.uf2", 2)):
        words = ["pingblock", "image", "--force", "-o", str(out)]
        words += ["--sounds", str(image.parent / "sounds")]
        monkeypatch.setattr("sys.argv", words)
        with pytest.raises(SystemExit) as left:
            main()
        assert (left.value.code or 0) == code
    caught = capsys.readouterr()
    assert caught.out.endswith(" kB, with sounds of your own: power_up.\n")
    assert "x.uf2 cannot be written: there is no folder" in caught.err


@pytest.mark.parametrize("rest", [b"\xff", bytes(range(256))])
def test_image_boots_and_plays_and_keeps_settings(boards, image, rest):
    """Older firmware on the board stays under it, and does no harm."""
    flash = boot_drive.dropped(image.read_bytes(), rest * (FLASH_SIZE // len(rest)))
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


@pytest.mark.parametrize("bare", [False, True], ids=["a pingblock", "micropython alone"])
def test_flash_asks_the_board_and_writes_to_its_drive(
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
    assert told == {"file": str(image), "drive": str(drive), "bytes": image.stat().st_size}
    assert (drive / image.name).read_bytes() == image.read_bytes()


def _size(path):
    return path.stat().st_size if path.exists() else -1


@pytest.mark.parametrize("content", [b"", b"MZ" * 400])
def test_what_is_no_uf2_is_refused_before_anything_is_asked(tmp_path, content):
    path = tmp_path / "wrong.uf2"
    path.write_bytes(content)
    done = pingblock("flash", str(path), "--yes")
    assert done.returncode == 2
    assert "not a UF2 file" in json.loads(done.stdout)["error"]["say"]


@pytest.mark.parametrize(
    ("family", "code", "why"),
    [
        (0xE48BFF59, 1, "for the RP2350, and"),
        (0xE48BFF5A, 2, "for another chip"),  # the RP2350's RISC-V cores
    ],
)
def test_a_file_for_another_chip_is_refused(tmp_path, family, code, why):
    path, drive = tmp_path / "pico2.uf2", tmp_path / "drive"
    path.write_bytes(uf2.pack([(0, bytes(256))], family))
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text(INFO)
    done = pingblock("flash", str(path), "--yes", "--drive", str(drive))
    assert done.returncode == code
    assert why in json.loads(done.stdout)["error"]["say"]
    assert [each.name for each in drive.iterdir()] == ["INFO_UF2.TXT"]


def test_without_a_terminal_and_yes_nothing_is_written(tmp_path):
    drive, path = tmp_path / "drive", tmp_path / "x.uf2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text(INFO)
    path.write_bytes(uf2.pack([(0, bytes(256))]))
    done = pingblock("flash", str(path), "--drive", str(drive))
    assert done.returncode == 2
    assert [each.name for each in drive.iterdir()] == ["INFO_UF2.TXT"]
