"""Settings and requests of the storm dice, declared once for device and host."""

from typing import Any

from pingware.shared.schema import list_of, one_of, setting, such_that, switch, whole, worded

PLAYERS_MOST = 7  # FN-02
SPACES_MOST = 15  # number of storm cards, FN-01
SPACE_LAST = 40

JAIL, STORM, NEW_GAME = "jail", "storm", "new_game"
# meaning of the next press: both dice, only the numbered one, or JAIL
ROLL, NUMBER = "roll", "number"
DRAWS_MOST = 25  # most draws in one request


def _some(weights: list[int]) -> bool:
    return any(weights)


def _all_differ(spaces: list[int]) -> bool:
    return len(set(spaces)) == len(spaces)


WEIGHTS = such_that(
    list_of(whole(0, 100), 4, 4), _some, "4 integers from 0 to 100, not all of them 0"
)
_SPACES = such_that(
    list_of(whole(1, SPACE_LAST), SPACES_MOST),
    _all_differ,
    "up to 15 different integers from 1 to 40",
)

SETTINGS = {
    "action_weights": setting(
        [2, 2, 1, 1],
        WEIGHTS,
        help="Number of faces of the action die for shot, hammer, heal and dance. The default is"
        " a guess: count the faces of your die.",
    ),
    "storm_spaces": setting(
        [],
        _SPACES,
        help="Spaces on the storm cards, counted from the start, which is 1. If you enter them,"
        " the device draws these cards, too.",
    ),
}


def _one_thing(message: "dict[str, Any]") -> str:
    given = sum([name in message for name in ("act", "next", "draws")])
    return "" if given == 1 else "either act, next or draws is needed."


REQUESTS = {
    "storm_dice": (
        {
            "act": one_of(JAIL, STORM, NEW_GAME),
            "next": one_of(ROLL, NUMBER, JAIL),
            "tries": whole(0, 9),
            "last": switch,
            "player": worded(whole(1, PLAYERS_MOST), "the number of a player, 1 to 7"),
            "draws": whole(1, DRAWS_MOST),
        },
        _one_thing,
    )
}
