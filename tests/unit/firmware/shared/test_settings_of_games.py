"""Settings of games: they wait for their game, and are judged when it is loaded."""

import pytest
from tests.unit.firmware.shared.test_settings import GOOD, settings_with_worms

from pingware.games import catalog
from pingware.games.dice import options as dice
from pingware.games.worms import options as worms


def test_unknown_names_are_reported_after_all_games_were_checked() -> None:
    found = settings_with_worms({**GOOD, "lasers": 3})
    assert found.problems == []  # it can be a setting of a game that is not loaded
    catalog.CATALOG.load(found)
    assert found.problems == ["There is no setting lasers: it was dropped."]
    assert found.as_dict() == GOOD


def test_settings_of_unloaded_games_are_kept_and_checked_at_loading() -> None:
    stored = {**GOOD, "dice_rules": "hideout", "rent_ticks": 7}
    found = settings_with_worms(stored)
    assert (found.problems, found.as_dict()) == ([], stored)
    found.add(dice.SETTINGS)
    assert (found.dice_rules, found.rent_ticks) == ("hideout", True)
    assert found.problems == ["rent_ticks must be true or false: default."]
    assert found.as_dict() == {**GOOD, "dice_rules": "hideout"}, "a default is not stored"


def test_settings_of_a_game_can_change_while_another_is_chosen() -> None:
    found = settings_with_worms()
    catalog.CATALOG.load(found)
    found.change({"dice_rules": "wasteland"})
    assert settings_with_worms(found.as_dict()).waiting == {"dice_rules": "wasteland"}
    with pytest.raises(ValueError, match=r"dice_rules is .*: it must be one, two"):
        found.change({"dice_rules": "chess"})


def test_settings_of_one_game_are_returned_as_a_copy() -> None:
    found = settings_with_worms(GOOD)
    asked = found.part(worms.SETTINGS)
    assert asked == {name: GOOD[name] for name in worms.SETTINGS}
    asked["servo"]["from_us"] = 1
    assert found.servo["from_us"] == 600
