"""If settings files are damaged, loudness limits fall back to values that are not louder."""

import json
from binascii import crc32

import pytest
from tests.unit.firmware.shared.test_settings import ALWAYS, DEFAULTS, loaded

from pingware.games import catalog
from pingware.shared.settings import VERSION

DAMAGED = b"\x00" * 50


def written(sequence, text):
    """Returns the bytes of a settings file with a valid CRC."""
    body = b"%d " % sequence + text.encode()
    return b"%08x " % crc32(body) + body


def owner(**values):
    """Returns the content of an owner's settings file."""
    whatever_the_game = {name: DEFAULTS[name] for name in ALWAYS}
    return json.dumps({**whatever_the_game, "version": VERSION, **values})


# Files a and b, and the resulting cap and lock: the lowest of 5, the stored volumes and caps, and
# a lock if any copy has one.
PROTECTED = [
    (DAMAGED, None, 5, False),
    (DAMAGED, written(4, owner(volume=9, cap=10)), 5, False),
    (DAMAGED, written(4, owner(volume=3, cap=10)), 3, False),
    (DAMAGED, written(4, owner(volume=9, cap=2)), 2, False),
    (written(5, owner(volume=9, cap=99)), written(4, owner(volume=8, cap=4)), 4, False),
    (written(5, owner(volume=9, cap="3")), written(4, owner(volume=8, cap=10)), 5, False),
    (written(5, owner(volume=9, cap=None)), None, 5, False),
    (written(5, owner(volume=2, cap=-3)), None, 2, False),
    (written(5, owner(mute_lock=1)), written(4, owner(mute_lock=True, volume=9)), 5, True),
    (written(5, owner(mute_lock=1, volume=9)), None, 5, False),
    (DAMAGED, written(4, owner(mute_lock=True, volume=9)), 5, True),
    (DAMAGED, written(4, owner(button_mute=True, volume=9)), 5, True),
    (written(5, owner(button_mute=1, volume=9)), None, 5, False),
    (written(5, "10"), written(4, owner(volume=9, cap=3)), 3, False),
]


@pytest.mark.parametrize(("first", "second", "cap", "locked"), PROTECTED)
def test_unreadable_limit_falls_back_to_the_lowest_known_one(
    tmp_path, first, second, cap, locked
) -> None:
    (tmp_path / "settings.a").write_bytes(first)
    if second:
        (tmp_path / "settings.b").write_bytes(second)
    found = loaded(str(tmp_path / "settings"))
    assert (found.cap, found.loudness == 0) == (cap, locked)
    assert f"the cap is {cap} until" in found.problems[-1]


@pytest.mark.parametrize("wrong", [{"volume": 99}, {"profile": "loud"}, {"hello": 1}])
def test_damage_to_other_settings_does_not_lower_the_cap(tmp_path, wrong) -> None:
    (tmp_path / "settings.a").write_bytes(written(1, owner(**{"cap": 9, **wrong})))
    found = loaded(str(tmp_path / "settings"))
    catalog.CATALOG.load(found)
    assert found.cap == 9
    assert len(found.problems) == 1


def test_settings_older_than_the_button_mute_keep_the_cap(tmp_path) -> None:
    older = json.loads(owner(volume=9, cap=9))
    del older["button_mute"]
    (tmp_path / "settings.a").write_bytes(written(1, json.dumps(older)))
    found = loaded(str(tmp_path / "settings"))
    assert (found.cap, found.button_mute, found.problems) == (9, False, [])


@pytest.mark.parametrize(("cut", "kept"), ["ab", "ba"])
def test_empty_copy_after_a_cut_first_write_is_ignored(tmp_path, cut, kept) -> None:
    (tmp_path / f"settings.{cut}").write_bytes(b"")
    found = loaded(str(tmp_path / "settings"))
    assert (found.cap, found.problems) == (10, []), "a new device"
    (tmp_path / f"settings.{kept}").write_bytes(written(1, owner(cap=9, volume=8)))
    found = loaded(str(tmp_path / "settings"))
    assert (found.cap, found.volume, found.problems) == (9, 8, [])
