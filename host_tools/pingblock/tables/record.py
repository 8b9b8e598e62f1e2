"""Record of a table: the declaration of a game. It loads the game's parts only on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections import Counter

    from pingblock.tables.board_form import BoardFiles
    from pingblock.tables.bots import Played
    from pingblock.tables.device_side import DeviceSide
    from pingblock.tables.game import TableGame
    from pingblock.tables.looks import Looks


class QuickGame(Protocol):
    """A faster way to play games by bots. The same seed gives the same game as the referee."""

    def play(self, seed: int, seen: Counter[str] | None = None) -> Played:
        """Plays a game to its end. ``seen`` gets the number of events of each kind."""


class Picture(NamedTuple):
    """Game for a picture in the docs: typed lines, or commands of bots by a seed."""

    typed: Sequence[str] = ()
    commands: int = 0
    seed: int = 0
    options: Sequence[str] = ()  # ``NAME=VALUE`` words


class TableParts(NamedTuple):
    """Parts of a game that are loaded when somebody opens its table.

    Args:
        game: makes the referee.
        looks: its words for the panels, or None to show its ``view``.
        device: its use of a device's events, and its calls, or None without a device.
        boards: its board files, or None without boards.
        quick: makes a faster way to play it by bots, from options and bots, or None without one.
    """

    game: Callable[[], TableGame[Any]]
    looks: Looks | None = None
    device: DeviceSide | None = None
    boards: BoardFiles | None = None
    quick: Callable[[Mapping[str, Any], Sequence[str]], QuickGame] | None = None


class TableRecord(NamedTuple):
    """One game with a referee.

    Args:
        name: that people type.
        title: its name in sentences.
        say: a sentence about it.
        folder: of ``tables``, with ``rules.toml`` in it.
        sections: of that file with this game's rules, in the order of the list.
        parts: loads its parts.
        press_games: games of the device that roll for it. The device uses the first that it has.
        has_boards: whether it has board files.
        variants: ids of rules, by the language whose booklet differs there.
        picture: for the docs.
        boxless: options by name for players without the box of the game, for example on a page or
            in a study. They count if no options are chosen.
    """

    name: str
    title: str
    say: str
    folder: str
    sections: tuple[str, ...]
    parts: Callable[[], TableParts]
    press_games: tuple[str, ...] = ()
    has_boards: bool = False
    variants: Mapping[str, str] = MappingProxyType({})
    picture: Picture = Picture()
    boxless: Mapping[str, str] = MappingProxyType({})
