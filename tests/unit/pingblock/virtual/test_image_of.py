"""The image that the engine ``chip`` boots: the download, or an image that the user names."""

from types import SimpleNamespace

import pytest

from pingblock.boards.board import BOARD, with_chip
from pingblock.errors import BadInput, MissingFile, Unavailable
from pingblock.image import ready_slots
from pingblock.virtual import published
from pingblock.virtual.engines import image_of

DOWNLOAD, STOCK = "the download", "MicroPython"


@pytest.fixture(autouse=True)
def images(monkeypatch):
    """Fakes of both images."""
    monkeypatch.delenv("PINGBLOCK_UF2", raising=False)
    monkeypatch.setattr(ready_slots, "download", lambda pico: DOWNLOAD)
    monkeypatch.setattr(published, "uf2_path", lambda: STOCK)


def test_download_is_booted_by_default():
    assert image_of() == image_of(BOARD) == DOWNLOAD


def test_named_image_replaces_download(monkeypatch):
    monkeypatch.setenv("PINGBLOCK_UF2", "mine.uf2")
    assert image_of() == STOCK


def test_pico_w_boots_same_download():
    assert image_of(with_chip(BOARD, "rp2040", radio=True)) == DOWNLOAD


def test_board_with_other_pins_has_no_image():
    with pytest.raises(BadInput, match="no image for the board rev_a: use the engine 'desk'"):
        image_of(SimpleNamespace(**{**vars(BOARD), "__file__": "mine.py"}))


def test_missing_download_error_names_file_and_command(monkeypatch):
    def missing(pico):
        raise MissingFile(f"no pingblock-{pico.name}-slots.uf2: type 'make images'")

    monkeypatch.setattr(ready_slots, "download", missing)
    with pytest.raises(Unavailable, match=r"no pingblock-pico-slots\.uf2: type 'make images'"):
        image_of()
