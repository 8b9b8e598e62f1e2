"""Wrong weights, decks and requests: refused in words at both ends; stored nonsense falls back."""

import pytest

from pingware.games.catalog import DECLARATIONS, declarations
from pingware.games.fortune import GAME as FORTUNE
from pingware.games.storm_dice import GAME as STORM_DICE
from pingware.shared.protocol import ProtocolError, request
from pingware.shared.settings import Settings

NONSENSE = {
    "action_weights": [0, 0, 0, 0],
    "storm_spaces": [3, 3],
    "fortune_deck": {"joker": 3},
    "fortune_reshuffle": "yes",
    "fortune_press": "cards",
}
DEFAULTS = {
    "action_weights": [2, 2, 1, 1],
    "storm_spaces": [],
    "fortune_deck": "fortune35_guess",
    "fortune_reshuffle": False,
    "fortune_press": "card",
}


def settings_of(stored):
    found = Settings(declarations(), {"version": 1, **stored})
    for game in (STORM_DICE, FORTUNE):
        found.add(game.settings)
    return found


def test_stored_nonsense_falls_back_to_the_default_and_is_named():
    found = settings_of(NONSENSE)
    assert {name: getattr(found, name) for name in NONSENSE} == DEFAULTS
    assert len(found.problems) == len(NONSENSE)
    for name in NONSENSE:
        (problem,) = [each for each in found.problems if each.startswith(f"{name} must be")]
        assert problem.endswith(": default.")


def test_what_was_stored_well_is_taken():
    stored = {"fortune_deck": {"gold": 2, "zombie": 1}, "storm_spaces": [40, 1]}
    found = settings_of(stored)
    assert (found.fortune_deck, found.storm_spaces) == tuple(stored.values())
    assert found.problems == []


@pytest.mark.parametrize("name", NONSENSE)
def test_a_change_to_nonsense_changes_nothing(name):
    found = settings_of({})
    with pytest.raises(ValueError, match=f"{name} must be .*: nothing was changed"):
        found.change({name: NONSENSE[name]})
    assert getattr(found, name) == DEFAULTS[name]


@pytest.mark.parametrize(
    ("do", "fields", "words"),
    [
        ("storm_dice", {}, "act"),
        ("storm_dice", {"act": "fly"}, "jail, storm or new_game"),
        ("storm_dice", {"act": "jail", "player": 0}, "a player, 1 to 7"),
        ("storm_dice", {"act": "jail", "player": 8}, "a player, 1 to 7"),
        ("fortune", {"act": "draw"}, "undo, next, finish or shuffle"),
        ("fortune", {"act": "undo", "times": 2}, "times"),
    ],
)
def test_the_host_refuses_a_wrong_request_before_it_is_sent(do, fields, words):
    with pytest.raises((ProtocolError, ValueError), match=words):
        request(DECLARATIONS, 1, do, **fields)
