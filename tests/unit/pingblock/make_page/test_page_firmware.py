"""Uploads for firmware that runs in place: the page sends the same bytes as the command line."""

import gzip
import json
from zlib import crc32

import pytest

from pingblock.image import slot_image, uf2
from pingblock.image.frozen import made_of
from pingblock.make_page.page_firmware import FOLDER, INDEX, firmware_packs

BASE = bytes(range(32))
IMAGE = slot_image.SlotImage(BASE, bytes(8) + b"\1\2\3\4" + bytes(600), (8,))


def unpacked(pack):
    whole = gzip.decompress(pack)
    place = 4 + int.from_bytes(whole[:4], "little")
    found = {}
    for name, size in json.loads(whole[4:place])["parts"].items():
        found[name] = whole[place : place + size]
        place += size
    assert place == len(whole)
    return found


@pytest.fixture
def images(tmp_path):
    pages = [
        (0, uf2.SLOTS_MODULE + b"Raspberry Pi Pico with RP2040"),
        (slot_image.FIRST, IMAGE.factory(made_of())),
    ]
    content = uf2.of_pages(slot_image.pages(pages), "rp2040")
    (tmp_path / "pingblock-pico-slots.uf2").write_bytes(content)
    return tmp_path


def test_pack_contains_the_uploads_of_the_command_line(images):
    files = firmware_packs(images)
    known = json.loads(files.pop(INDEX))["firmware"]
    (about,) = known.values()
    assert list(known) == ["rp2040"]
    uploads = unpacked(files.pop(f"{FOLDER}/{about['pack']}"))
    assert uploads == {"a": IMAGE.stream(0), "b": IMAGE.stream(1)}
    assert uploads["a"] != uploads["b"]
    assert about["files"] == {name: [len(data), crc32(data)] for name, data in uploads.items()}
    assert about["crc32"] == {"a": IMAGE.crc32(0), "b": IMAGE.crc32(1)}
    assert about["base"] == BASE.hex()
    assert files == {}


def test_page_without_images_has_an_empty_list(tmp_path):
    (listed,) = firmware_packs(tmp_path).values()
    assert json.loads(listed)["firmware"] == {}
