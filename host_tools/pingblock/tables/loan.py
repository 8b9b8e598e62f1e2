"""Sets a device's game and settings while it takes part in a game, then restores them."""

from __future__ import annotations

from pingblock.connection.device import Device
from pingblock.errors import Refused
from pingblock.languages import _
from pingblock.tables.game import State
from pingblock.tables.games import device_of, device_settings
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table


class Loan:
    """A device's game and settings. ``begin`` sets those of a table, ``end`` restores them."""

    def __init__(self) -> None:
        self._own_game = self._game = ""
        self._own: dict[str, object] = {}  # the device's own values of changed settings
        self._of = ""  # the game that these settings belong to

    def begin(self, device: Device, table: Table[State]) -> str:
        """Chooses the press game of a table on the device, and sets the table's options.

        If the table has no steps, this also begins a new game on the device.

        Returns:
            A sentence about the game that the device plays now.

        Raises:
            LinkError, Refused: as for ``Device.request``.
        """
        wanted = _press_games(table)
        found = device.request("game")
        names = [name for name in wanted if name in found["games"]]
        if not names and wanted:
            say = _("This device's firmware has no game {game}: type the dice.")
            return say.format(game=wanted[0])
        self._game = names[0] if names else found["game"]
        if found["game"] != self._game:
            # Must be stored before the next request, because Ctrl-C can end that request.
            self._own_game = self._own_game or found["game"]
            device.request("game", name=self._game)
        if wanted[:1] in ((), (self._game,)):
            self._give_options(device, table)
        if not table.steps and (new_game := device_of(table.game).new_game):
            device.request(**new_game)
        say = _("Device {uid} takes part and plays {game}.")
        return say.format(uid=device.hello.uid, game=self._game)

    def _give_options(self, device: Device, table: Table[State]) -> None:
        """Sets the table's options on the device, if they differ."""
        of = {} if _press_games(table) else {"of": table.game.name}
        try:
            known = device.request("settings", **of)["settings"]
        except Refused:  # The device has no apple base.
            return
        own = device_settings(table)
        if changed := {name: value for name, value in own.items() if known.get(name) != value}:
            self._of = of.get("of", self._game)
            had = {name: _sendable(known[name]) for name in changed if name in known}
            self._own = {**had, **self._own}
            device.request("settings", set=changed, **of)

    def end(self, device: Device) -> None:
        """Restores the device's game and settings, unless a person has chosen another game.

        Raises:
            LinkError, Refused: as for ``Device.request``.
        """
        if not (self._own or self._own_game):
            return
        plays = device.request("game")["game"]
        if self._own:
            of = {} if self._of == plays else {"of": self._of}
            device.request("settings", set=self._own, **of)
        if self._own_game and plays == self._game:
            device.request("game", name=self._own_game)
        self._own, self._own_game = {}, ""


def _press_games(table: Table[State]) -> tuple[str, ...]:
    """Returns the device's games that roll for a table, or () for a game without a record."""
    record = TABLES.get(table.game.name)
    return record.press_games if record else ()


def _sendable(value: object) -> object:
    """Returns a device's value in a form that can be sent, with plain dicts as objects."""
    return dict(value) if isinstance(value, dict) else value
