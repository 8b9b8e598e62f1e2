"""Pictures of the tables in ``docs``, drawn without a terminal.

``python -m tools.pictures.tables docs`` draws them. Each shows some lines that are typed, or a
game of bots that has come to somebody's turn.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import tomlkit
from textual.widgets import Input
from tools.pictures.screen import svg

from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.games import game_of, options_of
from pingblock.tables.property.board_check import lacking
from pingblock.tables.property.board_file import shipped_text
from pingblock.tables.registry import TABLES
from pingblock.tables.screen.face import TableFace
from pingblock.tables.table import Table

SIZE = (100, 28)
NAMES = ("Ann", "Ben", "Cleo")


def prepared(name: str) -> Table[Any]:
    """Returns the table of a picture, before anything is typed."""
    game, picture = game_of(name), TABLES[name].picture
    options = options_of(game, picture.options)
    if name == "celebration":
        options["board"] = example_board()
    table = Table(game, options, NAMES, picture.seed)
    whims = SeededChance(picture.seed, BOTS)
    while len(table.steps) < picture.commands or not (picture.typed or game.to_act(table.state)):
        if not table.draw():
            seat = game.to_act(table.state)[0]
            table.do(decide(game, "plain", table.state, seat, whims))
    return table


def example_board() -> str:
    """Returns celebration's template with figures that are invented, for a picture alone."""
    document: Any = tomlkit.parse(shipped_text("celebration"))
    invented = {"price": 2, "mortgage": 1, "unmortgage": 2, "tax": 2, "house_cost": 2}
    invented |= {"hotel_cost": 2}
    for space in document["space"]:
        for figure in lacking(document["rules"], space):
            space[figure] = [1, 2, 4, 6, 8, 10] if figure == "rent" else invented[figure]
    return tomlkit.dumps(document)


async def picture(name: str) -> str:
    """Returns the SVG of a table: a game of bots, or some lines that are typed."""
    face = TableFace(prepared(name))
    async with face.run_test(size=SIZE) as pilot:
        for line in TABLES[name].picture.typed:
            typed = face.query_one("#line", Input)
            typed.focus()
            typed.value = line
            await pilot.press("enter")
            await pilot.pause()
        await pilot.pause()
        return svg(face)


def main(folder: str) -> None:
    """Writes the picture of each game into a folder."""
    for name in TABLES:
        Path(folder, f"table_{name}.svg").write_text(asyncio.run(picture(name)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
