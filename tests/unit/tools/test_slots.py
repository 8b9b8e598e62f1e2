"""Linking of firmware for slots: the strings of the base, and the hash in it."""

import os
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from tools import slot_base, slots

from pingblock.common.cache import kept
from pingblock.common.micropython import PICO
from pingblock.errors import BadInput
from pingblock.image import ready_slots, slot_image, uf2

# The beginning and the strings of MicroPython's frozen_content.c, shortened.
CONTENT = """
enum {
    MP_QSTR__percent_02x = MP_QSTRnumber_of,
    MP_QSTR_asyncio,
};
const qstr_len_t mp_qstr_frozen_const_lengths[] = {
    4,
    7,
};
extern const qstr_pool_t mp_qstr_const_pool;
const qstr_pool_t mp_qstr_frozen_const_pool = {
    &mp_qstr_const_pool, // previous pool
    MP_QSTRnumber_of, // previous pool size
    {
        "%02x",
        "asyncio",
    },
};
static const char text[] = {
        "not a string of the pool",
};
#ifdef MICROPY_FROZEN_LIST_ITEM
MICROPY_FROZEN_LIST_ITEM("asyncio", "asyncio.py")
#endif
"""


def test_strings_of_the_base_keep_their_numbers():
    strings = slot_base.frozen_strings(CONTENT)
    assert strings == {"_percent_02x": "%02x", "asyncio": "asyncio"}
    lines = slots._adapted(CONTENT, list(strings)).splitlines()
    assert lines[:2] == [
        '#include "py/qstr.h"',
        "enum { MP_QSTR__percent_02x = MP_QSTRnumber_of, MP_QSTR_asyncio, number_of_base };",
    ]
    assert "    &pingblock_base_strings, // previous pool" in lines
    assert "    number_of_base, // previous pool size" in lines
    assert lines[lines.index('MICROPY_FROZEN_LIST_ITEM("asyncio", "asyncio.py")') - 1] == "#if 0"


def with_hash(program, at):
    return slot_base.with_hash(program, {"pingblock_base_hash": (1 << 28) + at})


@pytest.mark.parametrize(
    ("program", "at", "why"),
    [
        (bytes(0x80001), 64, r"The base has 524289 bytes\. Only 524288 fit before slot 0\."),
        (b"\1" * 256, 64, r"no 32 zeros for its hash, pingblock_base_hash\."),
        (bytes(256), 240, r"no 32 zeros for its hash, pingblock_base_hash\."),
        (bytes(256), 0x10000000, r"no 32 zeros for its hash, pingblock_base_hash\."),
    ],
)
def test_base_without_space_for_its_hash_is_refused(program, at, why):
    with pytest.raises(BadInput, match=why):
        with_hash(program, at)


def test_hash_of_the_base_is_made_without_the_hash():
    program, found = with_hash(bytes(512), 64)
    assert found == sha256(bytes(512)).digest()
    assert program == bytes(64) + found + bytes(512 - 96)


def test_cached_base_equals_the_built_one(tmp_path, monkeypatch):
    tree = "{tree}"
    built = {"program.bin": b"1", "flags.json": f'["-I{tree}/py", "-I{{native}}"]'.encode()}
    monkeypatch.setattr(slot_base, "WORK", tmp_path)
    monkeypatch.setattr(slot_base, "place", lambda *_words: tmp_path / "base-1.tar.xz")
    monkeypatch.setattr(slot_base, "_built", lambda *_words: built)
    made = slot_base.base_of("pingblock-pico-slots", PICO)
    monkeypatch.setattr(slot_base, "_built", None)
    shutil.rmtree(made.folder)
    again = slot_base.base_of("pingblock-pico-slots", PICO)
    assert (again.folder, again.program) == (made.folder, b"1")
    assert again.compiler[1:] == [f"-I{made.folder}/micropython/py", f"-I{slot_base.NATIVE}"]


def test_include_paths_of_the_build_become_relative():
    """cmake writes absolute paths, but the cached base outlives the checkout that built it."""
    tree = Path("/one/checkout/micropython")
    source = b'#include "/one/checkout/micropython/lib/boards/pico.h"\n#include "py/obj.h"\n'
    path = Path("build-rp2040/generated/config.h")
    assert slot_base.movable(source, path, tree) == (
        b'#include "../../lib/boards/pico.h"\n#include "py/obj.h"\n'
    )


def test_unknown_image_lists_existing_images(monkeypatch, capsys):
    monkeypatch.setattr(slots.sys, "argv", ["slots", "pico9"])
    assert slots.main() == 2
    assert (
        "There is no image pico9: pingblock-pico-slots, pingblock-pico2-slots."
        in capsys.readouterr().err
    )


def test_base_has_its_c_sources_and_images_have_own_places():
    kind = slots.KINDS["pingblock-pico-slots"]
    assert any(path.name == "slot_choice.c" for path in slot_base.PARTS)
    assert kind.place.name.startswith("pingblock-pico-slots-")
    assert kind.place != slots.KINDS["pingblock-pico2-slots"].place


def test_building_an_image_again_puts_it_before_later_ones(tmp_path, monkeypatch):
    """Another branch can have the same firmware on another base."""
    kind, identity = slots.KINDS["pingblock-pico-slots"], b"0123456789abcdef"
    firmware = slot_image.SlotImage(bytes(32), bytes(16), ()).factory(identity)

    def image(base: bytes) -> bytes:
        return uf2.of_pages(slot_image.pages([(0, base), (slot_image.FIRST, firmware)]), "rp2040")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(slots.frozen, "made_of", lambda *_board: identity)
    monkeypatch.setattr(ready_slots, "made_of", lambda *_board: identity)
    monkeypatch.setattr(ready_slots, "shipped", lambda _name: None)
    monkeypatch.setattr(slots, "_built", lambda _kind: image(b"ours"))
    slots.build(kind)
    later = kind.place.with_name(f"{kind.name}-{identity.decode()}.uf2")
    kept(later, lambda: image(b"later"))
    for path, at_s in ((kind.place, 1), (later, 2)):
        os.utime(path, (at_s, at_s))
    assert ready_slots.download(PICO) == later
    slots.build(kind)
    assert ready_slots.download(PICO) == kind.place
