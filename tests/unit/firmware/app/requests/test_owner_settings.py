"""Settings over the link: all changes or none, and changes that must wait for the end of a run."""

import asyncio

import pytest

from pingblock.common.declared import DECLARATIONS, SETTINGS, declarations, request
from pingware.app.requests.owner_requests import OwnerSettings
from pingware.shared import protocol
from pingware.shared.settings import VERSION, Settings


class Owned:
    """Settings and a base, and the listeners to changes, in the order of their calls."""

    def __init__(self, busy=False, **stored):
        self.settings = Settings(declarations(), {"version": VERSION, **stored})
        self.done = []
        self.settings.on_check(self._check)
        self.runs = busy
        for name in ("volume", "profile", "cells", "motion", "players"):
            self.settings.on_change((name,), lambda name=name: self.done.append(name))
        self._handle = OwnerSettings(self.settings, self).handle

    def handle(self, request):
        """Returns the answer of a request."""
        return asyncio.run(self._handle(request))

    def _check(self, changes):
        if changes.get("servo") == {"low_deg": 999}:
            raise ValueError("no such angle")


def test_settings_request_without_arguments_returns_all_and_changes_nothing() -> None:
    owned = Owned(volume=3)
    told = owned.handle({})
    always = {name for each in declarations().settings for name in each}
    assert set(told["settings"]) == always < set(SETTINGS)
    assert (told["settings"]["volume"], told["version"], told["unsaved"]) == (3, VERSION, False)


def test_settings_of_any_game_can_be_read_and_changed() -> None:
    owned = Owned(dice_rules="hideout")
    told = owned.handle({"of": "dice", "set": {"clock_min": 60}})["settings"]
    unchanged = {"dice_rules": "hideout", "dice_press": "die", "rent_ticks": True}
    assert told == {**unchanged, "clock_min": 60}
    assert "clock_min" not in owned.handle({})["settings"]
    with pytest.raises(ValueError, match="This board has no game chess: choose one of block"):
        owned.handle({"of": "chess"})


def test_changed_settings_take_effect_and_equal_values_are_no_change() -> None:
    owned = Owned(volume=3)
    assert owned.handle({"set": {"volume": 3, "players": 0}})["unsaved"] is False
    assert owned.done == []
    changes = {"volume": 2, "profile": "junior", "cells": "2xaaa", "motion": "slow"}
    told = owned.handle({"set": changes})
    assert (told["reply"], told["waits"], told["unsaved"]) == ("done", [], True)
    assert owned.done == list(changes)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"volume": 11}, "volume is 11: it must be an integer from 0 to 10"),
        ({"volum": 3}, "There is no setting volum"),
        ({"servo": {"low_deg": 999}}, "no such angle"),
        ({"mute_lock": None}, "mute_lock is null: it must be"),
    ],
)
def test_one_wrong_value_prevents_all_changes(wrong, words) -> None:
    owned = Owned()
    with pytest.raises(ValueError, match=words):
        owned.handle({"set": {"cap": 4, "chime": 0, **wrong}})
    assert owned.settings.as_dict() == Settings(declarations()).as_dict()
    assert (owned.done, owned.settings.unsaved) == ([], False)


def test_reset_restores_named_or_all_settings_and_refuses_unknown_names() -> None:
    owned = Owned(volume=3, cap=5, names=["Ann"])
    with pytest.raises(ValueError, match="There is no setting bogus"):
        owned.handle({"reset": ["volume", "bogus"]})
    assert owned.settings.volume == 3
    assert owned.handle({"reset": ["volume"]})["settings"]["volume"] == 6
    assert owned.settings.cap == 5
    owned = Owned(cap=5, dice_rules="hideout")  # a setting of a game that is not loaded
    owned.handle({"reset": []})
    assert owned.settings.as_dict() == Settings(declarations()).as_dict()


@pytest.mark.parametrize(
    "waits", [{"players": 3}, {"together": True}, {"mixed": True}, {"servo": {"low_deg": 50}}]
)
def test_changes_to_a_running_wiggle_wait_together_until_it_ends(waits) -> None:
    owned = Owned(busy=True)
    told = owned.handle({"set": {"volume": 1, **waits}})
    assert (told["reply"], told["waits"]) == ("busy", list(waits))
    assert owned.settings.as_dict() == Settings(declarations()).as_dict()


def test_answer_names_settings_that_act_from_the_next_wiggle() -> None:
    told = Owned(busy=True).handle({"set": {"run_s": [5, 5], "ticks": False, "volume": 1}})
    assert (told["reply"], told["waits"]) == ("done", ["run_s"])


def test_longest_settings_fit_one_line_both_ways() -> None:
    servo = {"from_us": 1000, "to_us": 2400, "reverse": False, "low_deg": 100, "high_deg": 120}
    longest = {
        **{"weights": [11_111] * 9, "profile": "custom", "cells": "1xaaa_boost"},
        **{"motion": "surprise", "names": ["\N{SAUROPOD}" * 12] * 4},
        "servo": {**servo, "home_deg": 110},
    }
    owned = Owned()
    all_of_them = {**Settings(declarations()).all(), **longest}
    protocol.encode(request(DECLARATIONS, "x" * 16, "settings", set=all_of_them))
    told = owned.handle({"set": longest})
    told["waits"] = ["run_s", "motion"]
    protocol.encode(protocol.ok("x" * 16, told), 64)
