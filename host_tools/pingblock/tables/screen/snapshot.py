"""Draws a table into an SVG without a terminal: ``python -m pingblock.tables.screen.snapshot``.

The pictures in ``docs`` are made by this: a turn of fortune and a run of the worms.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from textual.widgets import Input

from pingblock.play.snapshot import svg
from pingblock.tables.games import game_of, options_of
from pingblock.tables.screen.face import TableFace
from pingblock.tables.table import Table

SIZE = (100, 28)
NAMES = ("Ann", "Ben", "Cleo")
TYPED = {
    "fortune": (
        *("first Ann", "card captain", "dice G2D1S2M2X1", "roll S2M2", "dice G2S1X1", "stop"),
        *("card sea3", "dice S2G2M2P1X1"),
    ),
    "worms": (
        *("first Ann", "run", "pull 4", "worm blue", "back", "pull 11", "worm green", "keep"),
        *("pull 7", "worm red", "back", "pull 12", "worm green"),
    ),
}


async def picture(name: str) -> str:
    """Returns the SVG of a game after some typed lines."""
    game = game_of(name)
    face = TableFace(Table(game, options_of(game, ()), NAMES))
    async with face.run_test(size=SIZE) as pilot:
        for line in TYPED[name]:
            typed = face.query_one("#line", Input)
            typed.focus()
            typed.value = line
            await pilot.press("enter")
            await pilot.pause()
        return svg(face)


def main(folder: str) -> None:
    """Writes the picture of each game into a folder."""
    for name in TYPED:
        Path(folder, f"table_{name}.svg").write_text(asyncio.run(picture(name)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
