"""A table as people and programs ask for it on the command line: begun or resumed, and shown."""

from __future__ import annotations

import io
import json
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from pingblock.errors import BadInput
from pingblock.tables.games import game_of, options_of
from pingblock.tables.lines import LineFace
from pingblock.tables.table import Table, open_table

_SEED_BITS = 63
_NAMES = ("Ann", "Ben")


def run(
    name: str,
    players: str,
    options: Sequence[str],
    seed: int | None,
    log: Path | None,
) -> None:
    """Opens a table and answers the JSON lines of stdin until their end.

    Args:
        name: of the game.
        players: names with commas between them; "": two of them.
        options: ``NAME=VALUE`` words.
        seed: of the virtual dice; None draws one.
        log: file that keeps the game; if it is there, the game in it goes on.

    Raises:
        BadInput: any of these is wrong, or the file holds another game.
    """
    if log is not None and log.exists():
        if players or options or seed is not None:
            raise BadInput(f"{log} goes on with its own players, options and seed: give none.")
        table, dropped = open_table(log, game_of)
        if table.game.name != name:
            raise BadInput(f"{log} holds a game of {table.game.name}, not of {name}.")
        if dropped:
            print(f"pingblock: {dropped}", file=sys.stderr, flush=True)
    else:
        game = game_of(name)
        names = players.split(",") if players else _NAMES
        drawn = secrets.randbits(_SEED_BITS) if seed is None else seed
        table = Table(game, options_of(game, options), [each.strip() for each in names], drawn)
        if log is not None:
            table.save_to(log)
    _serve(LineFace(table))


def _serve(face: LineFace) -> None:
    print(json.dumps(face.hello()), flush=True)
    if sys.stdin is None:  # closed: a program that only wants to see the table
        return
    for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"):
        if line.strip():
            print(json.dumps(face.answer(line)), flush=True)
