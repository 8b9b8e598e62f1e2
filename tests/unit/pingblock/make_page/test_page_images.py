"""Images for new boards that come with the page: of this firmware, or none."""

import json
import re

import pytest
from tests.unit.pingblock.build.test_one_file import in_flash

from pingblock.build import uf2
from pingblock.build.board import BOARD
from pingblock.build.image import STORAGES, device_files, read, slot_files
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import identity
from pingblock.common.micropython import PICO
from pingblock.make_page.page_firmware import FOLDER, board_of, firmware_packs
from pingblock.make_page.page_images import PATHS, image_files

SAYS = PICO.machine.encode()


@pytest.fixture
def nothing_here(tmp_path, monkeypatch):
    firmware_packs()  # merged before the cache is another one
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PINGBLOCK_UF2", raising=False)
    return tmp_path


def images(folder):
    files = image_files(folder)
    told = json.loads(files.pop(f"{FOLDER}/images.json"))["images"]
    assert {f"{FOLDER}/{each['file']}" for each in told if each["file"]} == set(files)
    assert all(re.fullmatch(PATHS, name) for name in files)
    return told, files


def test_without_any_image_each_board_is_told_all_the_same(nothing_here):
    told, files = images(nothing_here)
    assert [each["label"] for each in told[::2]] == ["Pico", "Pico 2", "Pico W", "Pico 2 W"]
    assert files == {}


def test_a_frozen_image_of_this_firmware_is_taken_and_a_stale_one_is_not(nothing_here):
    itself = identity(slot_files(firmware_dir(), BOARD)).encode()
    now, stale = (uf2.of_binary(bytes(600) + text, "rp2040") for text in (itself, b"0" * 16))
    folder = nothing_here / "frozen"
    folder.mkdir()
    (folder / "pingblock-pico2.uf2").write_bytes(stale)
    (folder / "pingblock-pico-0123456789abcdef.uf2").write_bytes(now)
    (folder / "pingblock-pico-fedcba9876543210.uf2").write_bytes(stale)
    told, files = images(folder)
    assert files == {f"{FOLDER}/pingblock-pico.uf2": now}
    assert [each["board"] for each in told if each["frozen"]] == ["pico"]


def test_micropython_that_is_here_gets_the_files_of_each_board(nothing_here):
    cache = nothing_here / "cache" / "pingblock"
    (cache / "picow").mkdir(parents=True)
    micropython = uf2.of_binary(b"; MicroPython v1.28.0 on 2026-04-06 " + SAYS, "rp2040")
    (cache / "it.uf2").write_bytes(micropython)
    (cache / "picow" / "RPI_PICO_W-mistaken.uf2").write_bytes(micropython)  # is left out
    _told, files = images(nothing_here / "none")
    for ending, base in (("", True), ("-block", False)):
        flash = in_flash(files.pop(f"{FOLDER}/pingblock-pico{ending}.uf2"), 2 << 20)
        wanted = device_files(firmware_dir(), board=board_of(PICO, base))
        assert read(flash[STORAGES["pico"].offset :]) == wanted
    assert files == {}
