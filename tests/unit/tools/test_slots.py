"""Linking of firmware for slots: the strings of the base, and the hash in it."""

from hashlib import sha256
from pathlib import Path

import pytest
from tools import slots

from pingblock.errors import BadInput

# The beginning and the strings of MicroPython's frozen_content.c, cut short.
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


def base(folder):
    (folder / "frozen_content.c").write_text(CONTENT)
    return slots.Base(Path("micropython"), folder, b"", bytes(32))


def test_strings_of_the_base_keep_their_numbers(tmp_path):
    strings = slots._base_strings(base(tmp_path))
    assert strings == {"_percent_02x": "%02x", "asyncio": "asyncio"}
    lines = slots._adapted(CONTENT, list(strings)).splitlines()
    assert lines[:2] == [
        '#include "py/qstr.h"',
        "enum { MP_QSTR__percent_02x = MP_QSTRnumber_of, MP_QSTR_asyncio, number_of_base };",
    ]
    assert "    &pingblock_base_strings, // previous pool" in lines
    assert "    number_of_base, // previous pool size" in lines
    assert lines[lines.index('MICROPY_FROZEN_LIST_ITEM("asyncio", "asyncio.py")') - 1] == "#if 0"


@pytest.fixture
def base_made_of(tmp_path, monkeypatch):
    """Takes a program and the place of its hash; nothing is compiled."""

    def made(program, at):
        (tmp_path / "firmware.bin").write_bytes(program)
        monkeypatch.setattr(slots, "edited", lambda: tmp_path)
        monkeypatch.setattr(slots, "compiled", lambda *_words, **_more: tmp_path)
        monkeypatch.setattr(slots, "_write", lambda *_words: None)
        monkeypatch.setattr(slots.frozen, "base_modules", lambda *_words: {})
        monkeypatch.setattr(
            slots, "_symbols", lambda _elf: {"pingblock_base_hash": (1 << 28) + at}
        )
        return slots.base_of(slots.KINDS["pingblock-pico-slots"])

    return made


@pytest.mark.parametrize(
    ("program", "at", "why"),
    [
        (bytes(0x80001), 64, r"The base has 524289 bytes, but slot 0 begins at 524288\."),
        (b"\1" * 256, 64, r"no 32 zeros for its hash, pingblock_base_hash\."),
        (bytes(256), 240, r"no 32 zeros for its hash, pingblock_base_hash\."),
        (bytes(256), 0x10000000, r"no 32 zeros for its hash, pingblock_base_hash\."),
    ],
)
def test_base_without_room_for_its_hash_is_refused(base_made_of, program, at, why):
    with pytest.raises(BadInput, match=why):
        base_made_of(program, at)


def test_hash_of_the_base_is_that_of_the_program_before_it_has_it(base_made_of):
    found = base_made_of(bytes(512), 64)
    assert found.sha256 == sha256(bytes(512)).digest()
    assert found.program == bytes(64) + found.sha256 + bytes(512 - 96)


def test_unknown_image_is_named_with_those_that_exist(monkeypatch, capsys):
    monkeypatch.setattr(slots.sys, "argv", ["slots", "pico9"])
    assert slots.main() == 2
    assert "There is no image pico9: pingblock-pico-slots, pingblock-pico2-slots." in capsys.readouterr().err


def test_change_of_the_c_makes_another_image():
    kind = slots.KINDS["pingblock-pico-slots"]
    assert any(path.name == "slot_choice.c" for path in slots.PARTS)
    assert kind.place.name.startswith("pingblock-pico-slots-")
    assert kind.place != slots.KINDS["pingblock-pico2-slots"].place
