"""A device in a game of ``fortune``: its deck and its sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pingblock.tables.calls import WINNER
from pingblock.tables.command import Command, command
from pingblock.tables.device_side import DeviceSide
from pingblock.tables.fortune.options import PAPER
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.game import TableGame
from pingware.games.fortune.options import CARD


class FortuneDevice(DeviceSide[FortuneState]):
    """The device's part in ``fortune``."""

    calls: ClassVar = {"won": WINNER}
    gives: ClassVar = ("card",)
    new_game: ClassVar = {"do": "fortune", "act": "shuffle"}

    def settings(self, options: Mapping[str, Any], state: FortuneState) -> dict[str, object]:
        """Returns settings for the deck, unless the players use paper cards, and for a press."""
        found = {"fortune_reshuffle": options["reshuffle"], "fortune_press": CARD}
        deck = options["deck"]
        return found if deck == PAPER else {**found, "fortune_deck": deck}

    def outcome(
        self, game: TableGame[FortuneState], state: FortuneState, event: Mapping[str, object]
    ) -> Command | None:
        """See ``DeviceSide.outcome``."""
        card = event.get("card")
        return command("card", card=card) if event.get("outcome") == "card" else None
