"""Draws the tables into ``docs``, without a terminal.

``python -m tools.pictures.tables docs`` draws them. Each picture shows a game after some typed
lines, or a game of bots in which a person must decide.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from textual.widgets import Input
from tools.pictures.screen import svg

from pingblock.tables import boards
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.games import game_of, options_of
from pingblock.tables.registry import TABLES
from pingblock.tables.screen.face import TableFace
from pingblock.tables.table import Table

SIZE = (100, 28)
NAMES = ("Ann", "Ben", "Cleo")


def prepared(name: str) -> Table[Any]:
    """Returns the table for a picture, before the first typed line."""
    game, picture = game_of(name), TABLES[name].picture
    options = options_of(game, picture.options)
    if name == "celebration":
        options["board"] = boards.figures(name, {})[0]
    table = Table(game, options, NAMES, picture.seed)
    whims = SeededChance(picture.seed, BOTS)
    while len(table.steps) < picture.commands or not (picture.typed or game.to_act(table.state)):
        if not table.draw():
            seat = game.to_act(table.state)[0]
            table.do(decide(game, "plain", table.state, seat, whims))
    return table


async def picture(name: str) -> str:
    """Returns the SVG of a table: a game of bots, or some typed lines."""
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
