"""Catalog: the declarations of all press games, for questions about games that are not chosen.

The first question loads them, and they stay loaded.
"""

from typing import Any

from pingware.games import registry
from pingware.games.game import Game
from pingware.shared import service_requests
from pingware.shared.schema import Setting
from pingware.shared.settings import Settings


class Catalog:
    """Declarations of all games."""

    def press_games(self) -> "list[Game]":
        """Returns the declarations of all press games, in the order of their names."""
        found = []
        for name in registry.NAMES:  # a comprehension would be one call deeper
            found.append(registry.press_game(name))
        return found

    def games(self) -> "list[Game]":
        """Returns the declarations of all games, with the lever game last."""
        return self.press_games() + [registry.lever_game()]

    def game(self, name: str) -> "Game":
        """Returns the declaration of a game. Raises ValueError if the name is unknown."""
        for game in self.games():
            if game.name == name:
                return game
        known = ", ".join(registry.NAMES)
        raise ValueError("This board has no game %s: choose one of %s." % (name[:16], known))

    def setting(self, name: str) -> "Setting | None":
        """Returns the declaration of a game's setting, or None if it is unknown."""
        for game in self.games():
            if name in game.settings:
                found: "Setting" = game.settings[name]
                return found
        return None

    def load(self, settings: "Settings") -> None:
        """Adds the settings of all games. Stored values of unknown settings are dropped."""
        for game in self.games():
            settings.add(game.settings)
        while settings.waiting:
            name = sorted(settings.waiting)[0]
            del settings.waiting[name]
            settings.problems.append("There is no setting %s: it was dropped." % name)

    def requests(self) -> "dict[str, Any]":
        """Returns the requests that are loaded on demand, and those of all games, by name."""
        found: "dict[str, Any]" = dict(service_requests.SERVICE_REQUESTS)
        for game in self.games():
            found.update(game.requests)
        return found

    def find(self, do: str) -> str:
        """Returns the name of the press game that has a request, or ""."""
        found = [game.name for game in self.press_games() if do in game.requests]
        return found[0] if found else ""


CATALOG = Catalog()
