"""Declaration of a game: the record that each game's folder gives to device and host."""

from collections import namedtuple
from collections.abc import Callable, Mapping
from typing import Any

from pingware.shared.schema import Setting

PRESS = "press"  # a press of the block button starts an outcome that was drawn before
LEVER = "lever"  # runs in addition to the press game, and the lever of the apple base starts it

Game = namedtuple("Game", ("name", "kind", "colour", "settings", "requests", "load", "help"))


def game(
    name: str,
    kind: str,
    colour: tuple[int, int, int],
    settings: "Mapping[str, Setting]",
    requests: "Mapping[str, Any]",
    load: "Callable[[], type]",
    help: str = "",
) -> Game:
    """Makes the declaration of a game.

    Args:
        name: name on the link and on the host.
        kind: PRESS or LEVER.
        colour: red, green and blue (0..255) of its number when it is chosen with the buttons.
        settings: settings by name.
        requests: rules by argument, or a pair of these and a check of the whole message, by name.
        load: imports and returns the class that plays it (``press_game.PressGame``, or one like
            ``worms.play.WormsPlay``). It is called when the game is chosen.
        help: one sentence for people. Builds leave it out.
    """
    return Game(name, kind, colour, settings, requests, load, help)
