"""A game's words for the panels: players and board on one side, possible steps on the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple

from pingblock.tables.command import Command, Refusal
from pingblock.tables.forms import Asks
from pingblock.tables.game import State, TableGame


class Looks(NamedTuple, Generic[State]):
    """Words of a game for the panels."""

    board: Callable[[State, Sequence[str]], list[str]]  # lines for a state and its players
    label: Callable[[State, Command, Sequence[str]], str]  # words for a legal command
    # For a state: sentences about commands that people type instead of choosing them, each with an
    # example.
    hints: Callable[[State], Sequence[tuple[str, Command]]] = lambda state: ()
    # Returns the possible values in a form now, see ``forms.form_of``.
    asks: Callable[[State, Command], Asks] = lambda state, step: {}
    # For a state and the legal commands: commands of free verbs that one tap can give.
    quick: Callable[[State, Sequence[Command]], Sequence[Command]] = lambda state, legal: ()
    # For a state: verb and seat of free verbs that may be legal even if no example is.
    ready: Callable[[State], Sequence[tuple[str, int | None]]] = lambda state: ()
    # For words that people type but that are not verbs: why the rules refuse them in a state.
    refused: Mapping[str, Callable[[State], Refusal]] = {}


def plain_looks(game: TableGame[State]) -> Looks[State]:
    """Returns words for a game that declares none: ``view`` and the names of verbs."""
    return Looks(
        lambda state, players: _fields(game.view(state), players),
        lambda state, step, players: " ".join([step.do, *(str(value) for _, value in step.args)]),
    )


def _fields(fields: Mapping[str, object], players: Sequence[str]) -> list[str]:
    lines = []
    for name, value in fields.items():
        if name == "players" and isinstance(value, list):
            for player, own in zip(players, value, strict=True):
                lines.append(f"{player}: {_plain(own)}")
        elif value not in (None, [], {}, ""):
            shown = players[value] if name == "seat" and isinstance(value, int) else _plain(value)
            lines.append(f"{name.replace('_', ' ')}: {shown}")
    return lines


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain(each)}" for name, each in value.items())
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)
