"""Declarations: the known settings and requests, before and after a change of the game."""

from types import SimpleNamespace

from pingware.shared.declarations import Declarations
from pingware.shared.requests import is_on_demand, problem
from pingware.shared.schema import needed, setting, whole


def game(name: str) -> SimpleNamespace:
    """Returns a game with one setting and one request, both with the name of the game."""
    declared = {name: setting(0, whole(0, 9))}
    return SimpleNamespace(settings=declared, requests={name: {"by": needed(whole(0, 9))}})


BLOCK, DICE, STORM, WORMS = map(game, ("block", "dice", "storm", "worms"))


def made() -> Declarations:
    catalog = SimpleNamespace(
        setting={**DICE.settings, **STORM.settings}.get,
        requests=lambda: {**DICE.requests, **STORM.requests},
    )
    return Declarations([{"volume": setting(5, whole(0, 10))}], BLOCK, lambda: catalog)


def names(tables: list[dict[str, object]]) -> list[str]:
    return [name for each in tables for name in each]


def test_chosen_game_comes_last_and_replaces_the_previous_one() -> None:
    declarations = made()
    assert names(declarations.settings) == ["volume", "block"]
    declarations.choose(DICE)
    assert names(declarations.requests) == ["block", "dice"]
    declarations.add_lever_game(WORMS)
    assert names(declarations.settings) == ["volume", "worms", "block", "dice"]
    declarations.choose(STORM)
    assert names(declarations.requests) == ["worms", "block", "storm"]
    declarations.choose(None)
    assert names(declarations.requests) == ["worms", "block"]


def test_names_of_unloaded_games_are_found_among_all_games() -> None:
    declarations = made()
    assert declarations.setting("dice") is DICE.settings["dice"]
    assert declarations.setting("lasers") is None
    assert not any(is_on_demand(declarations, do) for do in ("help", "block"))
    assert all(is_on_demand(declarations, do) for do in ("dice", {}, None))
    declarations.choose(DICE)
    assert not is_on_demand(declarations, "dice")


def test_wrong_request_is_explained_and_unknown_one_lists_all_names() -> None:
    declarations = made()
    assert problem(declarations, {"do": "block", "by": 3}) is None
    assert problem(declarations, {"do": "dice", "by": 10}) == (
        "bad_value",
        "by is 10: it must be an integer from 0 to 9.",
    )
    assert problem(declarations, {"do": "storm"})[0] == "missing_field"
    assert problem(declarations, {"do": "storm", "by": 1, "loud": 2}) == (
        "bad_value",
        "The request storm takes no loud.",
    )
    code, say = problem(declarations, {"do": "lasers"})
    assert code == "unknown_request"
    assert say.startswith("The requests are: battery, dice, game, hello, help, ")


def test_two_devices_in_one_program_choose_their_games_independently() -> None:
    first, second = made(), made()
    first.choose(DICE)
    first.add_lever_game(WORMS)
    assert names(second.settings) == ["volume", "block"]
