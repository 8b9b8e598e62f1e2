"""Declarations: the known settings and requests, including those of loaded games."""

from collections.abc import Callable
from typing import Any

from pingware.shared.schema import Setting


class Declarations:
    """Settings and requests of the device, of the lever game and of the chosen press game.

    ``settings`` and ``requests`` are tables by name, in display order.

    Args:
        settings: tables of the device. Its requests are in ``shared.requests``.
        always: the press game that is always loaded (``games.game.Game``).
        catalog: callable that loads and returns those of all games (``games.catalog.Catalog``).
    """

    def __init__(
        self,
        settings: "list[dict[str, Setting]]",
        always: "Any",
        catalog: "Callable[[], Any]",
    ) -> None:
        self._own = settings
        self._games = [always]
        self._chosen: "Any" = None
        self.catalog = catalog
        self.settings = settings + [always.settings]
        self.requests = [always.requests]

    def choose(self, game: "Any") -> None:
        """Uses the declarations of a press game instead of those of the previous one.

        Args:
            game: ``games.game.Game``, not the one that is always loaded. None means only that one.
        """
        self._chosen = game
        settings, requests = self._own[:], []
        for each in self._games + ([game] if game else []):
            settings.append(each.settings)
            requests.append(each.requests)
        self.settings, self.requests = settings, requests

    def add_lever_game(self, game: "Any") -> None:
        """Adds the declarations of the lever game after the start of the apple base."""
        self._games.insert(0, game)
        self.choose(self._chosen)

    def setting(self, name: str) -> "Setting | None":
        """Returns a setting's default and rule, or None if it is unknown."""
        found: "Setting | None" = None
        for each in self.settings:
            found = found or each.get(name)
        return found or self.catalog().setting(name)
