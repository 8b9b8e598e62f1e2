"""Settings in the form that people write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingblock.common import values
from pingblock.errors import BadInput

WRITTEN = [
    ("volume=3", {"volume": 3}),
    ("mute_lock=on", {"mute_lock": True}),
    ("mute_lock=YES", {"mute_lock": True}),
    ("ticks=no", {"ticks": False}),
    ("ticks=False", {"ticks": False}),
    ("profile=junior", {"profile": "junior"}),
    ("weights=2,2,1,1", {"weights": [2, 2, 1, 1]}),
    ("weights=[2, 2, 1, 1]", {"weights": [2, 2, 1, 1]}),
    ("run_s=20", {"run_s": [20, 20]}),
    ("run_s=10, 20", {"run_s": [10, 20]}),
    ("names=Ann, Zoë", {"names": ["Ann", "Zoë"]}),
    ("names=1,2", {"names": ["1", "2"]}),
    ("names=", {"names": []}),
    ('names=["a,b"]', {"names": ["a,b"]}),
    ("players=3", {"players": 3}),
    ("cells=2xnimh", {"cells": "2xnimh"}),
    ('servo={"low_deg": 50}', {"servo": {"low_deg": 50}}),
]
WRONG = [
    ("volume=11", "volume is 11: it must be an integer from 0 to 10"),
    ("volume=loud", 'volume is "loud": it must be'),
    ("volume=3.5", "volume is 3.5: it must be"),
    ("mute_lock=1", "mute_lock is .*: it must be true or false"),
    ("run_s=5,61", r"run_s is \[5, 61\]: it must be"),
    ("run_s=[NaN]", "run_s is .*: it must be"),
    ("names=" + "x" * 13, "names is .*: it must be"),
    (
        'servo={"low_deg": 170}',
        "low_deg, home_deg and high_deg are 170, .*: they must be in this order",
    ),
    ("servo=[", "servo is .*: it must be"),
    ("profile=junor", "profile is .*: it must be .* Did you mean 'junior'?"),
    ("players=1", "players is .1.: it must be 0 .no referee., 2, 3 or 4"),
    ("weights=2,x,1,1", "weights is .*: it must be 4.* or [0-9]+ integers"),
    ("action_weights=2", "action_weights is .*: it must be 4 integers"),
    ("run_s=[]", "run_s is .*: it must be"),
    ('run_s={"a": 1}', "run_s is .*: it must be"),
    ("volume", "not NAME=VALUE"),
    ("volum=3", "There is no setting 'volum'. Did you mean 'volume'?"),
    ("Volume=3", "Did you mean 'volume'?"),
    ("zzz=3", "There is no setting 'zzz'. There are: volume, cap"),
]


def test_settings_are_read_as_people_write_them():
    assert [values.parse([word]) for word, _ in WRITTEN] == [wanted for _, wanted in WRITTEN]


@pytest.mark.parametrize(("word", "says"), WRONG)
def test_error_names_the_allowed_values(word, says):
    with pytest.raises(BadInput, match=says):
        values.parse([word])


def test_all_wrong_settings_are_reported_at_once():
    with pytest.raises(
        BadInput, match=r"'capp'. Did you mean 'cap'.* 'chme'. Did you mean 'chime'"
    ):
        values.check({"capp": 1, "chme": 2})
    with pytest.raises(BadInput, match=r"cap is 11.* chime is -1"):
        values.check({"cap": 11, "chime": -1})
    with pytest.raises(BadInput, match="volume is named twice"):
        values.parse(["volume=3", "volume=4"])


NAMES = st.lists(st.text(max_size=12).map(str.strip), max_size=4)


@given(NAMES, st.booleans(), st.integers(0, 10))
def test_shown_values_can_be_read_back(names, switch, level):
    held = {"names": names, "ticks": switch, "volume": level, "run_s": [5, level + 5]}
    for name, value in held.items():
        assert values.parse([f"{name}={values.shown(value)}"]) == {name: value}


@pytest.mark.parametrize("name", ["[0", "{", "a,b", "", "1"])
def test_odd_names_can_be_read_back(name):
    assert values.parse([f"names={values.shown([name])}"]) == {"names": [name]}


def test_changes_contain_only_different_values():
    assert values.changes({"a": 1, "b": 2}, {"a": 1, "b": 3}) == {"b": (2, 3)}
