"""The page's images for new Picos: those of this firmware, or no images."""

import json
import re

import pytest
from tests.uf2_files import of_binary

from pingblock.common.cache import kept
from pingblock.image.frozen import made_of
from pingblock.make_page.page_firmware import FOLDER
from pingblock.make_page.page_images import PATHS, image_files


@pytest.fixture
def nothing_here(tmp_path, monkeypatch):
    made_of()  # computed before another cache is used
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PINGBLOCK_UF2", raising=False)
    return tmp_path


def images(folder):
    files = image_files(folder)
    told = json.loads(files.pop(f"{FOLDER}/images.json"))["images"]
    assert {f"{FOLDER}/{each['file']}" for each in told if each["file"]} == set(files)
    assert all(re.fullmatch(PATHS, name) for name in files)
    return told, files


def test_page_lists_each_board_even_without_images(nothing_here):
    told, files = images(nothing_here)
    assert [each["label"] for each in told] == ["Pico", "Pico 2", "Pico W", "Pico 2 W"]
    assert files == {}


def test_image_of_this_firmware_is_used_but_no_stale_one(nothing_here):
    now, stale = (of_binary(bytes(600) + text, "rp2040") for text in (made_of(), b"0" * 16))
    folder = nothing_here / "images"
    folder.mkdir()
    (folder / "pingblock-pico2-slots.uf2").write_bytes(stale)
    kept(folder / "pingblock-pico-slots-0123456789abcdef.uf2", lambda: now)
    kept(folder / "pingblock-pico-slots-fedcba9876543210.uf2", lambda: stale)
    told, files = images(folder)
    assert files == {f"{FOLDER}/pingblock-pico.uf2": now}
    assert [each["board"] for each in told if each["file"]] == ["pico", "picow"]


def test_images_of_the_installation_are_used(nothing_here, monkeypatch):
    """They contain its firmware, which can be seen without compiling."""
    monkeypatch.setattr("pingblock.common.frozen.SHIPPED", nothing_here)
    monkeypatch.setattr("pingblock.image.ready_slots.image_path", lambda *_: None)
    for name in ("pico", "pico2"):
        (nothing_here / f"pingblock-{name}-slots.uf2").write_bytes(name.encode())
    image_files.cache_clear()
    told, files = images(None)
    image_files.cache_clear()
    assert files == {
        f"{FOLDER}/pingblock-pico.uf2": b"pico",
        f"{FOLDER}/pingblock-pico2.uf2": b"pico2",
    }
    assert all(each["file"] for each in told)
