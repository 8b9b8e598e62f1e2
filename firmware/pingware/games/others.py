"""Press games that are not chosen: what they declare, for those who ask about it.

They are loaded together with the first question, and forgotten once it is answered.
"""

import sys

from pingware.games import registry
from pingware.shared import service_requests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pingware.games.game import Game
    from pingware.shared.rules import Setting
    from pingware.shared.settings import Settings

_asked: "list[Game]" = []


def press_games() -> "list[Game]":
    """Returns the declarations of all press games, in the order of their names."""
    if not _asked:
        before, found = set(sys.modules), []
        try:
            for name in registry.NAMES:  # no comprehension: loading goes deep, and each is a call
                found.append(registry.press_game(name))
        finally:
            if sys.implementation.name == "micropython":  # else they would stay in memory
                for name in set(sys.modules) - before:
                    del sys.modules[name]
        _asked.extend(found)
    return _asked


def _all() -> "list[Game]":
    return press_games() + [registry.lever_game()]


def declared(name: str) -> "Game":
    """Returns the declaration of a game. Raises ValueError: this board carries no such game."""
    for game in _all():
        if game.name == name:
            return game
    known = ", ".join(registry.NAMES)
    raise ValueError("This board carries no game %s: choose one of %s." % (name[:16], known))


def forget() -> None:
    """Gives free what ``press_games`` has loaded."""
    _asked.clear()


def setting(name: str) -> "Setting | None":
    """Returns the declaration of a game's setting; None if there is no such setting."""
    for game in _all():
        if name in game.settings:
            found: "Setting" = game.settings[name]
            return found
    return None


def load(settings: "Settings") -> None:
    """Has the settings of all games taken; what is stored and of none of them is dropped."""
    for game in _all():
        settings.add(game.settings)
    while settings.waiting:
        name = sorted(settings.waiting)[0]
        del settings.waiting[name]
        settings.problems.append("%s is no setting: dropped." % name)


def requests() -> "dict[str, Any]":
    """Returns the requests that are made seldom, and those of all games, by name."""
    found: "dict[str, Any]" = dict(service_requests.REQUESTS)
    for game in _all():
        found.update(game.requests)
    forget()
    return found


def find(do: str) -> str:
    """Returns the name of the press game that has a request; "" if none has it."""
    found = [game.name for game in press_games() if do in game.requests]
    forget()
    return found[0] if found else ""


# All settings by name. The device looks them up where they are declared: builds leave this out.
SCHEMA = {
    name: table[name]
    for table in registry.SETTINGS[:2] + [game.settings for game in _all()]
    for name in table
}
