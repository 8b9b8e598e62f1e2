"""Carrying files over: a copy is never lost, for all tested states of the board."""

from types import SimpleNamespace

import pytest
from tests.uf2_files import of_binary

from pingblock.care.carry.board import Holding
from pingblock.care.carry.copies import Copy, of_board, waiting
from pingblock.cli import carrying
from pingblock.cli.install import image_for
from pingblock.common.micropython import PICO, PICO_W, PICOS
from pingblock.errors import NoDevice, WrongDevice
from pingblock.image import uf2
from pingblock.image.file_system import SLOTS, read

UID = "e661"
CARRIED = {"/settings.a": b"1", "/sounds/laugh.snd": b"haha"}


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def holding(files=(), in_place=False, pico=PICO):
    return Holding(UID, pico, "1.28.0", in_place, {path: len(data) for path, data in files})


@pytest.fixture
def board(monkeypatch):
    """Plugs in a Pico with files. ``missing`` contains paths that it lacks."""

    def plugged(found, missing=()):
        restored = []
        monkeypatch.setattr("pingblock.care.carry.board.look", lambda prompt: found)
        monkeypatch.setattr(
            "pingblock.care.carry.board.missing", lambda *how, **more: list(missing)
        )
        monkeypatch.setattr(
            "pingblock.care.carry.board.restore", lambda prompt, files: restored.append(files)
        )
        monkeypatch.setattr(carrying, "Prompt", Prompt)
        return restored

    return plugged


class Prompt:
    """The prompt of the board at a port."""

    def __init__(self, port):
        self.port = port

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        pass


def copy(others=()):
    made = Copy(UID, PICO, CARRIED, dict(others))
    made.save()
    return made


def test_missing_files_are_restored_before_the_copy_is_removed(board, capsys):
    restored = board(holding(in_place=True), missing=["/settings.a"])
    assert carrying.finished("COM7", copy()) == {"carried": sorted(CARRIED), "copy": None}
    assert restored == [{"/settings.a": b"1"}]
    assert waiting() == []
    assert "were read back: /settings.a, /sounds/laugh.snd." in capsys.readouterr().err


def test_another_board_at_the_port_leaves_the_copy(board):
    board(Holding("e662", PICO, "1.28.0", True, {}))
    made = copy()
    with pytest.raises(WrongDevice, match=r"is not the board e661\. .* stays in .*e661\.waits"):
        carrying.finished("COM7", made)
    assert of_board(UID) == made


def test_copy_stays_if_the_board_does_not_return():
    made = copy()
    with pytest.raises(
        NoDevice, match=r"no serial port yet: try again when it has one\. The copy .* stays in"
    ):
        carrying.finished("", made)
    assert of_board(UID) == made


@pytest.mark.parametrize(("again", "kept"), [("/slot", b"2"), ("/notes.txt", b"1")])
def test_older_copy_counts_only_if_the_board_lost_pingblock(monkeypatch, again, kept):
    """After an interrupted write, MicroPython makes a new file system without files."""
    copy()
    files = {again: b"x", "/settings.a": b"2"}
    monkeypatch.setattr(
        "pingblock.care.carry.board.read",
        lambda prompt, wanted, step: {path: files[path] for path in wanted},
    )
    made = carrying.copied(Prompt("COM7"), holding(files.items()))
    assert of_board(UID) == made
    assert made.carried["/settings.a"] == kept
    assert ("/sounds/laugh.snd" in made.carried) is (again != "/slot")


@pytest.mark.parametrize("pico", PICOS)
def test_install_takes_the_image_that_runs_in_place(monkeypatch, tmp_path, board, pico):
    board(holding(pico=pico))
    (tmp_path / "it.uf2").write_bytes(b"image")
    monkeypatch.setattr("pingblock.image.ready_slots.download", lambda _: tmp_path / "it.uf2")
    image = image_for(SimpleNamespace(port="COM7"))
    assert (image.name, image.content) == (f"pingblock-{pico.image}-slots.uf2", b"image")


def test_board_whose_firmware_runs_in_place_is_refused(board):
    board(holding(in_place=True))
    with pytest.raises(WrongDevice, match=r"COM7 .* 'install' is not needed.*pingblock update"):
        image_for(SimpleNamespace(port="COM7"))


def test_pico_w_settings_are_written_onto_a_pico_image(monkeypatch, tmp_path):
    onto = []
    monkeypatch.setattr("pingblock.care.flash.drive.write", lambda *words: onto.append(words[2]))
    monkeypatch.setattr("pingblock.care.flash.again.seen_again", lambda *_words: "COM7")
    monkeypatch.setattr("pingblock.connection.discovery.picos", list)
    image = of_binary(uf2.SLOTS_MODULE + PICO.machine.encode(), "rp2040")
    kept = Copy(UID, PICO_W, {"/settings.a": b"1"}, {})
    carrying.written("it.uf2", image, tmp_path, None, kept)
    flash = bytearray(b"\xff" * (SLOTS.offset + SLOTS.size))
    for at, page in uf2.flash_blocks(onto[0]):
        flash[at : at + len(page)] = page
    assert read(bytes(flash[SLOTS.offset :])) == {"settings.a": b"1"}
