"""Table of ``worms`` in words: what each player needs, what was seen, and the odds."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.command import Command
from pingblock.tables.worms import odds
from pingblock.tables.worms.moves import BACK, KEEP, PULL, RUN, TIME
from pingblock.tables.worms.state import WormsState


def board(state: WormsState, players: Sequence[str]) -> list[str]:
    """Returns the lines of the table."""
    lines = []
    for seat, (name, wanted) in enumerate(zip(players, state.wanted, strict=True)):
        mark = "▶" if seat == state.seat and not state.result else " "
        lines.append(
            f"{mark} {name}: {state.covered[seat]} found; needs {_numbers(state, wanted)}"
        )
        held = state.held[seat]
        if held:
            lines.append(f"    in the hand: {state.colours[held.colour]}")
    lines += ["", "The worms move." if state.running else "The worms stand still."]
    lines.append(f"Not seen yet: {_numbers(state, state.unseen)}")
    if state.seen:
        lines.append("Seen, in the apple:")
        for colour, hole in state.seen:
            where = f" in hole {hole}" if hole else ""
            lines.append(f"  {state.colours[colour]}{where}")
    return lines


def label(state: WormsState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words; a pull with its chance of a match."""
    if step.seat is None:
        given = dict(step.args)
        return f"{players[given['player']]} begins" if "player" in given else given["colour"]
    if step.do == PULL:
        hole, seen = step.arg("hole"), step.arg("seen")
        if hole or seen:
            return f"pull the worm of hole {hole}" if hole else f"pull a {seen} one that was seen"
        chance = float(odds.match(state.unseen, state.wanted[step.seat]))
        return f"pull an unseen one: fits {chance:.0%}"
    return {
        RUN: "run: let the lever go",
        KEEP: "keep it on a card",
        BACK: "back: show it, put it into its hole",
        TIME: "time: the worms stand still",
    }[step.do]


def _numbers(state: WormsState, numbers: Sequence[int]) -> str:
    named = zip(numbers, state.colours, strict=True)
    return ", ".join(f"{number} {name}" for number, name in named if number) or "nothing"
