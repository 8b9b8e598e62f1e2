"""Table of ``die_race`` in words."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.die_race.referee import DieRaceState

from pingblock.tables.command import Command


def board(state: DieRaceState, players: Sequence[str]) -> list[str]:
    """Returns the lines of the table."""
    sums = zip(players, state.sums, strict=True)
    return [f"{name} has {total} of {state.goal}" for name, total in sums]


def label(state: DieRaceState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words."""
    return f"{players[state.turn]} rolls a {step.arg('number')}"
