"""A game of ``storm`` in words: the board as a square with its players, and the commands."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages import N_, _
from pingblock.languages.later import listed, said
from pingblock.languages.later import name as named
from pingblock.languages.numbers import percent
from pingblock.tables.command import Command
from pingblock.tables.storm.board import CAMPFIRE, CHEST, CORNERS, LOCATION, TRAP
from pingblock.tables.storm.state import (
    DROP_IN,
    FREE,
    NOBODY,
    NOWHERE,
    TURN,
    StormState,
    jail_odds,
    six_within,
)
from pingblock.tables.storm.trades import side_in_words
from pingblock.tables.storm.turns import dropping
from pingblock.tables.text_width import Fixed, set_cell_size

# Each sign has two cells. The legend explains the signs.
_SIGNS = {"go": N_("GO"), "jail": N_("JA"), "parking": N_("PA"), "go_to_jail": N_("→J")}
_SIGNS |= {LOCATION: "··", CHEST: N_("ch"), CAMPFIRE: N_("fi"), TRAP: N_("tr")}
_CELL = 4  # characters of a cell


def board(state: StormState, players: Sequence[str]) -> list[str]:
    """Returns the lines that describe the game."""
    inside = [_player(state, seat, name) for seat, name in enumerate(players)]
    stock = [
        _("Walls left: {n}").format(n=state.walls_left),
        _("Storm cards left: {n}").format(n=state.storm_left),
    ]
    if len(inside) + 1 + len(stock) < len(state.board.spaces) // 4:
        inside, stock = [*inside, "", *(f"  {each}" for each in stock)], []
    mark = marks_of(players)[0].lower()
    legend = (
        _("≈ storm, # wall, ·· free place, ·{mark} {name}'s place").format(
            mark=mark, name=players[0]
        ),
        _("ch chest, fi campfire, tr trap, JA jail"),
    )
    lines = [*_beginning(state, players), *_square(state, players, inside), *legend]
    lines += [*stock, *_of_turn(state, players)]
    for seat, name in enumerate(players):
        own = [each for at, each in enumerate(state.board.names) if state.owner[at] == seat]
        own += [each.name for each in state.items[seat]]
        if own:
            things = ", ".join(map(named, own))
            lines.append(_("{name} has {things}.").format(name=name, things=things))
    return lines


def _beginning(state: StormState, players: Sequence[str]) -> list[str]:
    """Returns the roll or the drop-in that the game waits for before the first turn (FN-07)."""
    if state.roller is not None:
        name = players[state.roller]
        return [_("{name} rolls: the highest drops in first.").format(name=name)]
    if state.phase == DROP_IN:
        name = players[dropping(state)]
        return [_("{name} chooses a space to drop in.").format(name=name)]
    return []


def _square(state: StormState, players: Sequence[str], inside: Sequence[str]) -> list[str]:
    """Returns the board as a square, seen from above, with GO in the lower right corner.

    If the sides of a board differ in length, it is shown as a list of spaces.
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
    """Returns a unique mark for each player: a letter of the name, or a digit."""
    marks: list[str] = []
    for number, name in enumerate(players, 1):
        letters = [each.upper() for each in name if each.isalnum() and len(each.upper()) == 1]
        marks.append(next((each for each in letters if each not in marks), str(number)))
    return marks


def _cell(state: StormState, at: int, players: Sequence[str]) -> str:
    """Returns the cell of a space: storm, wall and players, otherwise its sign or its owner."""
    mark = "≈" if state.stormed[at] else " "
    wall = "#" if state.walls[at] else " "
    marks = marks_of(players)
    here = [mark for seat, mark in enumerate(marks) if state.hp[seat] and state.place[seat] == at]
    if here:
        sign = "".join(here) if len(here) < 3 else f"{len(here)}×"
    elif state.owner[at] != NOBODY:
        sign = f"·{marks[state.owner[at]].lower()}"
    else:
        sign = _(_SIGNS[state.board.spaces[at].kind])
    return f"{mark}{set_cell_size(sign, 2)}{wall}"


def _player(state: StormState, seat: int, name: str) -> str:
    if not state.hp[seat]:
        return "  " + _("{name} is out").format(name=name)
    mark = "▶" if seat == state.turn and state.phase == TURN and not state.result else " "
    say = _("{n} HP, in jail") if state.jail[seat] != FREE else _("{n} HP")
    return f"{mark} {set_cell_size(name, 10)} {say.format(n=f'{state.hp[seat]:>2}')}"


def _of_turn(state: StormState, players: Sequence[str]) -> list[str]:
    """Returns the place of the current player, the dice, and the players in sight."""
    here = state.place[state.turn]
    if state.phase != TURN or state.result or here == NOWHERE:
        return []
    name = players[state.turn]
    say = _("{name} is on {space}.")
    if state.action:
        say = _("{name} is on {space}, rolled {number} and {action}.")
    elif state.number:
        say = _("{name} is on {space}, rolled {number}.")
    space = named(state.board.names[here])
    lines = [say.format(name=name, space=space, number=state.number, action=named(state.action))]
    seen = [
        players[seat]
        for seat in state.alive
        if seat != state.turn and state.board.sees(here, state.place[seat])
    ]
    lines.append(_("In sight: {names}.").format(names=", ".join(seen) or _("nobody")))
    if state.swap:
        gives, takes = (said(side_in_words(state, state.swap, each)) for each in ("give", "take"))
        lines.append(
            _("{name} offers {other} {gives} for {takes}.").format(
                name=name, other=players[state.swap.to], gives=gives, takes=takes
            )
        )
    return lines


# words of commands, for the name of a space or the number of the die
_SAYS = {
    "roll": N_("roll both dice"),
    "end": N_("end the turn"),
    "heal": N_("bandages: take 2 HP"),
    "bomb": N_("dance bomb: all others pay 1 HP, all walls go"),
    "accept": N_("accept the trade"),
    "refuse": N_("refuse the trade"),
    "drop": N_("drop in on {space}"),
    "pay": N_("pay 2 HP and leave jail"),
    "move": N_("move {number} and play the space"),
    "build": N_("put a wall on {space}"),
    "storm": "{space}",
}


def label(state: StormState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words."""
    given = dict(step.args)
    names = [named(each) for each in state.board.names]
    name = names[given["space"]] if "space" in given else ""
    if step.do == "roll" and state.jail[state.turn] != FREE:
        now, all_ = float(six_within(1)), float(jail_odds(state, state.turn))
        return _("roll for a 6: {now} now, {all} in all tries").format(
            now=percent(now), all=percent(all_)
        )
    if step.do == "end" and state.action and not state.acted:
        return _("end the turn and lose the action ({action})").format(action=named(state.action))
    if step.do in ("shoot", "use"):
        return _aimed(state, step, players)
    if step.do == "offer":
        gives, takes = (names[given[side][0]] for side in ("give_places", "take_places"))
        return _("offer {name} {gives} for {takes}").format(
            name=players[given["to"]], gives=gives, takes=takes
        )
    if step.do == "dice":
        return listed(named(str(each)) for each in reversed(given.values()))
    if step.do == "chest":
        return named(given["name"])
    return _(_SAYS[step.do]).format(space=name, number=state.number)


def _aimed(state: StormState, step: Command, players: Sequence[str]) -> str:
    """Returns a shot, or the use of an item, in words."""
    given = dict(step.args)
    shoots = step.do == "shoot"
    item = named(given.get("item", ""))
    if "target" in given:
        name, n = players[given["target"]], state.hp[given["target"]]
        at_player = _("shoot at {name} ({n} HP)")
        use_on = _("use {item} at {name} ({n} HP)")
        return (at_player if shoots else use_on).format(item=item, name=name, n=n)
    if "wall" in given:
        space = named(state.board.names[given["wall"]])
        at_wall, use_at = _("shoot at the wall on {space}"), _("use {item} at the wall on {space}")
        return (at_wall if shoots else use_at).format(item=item, space=space)
    return _("use {item}").format(item=item)
