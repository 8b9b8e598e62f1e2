"""``pingblock table board``: board files of the games, written, checked and filled in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, say, tell
from pingblock.cli.offers import offer
from pingblock.common.output_file import check_place, write_file
from pingblock.errors import BadInput
from pingblock.tables.registry import TABLES

BOARDS = tuple(name for name, record in TABLES.items() if record.has_boards)
_HOW = "Each figure is kept at once. To leave one out, press only Enter. Ctrl-C ends."
_SUCH_AS = {"rent": " (unbuilt, 1 to 4 houses, hotel: 2,10,30,90,160,250)"}

commands = typer.Typer(
    help="Writes, checks and completes board files.",
    no_args_is_help=True,
)
File = Annotated[Path, typer.Argument(metavar="FILE", help="A board file (TOML).")]


@commands.command()
def new(
    name: Annotated[
        str,
        typer.Argument(help=f"One of {', '.join(BOARDS)}.", autocompletion=offer(*BOARDS)),
    ],
    file: File,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Writes the shipped board of a game to a new file, which you can change."""
    from pingblock.tables.boards import shipped_text

    board = shipped_text(name)
    check_place(file, force)
    write_file(file, board.encode())
    text = f"{file} is written. 'pingblock table board check {file}' shows what is missing."
    tell({"file": str(file)}, text, as_json)


@commands.command()
def check(file: File, as_json: AsJson = False) -> None:
    """Checks a board file. Lists its faults, and figures that are missing or unverified."""
    from pingblock.tables import boards

    tell(*boards.check(file), as_json)


@commands.command()
def edit(
    file: File,
    space: Annotated[str, typer.Argument(help="Number or name of a space.")] = "",
    assignments: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE...", help="Values to change.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Changes a space, or asks for every missing figure and saves each answer at once.

    For example: edit my.toml "Brown 1" price=60 rent=2,10,30,90,160,250. The file keeps its
    comments. If a change would cause a fault, the file is not written.
    """
    from pingblock.tables import boards
    from pingblock.tables.property.board_edit import BoardEdit

    game = boards.game_of_board(boards.text_of(file))
    if not boards.has_figures_to_fill_in(game):
        raise BadInput(
            f"{file} is a board of the {game}: change it with a text editor, then check it."
        )
    board = BoardEdit(file)
    if space:
        pairs = [word.partition("=") for word in assignments or ()]
        if not pairs or not all(equals for _, equals, _ in pairs):
            raise BadInput(f"Name a change of {space}: NAME=VALUE, such as price=60.")
        board.change(board.find(space), {name: text for name, _, text in pairs})
    else:
        _ask(board.lacks(), board.change)
    left = len(board.lacks())
    text = f"{file} is written. {left} figures are missing." if left else f"{file} is complete."
    tell({"file": str(file), "missing": left}, text, as_json)


def _ask(lacks: list[tuple[int, str, str]], keep: Callable[[int, dict[str, str]], None]) -> None:
    """Asks for each figure at the terminal and saves it. An empty answer skips a figure."""
    if lacks and not sys.stdin.isatty():
        raise BadInput(
            f"{len(lacks)} figures are missing, and there is no terminal to ask at: give a space "
            "and NAME=VALUE."
        )
    if lacks:
        say(_HOW)
    for number, name, key in lacks:
        ask = f"{name}: {key}{_SUCH_AS.get(key, '')}"
        while text := typer.prompt(ask, default="", show_default=False, err=True):
            try:
                keep(number, {key: text})
                break
            except BadInput as wrong:
                say(str(wrong))
