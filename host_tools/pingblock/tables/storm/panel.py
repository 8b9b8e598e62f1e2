"""Table of ``storm`` in words: the board as a square, the players inside it, what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.command import Command
from pingblock.tables.storm import odds
from pingblock.tables.storm.board import CAMPFIRE, CHEST, CORNERS, LOCATION, TRAP
from pingblock.tables.storm.state import (
    DROP_IN,
    FREE,
    NOBODY,
    NOWHERE,
    ROLL_OFF,
    TURN,
    StormState,
)
from pingblock.tables.storm.trades import side_in_words
from pingblock.tables.storm.turns import dropping
from pingblock.tables.text_width import Fixed, set_cell_size

_SIGNS = {"go": "GO", "jail": "JA", "parking": "PA", "go_to_jail": "→J"}
_SIGNS |= {LOCATION: "··", CHEST: "ch", CAMPFIRE: "fi", TRAP: "tr"}
_LEGEND = (
    "≈ storm, # wall, ·· free place, ·a Ann's place",
    "ch chest, fi campfire, tr trap, JA jail",
)
_CELL = 4  # characters


def board(state: StormState, players: Sequence[str]) -> list[str]:
    """Returns the lines of the table."""
    inside = [_player(state, seat, name) for seat, name in enumerate(players)]
    stock = [f"Walls left: {state.walls_left}", f"Storm cards left: {state.storm_left}"]
    if len(inside) + 1 + len(stock) < len(state.board.spaces) // 4:
        inside, stock = [*inside, "", *(f"  {each}" for each in stock)], []
    example = f"·{marks_of(players)[0].lower()} {players[0]}"
    legend = (_LEGEND[0].replace("·a Ann", example), _LEGEND[1])
    lines = [*_beginning(state, players), *_square(state, players, inside), *legend]
    lines += [*stock, *_of_turn(state, players)]
    for seat, name in enumerate(players):
        own = [each for at, each in enumerate(state.board.names) if state.owner[at] == seat]
        own += [each.name for each in state.items[seat]]
        if own:
            lines.append(f"{name} has {', '.join(own)}.")
    return lines


def _beginning(state: StormState, players: Sequence[str]) -> list[str]:
    """Returns whose roll or place is awaited before the first turn (FN-07)."""
    if state.phase == ROLL_OFF:
        return [f"{players[state.tied[len(state.rolled)]]} rolls: the highest drops in first."]
    if state.phase == DROP_IN:
        return [f"{players[dropping(state)]} chooses a space to drop in."]
    return []


def _square(state: StormState, players: Sequence[str], inside: Sequence[str]) -> list[str]:
    """Returns the board as a square whose corner at the lower right is GO, seen from above.

    A board whose sides differ in length is shown as a list of its spaces that are not empty.
    """
    spaces = state.board.spaces
    corners = [at for at, space in enumerate(spaces) if space.kind in CORNERS]
    side = len(spaces) // 4
    if corners != [0, side, 2 * side, 3 * side]:
        cells = [f"{at} {_cell(state, at, players).strip()}" for at in range(len(spaces))]
        return [*inside, *(", ".join(cells[at : at + 6]) for at in range(0, len(cells), 6))]
    cell = [_cell(state, at, players) for at in range(len(spaces))]
    lines = [Fixed("".join(cell[2 * side : 3 * side + 1]))]
    wide = _CELL * (side - 1)
    for row in range(1, side):
        middle = inside[row - 1] if row <= len(inside) else ""
        inner = set_cell_size(middle, wide)
        lines.append(Fixed(f"{cell[2 * side - row]}{inner}{cell[3 * side + row]}"))
    lines.append(Fixed("".join(reversed(cell[: side + 1]))))
    return list(lines)


def marks_of(players: Sequence[str]) -> list[str]:
    """Returns a letter for each player that no other has: of the name, else a figure."""
    marks: list[str] = []
    for number, name in enumerate(players, 1):
        letters = [each.upper() for each in name if each.isalnum() and len(each.upper()) == 1]
        marks.append(next((each for each in letters if each not in marks), str(number)))
    return marks


def _cell(state: StormState, at: int, players: Sequence[str]) -> str:
    """Returns a space: storm, wall, then who stands there, else its sign or its owner."""
    mark = "≈" if state.stormed[at] else " "
    wall = "#" if state.walls[at] else " "
    marks = marks_of(players)
    here = [mark for seat, mark in enumerate(marks) if stands(state, seat, at)]
    if here:
        sign = "".join(here) if len(here) < 3 else f"{len(here)}×"
    elif state.owner[at] != NOBODY:
        sign = f"·{marks[state.owner[at]].lower()}"
    else:
        sign = _SIGNS[state.board.spaces[at].kind]
    return f"{mark}{set_cell_size(sign, 2)}{wall}"


def stands(state: StormState, seat: int, at: int) -> bool:
    """Returns whether a player in the game stands on a space."""
    return state.hp[seat] > 0 and state.place[seat] == at


def _player(state: StormState, seat: int, name: str) -> str:
    if not state.hp[seat]:
        return f"  {name} is out"
    mark = "▶" if seat == state.turn and state.phase == TURN and not state.result else " "
    jail = ", in jail" if state.jail[seat] != FREE else ""
    return f"{mark} {set_cell_size(name, 10)} {state.hp[seat]:>2} HP{jail}"


def _of_turn(state: StormState, players: Sequence[str]) -> list[str]:
    """Returns where the player of the turn stands, what the dice show, and who is in sight."""
    here = state.place[state.turn]
    if state.phase != TURN or state.result or here == NOWHERE:
        return []
    name = players[state.turn]
    space = state.board.names[here]
    dice = f", rolled {state.number} and {state.action}" if state.number else ""
    lines = [f"{name} stands on {space}{dice}."]
    seen = [
        players[seat]
        for seat in state.alive
        if seat != state.turn and state.board.sees(here, state.place[seat])
    ]
    lines.append(f"In sight: {', '.join(seen) or 'nobody'}.")
    if state.swap:
        gives, takes = (side_in_words(state, state.swap, side) for side in ("give", "take"))
        lines.append(f"{name} offers {players[state.swap.to]} {gives} for {takes}.")
    return lines


_PLAIN = {
    "roll": "roll both dice",
    "end": "end the turn",
    "heal": "bandages: take 2 HP",
    "bomb": "dance bomb: all others pay 1 HP, all walls go",
    "accept": "accept the trade",
    "refuse": "refuse the trade",
}


def label(state: StormState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words."""
    given = dict(step.args)
    names = state.board.names
    name = names[given["space"]] if "space" in given else ""
    if step.do == "roll" and state.jail[state.turn] != FREE:
        now, all_ = float(odds.six_within(1)), float(odds.leaves(state, state.turn))
        return f"roll for a 6: {now:.0%} now, {all_:.0%} in all tries"
    if step.do == "end" and state.action and not state.acted:
        return f"end the turn and lose the action ({state.action})"
    if step.do in _PLAIN:
        return _PLAIN[step.do]
    if step.do in ("shoot", "use"):
        return _aimed(state, step, players)
    if step.do == "offer":
        gives, takes = (names[given[side][0]] for side in ("give_places", "take_places"))
        return f"offer {players[given['to']]} {gives} for {takes}"
    if step.do == "dice":
        return " and ".join(map(str, reversed(given.values())))
    words: dict[str, str] = {
        "drop": f"drop in on {name}",
        "pay": "pay 2 HP and leave jail",
        "move": f"move {state.number} and play the space",
        "build": f"stand a wall on {name}",
        "storm": name,
        "chest": given.get("name", ""),
    }
    return words[step.do]


def _aimed(state: StormState, step: Command, players: Sequence[str]) -> str:
    """Returns a shot, or the use of an item, in words."""
    given = dict(step.args)
    at = ""
    if "target" in given:
        at = f" at {players[given['target']]}, who has {state.hp[given['target']]} HP"
    elif "wall" in given:
        at = f" at the wall on {state.board.names[given['wall']]}"
    return f"shoot{at}" if step.do == "shoot" else f"use {given['item']}{at}"
