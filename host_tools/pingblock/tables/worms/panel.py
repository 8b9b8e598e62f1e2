"""A game of ``worms`` in words: what each player needs, the seen worms, and the odds."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages import N_, _
from pingblock.languages.later import name as named
from pingblock.languages.numbers import percent
from pingblock.tables.command import Command, command
from pingblock.tables.worms import odds
from pingblock.tables.worms.moves import BACK, KEEP, PULL, RUN, TIME, why_not
from pingblock.tables.worms.state import HOLES, WormsState

_MOVES = {
    RUN: N_("run: let the lever go"),
    KEEP: N_("keep it on a card"),
    BACK: N_("back: show it, put it into its hole"),
    TIME: N_("time: the worms have stopped"),
}


def board(state: WormsState, players: Sequence[str]) -> list[str]:
    """Returns the lines that describe the game."""
    lines = []
    for seat, (name, wanted) in enumerate(zip(players, state.wanted, strict=True)):
        if seat in state.out:
            continue
        mark = "▶" if seat == state.seat and not state.result else " "
        say = _("{name}: {n} found, needs {wanted}")
        found = state.covered[seat]
        lines.append(f"{mark} {say.format(name=name, n=found, wanted=_numbers(state, wanted))}")
        held = state.held[seat]
        if held:
            colour = named(state.colours[held.colour])
            lines.append("    " + _("in the hand: {colour}").format(colour=colour))
    lines += ["", _("The worms are moving.") if state.running else _("The worms are not moving.")]
    lines.append(_("Not seen yet: {worms}").format(worms=_numbers(state, state.unseen)))
    if state.seen:
        lines.append(_("Seen, in the apple:"))
        for number, hole in state.seen:
            say = _("{colour} in hole {hole}") if hole else "{colour}"
            lines.append("  " + say.format(colour=named(state.colours[number]), hole=hole))
    return lines


def label(state: WormsState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words. A pull includes its chance of a match."""
    if step.seat is None:
        given = dict(step.args)
        if "player" in given:
            return _("{name} begins").format(name=players[given["player"]])
        return named(given["colour"])
    if step.do == PULL:
        hole, seen = step.arg("hole"), step.arg("seen")
        if hole:
            return _("pull the worm of hole {hole}").format(hole=hole)
        if seen:
            return _("pull a {colour} one that was seen").format(colour=named(seen))
        if colour := step.arg("colour"):
            return _("{colour} came out").format(colour=named(colour))
        chance = float(odds.match(state.unseen, state.wanted[step.seat]))
        return _("pull an unseen one: fits {chance}").format(chance=percent(chance))
    return _(_MOVES[step.do])


def hints(state: WormsState) -> list[tuple[str, Command]]:
    """Returns a sentence that says how to name a hole, so that the referee remembers its worm."""
    out = (each for each in state.held if each)
    known = {*state.emptied, *(each.hole for each in (*state.seen, *out))}
    hole = next((number for number in range(1, HOLES + 1) if number not in known), None)
    if not state.running or state.pulling or hole is None or not sum(state.unseen):
        return []
    pulls = (
        command(PULL, seat, hole=hole) for seat, held in enumerate(state.held) if held is None
    )
    legal = [step for step in pulls if why_not(state, step) is None]
    say = _("Name the worm's hole, for example {example}")
    return [(say, step) for step in legal[:1]]


def _numbers(state: WormsState, numbers: Sequence[int]) -> str:
    pairs = zip(numbers, state.colours, strict=True)
    words = (f"{number} {named(colour)}" for number, colour in pairs if number)
    return ", ".join(words) or _("nothing")
