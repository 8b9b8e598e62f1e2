"""Settings: valid for all stored values, and every dropped value is named."""

import json
from binascii import crc32
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingblock.common.declared import SETTINGS, declarations
from pingware.games import catalog
from pingware.games.worms import options as worms
from pingware.shared.schema import is_right
from pingware.shared.settings import VERSION, Settings
from pingware.storage import stored_settings
from pingware.storage.files import SlotStore

# Every setting, and the game, when ``all_changed.a`` was written.
STORED = {
    **{"version": 1, "volume": 0, "cap": 3, "mute_lock": True, "chime": 10, "profile": "custom"},
    **{"weights": [1, 1, 1, 1, 1, 1, 0, 0, 1], "cells": "1xaaa_boost", "game": "block"},
    **{"run_s": [5, 60], "motion": "surprise", "ticks": False, "players": 4, "together": True},
    **{"mixed": True, "names": ["Ada", "Björn", "", "Zoë"]},
    "servo": {"from_us": 600, "reverse": True},
}
DEFAULTS = {name: found.default for name, found in SETTINGS.items()}
ALWAYS = [
    name for each in [*declarations().settings, worms.SETTINGS] for name in each
]  # settings of all games
GOOD = {**{name: DEFAULTS[name] for name in ALWAYS}, **STORED}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def settings_with_worms(*given):
    """Settings of a device whose apple base has started."""
    found = Settings(declarations(), *given)
    found.add(worms.SETTINGS)
    return found


def loaded(path):
    """The settings stored at ``path``, of a device whose apple base has started."""
    found = stored_settings.load(declarations(), path)
    found.add(worms.SETTINGS)
    return found


def values_of(found):
    catalog.CATALOG.load(found)
    return {name: getattr(found, name) for name in SETTINGS}


def test_settings_file_of_an_earlier_device_is_read(tmp_path) -> None:
    (tmp_path / "settings.a").write_bytes(
        b'47a34c2d 7 {"version": 1, "volume": 6, "cap": 8, "mute_lock": true, '
        b'"profile": "junior", "cells": "2xaaa"}'
    )
    found = settings_with_worms(SlotStore(str(tmp_path / "settings")).load())
    assert found.problems == []
    assert (found.volume, found.cap, found.mute_lock) == (6, 8, True)
    assert (found.profile, found.cells) == ("junior", "2xaaa")


def test_new_device_has_the_documented_default_settings() -> None:
    """Medium volume, no cap, the odds of the manual (QB-08), 20 s of worms (WW-A-04)."""
    found = settings_with_worms()
    assert found.weights[:4] == [2, 2, 1, 1]
    assert found.all() == {
        **{name: DEFAULTS[name] for name in ALWAYS},
        **{"volume": 6, "cap": 10, "mute_lock": False, "chime": 4, "profile": "manual"},
        **{"weights": found.weights, "cells": "3xaaa", "game": "block", "run_s": [20, 20]},
        **{"motion": "normal", "ticks": True, "players": 0, "together": False},
        **{"mixed": False, "names": [], "servo": {}},
    }
    assert values_of(found) == DEFAULTS
    assert found.problems == []


def test_good_settings_are_loaded_unchanged_without_a_problem() -> None:
    found = settings_with_worms(GOOD)
    assert found.as_dict() == GOOD
    assert found.problems == []
    assert not found.save(), "settings without a file cannot be saved"
    with pytest.raises(AttributeError):
        _ = found.brightness


@pytest.mark.parametrize(
    ("name", "nonsense"),
    [
        *(("volume", 11), ("cap", -1), ("mute_lock", 1), ("run_s", [20, 5]), ("motion", "wild")),
        *(("ticks", "off"), ("together", None), ("mixed", [[]]), ("players", 1), ("players", 5)),
        *(("names", ["a"] * 5), ("names", ["far too long a name"]), ("chime", None)),
        *(("servo", {"from_us": "600"}), ("profile", "expert"), ("weights", [0, 0, 0, 0])),
        ("cells", "lemon"),
    ],
)
def test_only_the_invalid_value_becomes_default_and_is_reported(name, nonsense) -> None:
    found = settings_with_worms({**GOOD, name: nonsense})
    assert values_of(found) == {**values_of(settings_with_worms(GOOD)), name: DEFAULTS[name]}
    assert len(found.problems) == 1
    assert found.problems[0].startswith(name + " must be ")


@pytest.mark.parametrize("version", [None, 0, 2, "1"])
def test_wrong_version_is_reported_and_valid_settings_are_kept(version) -> None:
    found = settings_with_worms({**GOOD, "version": version})
    assert found.problems == ["version must be 1."]
    assert found.as_dict() == GOOD


@pytest.mark.parametrize("stored", [[], 7, "x", True])
def test_stored_value_that_is_not_an_object_gives_the_defaults(stored) -> None:
    found = settings_with_worms(stored)
    assert values_of(found) == DEFAULTS
    assert found.problems


@given(st.dictionaries(st.sampled_from([*SETTINGS, "version", "x"]), ANYTHING) | ANYTHING)
def test_any_stored_settings_become_valid_with_loudness_within_the_cap(stored) -> None:
    found = settings_with_worms(stored)
    catalog.CATALOG.load(found)
    for name in SETTINGS:
        assert is_right(SETTINGS[name].rule, getattr(found, name)), name
    assert found.loudness <= found.cap
    assert settings_with_worms(found.as_dict()).problems == []


def test_cap_and_mute_lock_limit_the_volume() -> None:
    found = settings_with_worms({**GOOD, "volume": 9, "cap": 4, "mute_lock": False})
    assert found.loudness == 4
    found.change({"volume": 2})
    assert found.loudness == 2
    found.change({"mute_lock": True})
    assert found.loudness == 0


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [("volume", 99, "0 to 10"), ("version", 2, "no setting"), ("_values", {}, "no setting")],
)
def test_wrong_change_is_refused_and_changes_nothing(name, value, words) -> None:
    found = settings_with_worms(GOOD)
    with pytest.raises(ValueError, match=words):
        found.change({"cap": 4, name: value})
    assert found.as_dict() == GOOD


def test_outside_lists_cannot_change_the_stored_weights() -> None:
    weights = [1, 2, 3, 4]
    found = settings_with_worms()
    found.change({"weights": weights})
    weights[0] = -5
    found.as_dict()["weights"][1] = -5
    assert found.weights == [1, 2, 3, 4]
    assert settings_with_worms().weights == DEFAULTS["weights"]


def test_damaged_files_are_reported_and_defaults_apply_with_low_cap(tmp_path) -> None:
    path = str(tmp_path / "settings")
    (tmp_path / "settings.a").write_bytes(b"\x00" * 50)
    (tmp_path / "settings.b").write_bytes(b"x")
    found = loaded(path)
    assert values_of(found) == {**DEFAULTS, "cap": 5}
    assert found.problems == [
        "2 of the 2 settings files cannot be read.",
        "The stored volume limit cannot be read: the cap is 5 until you set it.",
    ]


def test_settings_are_written_only_after_the_owner_changes_one(tmp_path) -> None:
    """A press in the first second must not wait, and writing flash stops interrupts."""
    found = loaded(str(tmp_path / "settings"))
    assert (found.problems, found.save()) == ([], False)
    found.change({"volume": found.volume})
    assert found.save() is False
    assert list(tmp_path.iterdir()) == []
    found.change({"volume": 2})
    assert found.save() is True
    assert found.save() is False
    again = loaded(str(tmp_path / "settings"))
    assert (again.volume, again.as_dict()["version"], again.problems) == (2, VERSION, [])


# Written by the firmware before settings were declared with combinators. Every setting is changed.
WRITTEN = Path(__file__).parents[3] / "data" / "stored_settings" / "all_changed.a"


def test_settings_stored_by_earlier_firmware_are_loaded(tmp_path) -> None:
    (tmp_path / "settings.a").write_bytes(WRITTEN.read_bytes())
    found = loaded(str(tmp_path / "settings"))
    assert found.as_dict() == GOOD
    assert found.problems == []
    same = [name for name in ALWAYS if name in STORED and GOOD[name] == DEFAULTS[name]]
    assert same == ["game"]  # earlier firmware had only one press game


def test_stored_settings_keep_the_format_of_earlier_firmware(tmp_path) -> None:
    """The format is the same, except for the order of the names: a CRC, a number, an object."""
    found = loaded(str(tmp_path / "settings"))
    found.change({name: GOOD[name] for name in ALWAYS})
    assert found.save()
    raw = (tmp_path / "settings.a").read_bytes()
    assert raw[:9] == b"%08x " % crc32(raw[9:])
    sequence, _, text = raw[9:].partition(b" ")
    before = WRITTEN.read_bytes()[9:].partition(b" ")
    # Earlier firmware drops unknown settings, and reports that.
    assert (sequence, json.loads(text)) == (before[0], {**GOOD, **json.loads(before[2])})


def test_callback_runs_once_after_all_changes_unless_one_is_refused() -> None:
    found, heard = settings_with_worms(), []
    found.on_change(("volume", "cap"), lambda: heard.append(("loudness", found.loudness)))
    found.on_change(("chime",), lambda: heard.append(("chime", found.chime)))
    with pytest.raises(ValueError, match=r"cap is .*: it must be"):
        found.change({"volume": 9, "cap": 11})
    assert (found.volume, heard, found.unsaved) == (6, [], False)
    found.change({"volume": 9, "cap": 4, "mute_lock": False})
    assert heard == [("loudness", 4)]
    found.change({"chime": found.chime})
    assert heard[1:] == [("chime", 4)]
