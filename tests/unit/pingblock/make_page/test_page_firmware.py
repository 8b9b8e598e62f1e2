"""Firmware that comes with the page: a pack holds what an update from here would send."""

import gzip
import json
from hashlib import sha256
from zlib import crc32

import pytest

from pingblock.build.board import board_of_device
from pingblock.build.image import slot_files
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import identity
from pingblock.common.micropython import pico_named
from pingblock.make_page.page_firmware import FOLDER, firmware_packs


def unpacked(pack):
    whole = gzip.decompress(pack)
    place = 4 + int.from_bytes(whole[:4], "little")
    found = {}
    for name, size in json.loads(whole[4:place])["parts"].items():
        found[name] = whole[place : place + size]
        place += size
    assert place == len(whole)
    return found


@pytest.fixture(scope="module")
def index():
    return json.loads(firmware_packs()[f"{FOLDER}/index.json"])


@pytest.mark.parametrize(("said", "name"), [("rev_a", "pico"), ("rev_a_block_w", "pico2w")])
def test_a_pack_is_the_update_of_its_board(index, said, name):
    pico = pico_named(name)
    files = slot_files(firmware_dir(), board_of_device(said, pico.chip, pico.radio))
    wanted = (name, "_block" not in said)
    (about,) = (each for each in index["firmware"] if (each["board"], each["base"]) == wanted)
    pack = firmware_packs()[f"{FOLDER}/{about['pack']}"]
    assert sha256(pack).hexdigest() == about["sha256"]
    assert unpacked(pack) == files
    told = {path: [len(data), crc32(data)] for path, data in files.items()}
    assert about["files"] == told
    assert about["identity"] == identity(files)
    assert about["mpy"] & 0xFF == 6, "the format that MicroPython 1.24 to 1.28 runs"
    assert about["mpy"] >> 10 == 4, "machine code for Armv6-M, MP_NATIVE_ARCH_ARMV6M"


def test_there_is_one_for_each_board(index):
    packs = {f"{FOLDER}/{each['pack']}" for each in index["firmware"]}
    assert len(packs) == 8
    assert packs | {f"{FOLDER}/index.json"} == set(firmware_packs())
