"""The declaration of a game with a referee. Its parts are loaded when needed."""

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
    """A faster way for bots to play. The same seed gives the same game as with the referee."""

    def play(self, seed: int, seen: Counter[str] | None = None) -> Played[Any]:
        """Plays a game to its end. ``seen`` counts the events of each kind."""


class Picture(NamedTuple):
    """A game to draw for the docs: typed lines, or commands of bots with a seed."""

    typed: Sequence[str] = ()
    commands: int = 0
    seed: int = 0
    options: Sequence[str] = ()  # ``NAME=VALUE`` words


class TableParts(NamedTuple):
    """Parts of a game that are loaded when a game of this kind is opened.

    Args:
        game: makes the referee.
        looks: words for the panels, or None to show the game's ``view``.
        device: the meaning of a device's events, and the calls, or None if a device is of no use.
        boards: how to read its board files, or None if it has none.
        quick: makes a faster way for bots, from options and bots, or None if there is none.
    """

    game: Callable[[], TableGame[Any]]
    looks: Looks[Any] | None = None
    device: DeviceSide[Any] | None = None
    boards: BoardFiles | None = None
    quick: Callable[[Mapping[str, object], Sequence[str]], QuickGame] | None = None


class TableRecord(NamedTuple):
    """A game with a referee.

    Args:
        name: name that people type.
        title: title in sentences.
        say: a sentence about the game.
        folder: folder below ``tables`` that contains ``rules.toml``.
        sections: sections of ``rules.toml`` with this game's rules, in the order of the list.
        parts: loads the parts of the game.
        press_games: games of the device that can roll for it. The first game that the device has
            is used.
        has_boards: whether the game has board files.
        variants: language whose booklet differs -> id of the rule.
        picture: the game to draw for the docs.
        boxless: options for players who do not have the box of the game, for example on a page or
            in a study. They are used if no options are chosen.
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
