"""Table of ``worms`` in words: what each player needs, what was seen, and the odds."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.command import Command, command
from pingblock.tables.worms import odds
from pingblock.tables.worms.moves import BACK, KEEP, PULL, RUN, TIME, why_not
from pingblock.tables.worms.state import HOLES, WormsState


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


def hints(state: WormsState) -> list[tuple[str, Command]]:
    """Returns how a hole is named, so that the table remembers its worm."""
    known = {*state.emptied, *(each.hole for each in state.seen)}
    hole = next((number for number in range(1, HOLES + 1) if number not in known), None)
    if not state.running or state.pulling or hole is None or not sum(state.unseen):
        return []
    pulls = (
        command(PULL, seat, hole=hole) for seat, held in enumerate(state.held) if held is None
    )
    legal = [step for step in pulls if why_not(state, step) is None]
    return [("Name a worm's hole, and the table remembers it", step) for step in legal[:1]]


def _numbers(state: WormsState, numbers: Sequence[int]) -> str:
    named = zip(numbers, state.colours, strict=True)
    return ", ".join(f"{number} {name}" for number, name in named if number) or "nothing"
