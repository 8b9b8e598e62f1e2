"""Settings: valid whatever was stored, and everything that was thrown away is named."""

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from pingware.games.block import odds
from pingware.shared.settings import BLOCK, SCHEMA, VERSION, WORMS, Settings
from pingware.storage import stored_settings
from pingware.storage.files import SlotStore

GOOD = {
    "version": 1,
    "volume": 0,
    "cap": 3,
    "mute_lock": True,
    "chime": 10,
    "profile": "custom",
    "weights": [1, 1, 1, 1, 1, 1, 0, 0, 1],
    "cells": "1xaaa_boost",
    "run_s": [5, 60],
    "motion": "surprise",
    "ticks": False,
    "players": 4,
    "together": True,
    "mixed": True,
    "names": ["Ada", "Björn", "", "Zoë"],
    "servo": {"from_us": 600, "reverse": True},
}
DEFAULTS = {name: entry[0] for name, entry in SCHEMA.items()}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def values_of(found):
    return {name: getattr(found, name) for name in SCHEMA}


def test_without_anything_stored_the_defaults_hold_and_nothing_is_wrong() -> None:
    fresh = Settings()
    assert values_of(fresh) == DEFAULTS
    assert fresh.problems == []


def test_every_default_keeps_its_own_rule() -> None:
    for name, (default, (is_right, words)) in SCHEMA.items():
        assert is_right(default), name
        assert words


def test_a_settings_file_of_an_earlier_device_is_read_from_its_bytes(tmp_path) -> None:
    (tmp_path / "settings.a").write_bytes(
        b'47a34c2d 7 {"version": 1, "volume": 6, "cap": 8, "mute_lock": true, '
        b'"profile": "junior", "cells": "2xaaa"}'
    )
    found = Settings(SlotStore(str(tmp_path / "settings")).load())
    assert found.problems == []
    assert (found.volume, found.cap, found.mute_lock) == (6, 8, True)
    assert (found.profile, found.cells) == ("junior", "2xaaa")


def test_a_new_device_has_these_settings() -> None:
    """Medium volume, no cap, the odds of the manual (QB-08), 20 s of worms (WW-A-04)."""
    assert Settings().as_dict() == {
        "version": 1,
        "volume": 6,
        "cap": 10,
        "mute_lock": False,
        "chime": 4,
        "profile": "manual",
        "weights": [2, 2, 1, 1],
        "cells": "3xaaa",
        "run_s": [20, 20],
        "motion": "normal",
        "ticks": True,
        "players": 0,
        "together": False,
        "mixed": False,
        "names": [],
        "servo": {},
    }


def test_good_settings_come_back_as_they_were() -> None:
    found = Settings(GOOD)
    assert found.as_dict() == GOOD
    assert found.problems == []


@pytest.mark.parametrize(
    ("name", "nonsense"),
    [
        ("volume", 11),
        ("volume", "loud"),
        ("cap", -1),
        ("cap", True),
        ("mute_lock", 1),
        ("run_s", [20, 5]),
        ("run_s", [4, 20]),
        ("run_s", [20, 61]),
        ("run_s", 20),
        ("motion", "wild"),
        ("players", 1),
        ("players", 5),
        ("players", True),
        ("names", ["a"] * 5),
        ("names", ["far too long a name"]),
        ("names", "Ada"),
        ("servo", {"from_us": "600"}),
        ("servo", []),
        ("chime", None),
        ("profile", "expert"),
        ("weights", [0, 0, 0, 0]),
        ("weights", [1, 2]),
        ("cells", "lemon"),
    ],
)
def test_nonsense_falls_back_alone_and_is_named(name, nonsense) -> None:
    found = Settings({**GOOD, name: nonsense})
    assert values_of(found) == {**values_of(Settings(GOOD)), name: DEFAULTS[name]}
    assert len(found.problems) == 1
    assert found.problems[0].startswith(name + " must be ")


def test_unknown_names_are_dropped_and_named() -> None:
    found = Settings({**GOOD, "lasers": 3})
    assert found.problems == ["lasers is no setting: dropped."]
    assert found.as_dict() == GOOD


@pytest.mark.parametrize("version", [None, 0, 2, "1"])
def test_another_version_is_named_and_what_fits_is_kept(version) -> None:
    found = Settings({**GOOD, "version": version})
    assert found.problems == ["The stored settings are not of version 1."]
    assert found.as_dict() == GOOD


@pytest.mark.parametrize("stored", [[], 7, "x", True])
def test_what_is_no_object_gives_defaults_and_says_so(stored) -> None:
    found = Settings(stored)
    assert values_of(found) == DEFAULTS
    assert found.problems


@examples(max_examples=200)
@given(st.dictionaries(st.sampled_from([*SCHEMA, "version", "x"]), ANYTHING) | ANYTHING)
def test_whatever_was_stored_the_result_is_valid_and_not_above_the_cap(stored) -> None:
    found = Settings(stored)
    for name, (_, (is_right, _)) in SCHEMA.items():
        assert is_right(getattr(found, name)), name
    assert found.loudness <= found.cap
    assert Settings(found.as_dict()).problems == []


def test_the_cap_and_the_mute_lock_rule_over_the_volume() -> None:
    found = Settings({**GOOD, "volume": 9, "cap": 4, "mute_lock": False})
    assert found.loudness == 4
    found.change("volume", 2)
    assert found.loudness == 2
    found.change("mute_lock", True)
    assert found.loudness == 0


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [("volume", 99, "0 to 10"), ("version", 2, "no setting"), ("_values", {}, "no setting")],
)
def test_a_wrong_change_is_refused_and_changes_nothing(name, value, words) -> None:
    found = Settings(GOOD)
    with pytest.raises(ValueError, match=words):
        found.change(name, value)
    assert found.as_dict() == GOOD


def test_nobody_else_can_change_a_list_of_weights() -> None:
    weights = [1, 2, 3, 4]
    found = Settings()
    found.change("weights", weights)
    weights[0] = -5
    found.as_dict()["weights"][1] = -5
    assert found.weights == [1, 2, 3, 4]
    assert Settings().weights == DEFAULTS["weights"]


def test_there_are_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        _ = Settings().brightness


def test_the_games_accept_every_profile_and_all_valid_weights() -> None:
    for profile in ("manual", "junior", "custom"):
        assert len(odds.weights_of(profile, DEFAULTS["weights"])) == 9
    assert odds.weights_of("custom", GOOD["weights"]) == tuple(GOOD["weights"])


def test_settings_survive_on_the_disk(tmp_path) -> None:
    path = str(tmp_path / "settings")
    first = stored_settings.load(path)
    assert first.problems == []
    first.change("volume", 2)
    assert first.save()
    assert not first.save()
    again = stored_settings.load(path)
    assert again.volume == 2
    assert again.as_dict()["version"] == VERSION
    assert again.problems == []


def test_damaged_files_are_named_and_the_block_still_has_settings(tmp_path) -> None:
    path = str(tmp_path / "settings")
    (tmp_path / "settings.a").write_bytes(b"\x00" * 50)
    (tmp_path / "settings.b").write_bytes(b"")
    found = stored_settings.load(path)
    assert values_of(found) == DEFAULTS
    assert found.problems == ["2 of the 2 settings files cannot be read."]


def test_without_a_place_to_keep_them_nothing_is_saved() -> None:
    assert not Settings().save()


def test_every_setting_belongs_to_the_block_or_to_the_worms() -> None:
    assert sorted((*BLOCK, *WORMS)) == sorted(SCHEMA)
    assert Settings(GOOD).part(WORMS)["run_s"] == [5, 60]


def test_nobody_else_can_change_a_calibration() -> None:
    found = Settings(GOOD)
    found.part(WORMS)["servo"]["from_us"] = 1
    assert found.servo["from_us"] == 600


def test_nothing_is_written_until_the_owner_changes_something(tmp_path) -> None:
    """Writing flash stops interrupts: a press in the first second after power-on would wait."""
    found = stored_settings.load(str(tmp_path / "settings"))
    assert found.save() is False
    found.change("volume", found.volume)
    assert found.save() is False
    assert list(tmp_path.iterdir()) == []
    found.change("volume", 2)
    assert found.save() is True
    assert found.save() is False
