"""``pingblock table``: referees of whole games, and their scorers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pingblock.cli import table_boards
from pingblock.cli.attached import AsJson, Port, between, say, tell
from pingblock.cli.offers import offer
from pingblock.common.values import shown
from pingblock.errors import PingblockError
from pingblock.tables.registry import TABLES

if TYPE_CHECKING:
    from pingblock.tables.kept import KeptGame

MAX_SEED = 2**63 - 1

_ALONE = "Referees a whole game, or scores a turn. Without arguments, continues a saved game."
commands = typer.Typer(help=_ALONE)

_CARDS = (
    *("none", "gold", "diamond", "captain", "sorceress", "chest", "monkey", "sea2", "sea3"),
    *("sea4", "skull1", "skull2", "storm", "truce", "zombie"),
)
Card = Annotated[
    str, typer.Option(help=f"One of {', '.join(_CARDS)}.", autocompletion=offer(*_CARDS))
]
Dice = Annotated[
    str,
    typer.Option(help="All eight dice: G coin, D diamond, S sword, M monkey, P parrot, X skull."),
]
OnCard = Annotated[str, typer.Option(help="The dice that you put on the Treasure Chest.")]


@commands.callback(invoke_without_command=True)
def table(context: typer.Context, port: Port = None, as_json: AsJson = False) -> None:
    """Opens a game. Without a command, offers the kept games."""
    between(context, port, as_json)
    if context.invoked_subcommand:
        return
    from pingblock.tables.kept import games_to_go_on
    from pingblock.tables.open_face import go_on

    kept = games_to_go_on()
    if as_json:
        times = ((each, each.played_at.isoformat(timespec="seconds")) for each in kept)
        games = [{**each._asdict(), "path": str(each.path), "played_at": at} for each, at in times]
        tell({"kept": games}, "", True)
    elif chosen := _chosen(kept):
        go_on(chosen, port or "")
    else:
        print(context.get_help())


def _chosen(kept: list[KeptGame]) -> KeptGame | None:
    """Returns the stored game that the person wants to continue, or None."""
    if not kept or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    say("Games that are not over:")
    for number, each in enumerate(kept, 1):
        say(f"{number:>3}  {each}")
    numbers = [str(number) for number in range(len(kept) + 1)]
    while (
        which := typer.prompt("Which game do you want to continue (0: none)?", "1", err=True)
    ) not in numbers:
        say(f"Type a number from 0 to {len(kept)}.")
    return kept[int(which) - 1] if which != "0" else None


@commands.command("score")
def score(card: Card, dice: Dice, on_card: OnCard = "", as_json: AsJson = False) -> None:
    """Scores the last dice of a turn of fortune, and shows how the score is computed.

    For example: --card gold --dice G3S4X1. Three skulls end the turn: this command does not score
    the island.
    """
    from pingblock.tables.fortune import report

    tell(report.score_fields(card, dice, on_card), report.score_text(card, dice, on_card), as_json)


@commands.command("risk")
def risk(
    card: Card,
    dice: Dice,
    on_card: OnCard = "",
    spell_used: Annotated[
        bool,
        typer.Option("--spell-used", help="You have already used the Sorceress in this turn."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Shows the chance that a roll ends the turn in fortune, for each choice of dice."""
    from pingblock.tables.fortune import report

    found = report.risks(card, dice, on_card, spell_used)
    tell(report.risk_fields(found), report.risk_text(found), as_json)


@commands.command("rule")
def rule(
    number: Annotated[
        str,
        typer.Argument(metavar="ID", help="Number of the rule, such as SM-24, STX-06 or FT-07."),
    ],
    as_json: AsJson = False,
) -> None:
    """Shows a rule of a game in words, and its source."""
    from pingblock.tables.rule_texts import rule_text

    found = rule_text(number)
    tell(found._asdict(), f"{found.rule}: {found.say} ({found.source})", as_json)


@commands.command("options")
def options(
    game: Annotated[
        str,
        typer.Argument(help=f"One of {', '.join(TABLES)}.", autocompletion=offer(*TABLES)),
    ],
    as_json: AsJson = False,
) -> None:
    """Lists the options of a game with their effects, defaults and allowed values."""
    from pingblock.tables.games import game_of

    found = game_of(game).options.values()
    fields = {
        each.name: {"default": each.default, "allowed": each.allowed, "help": each.help}
        for each in found
    }
    lines = [
        f"{each.name}={shown(each.default)}\n    {each.help.rstrip('.')}: {each.allowed}."
        for each in found
    ]
    tell(fields, "\n".join(lines), as_json)


Players = Annotated[
    str, typer.Option(help="Names of the players in the order of their seats: Ann,Ben.")
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        help="Let a bot play for a player, such as Ben=plain. Also works in a resumed game. May be"
        " repeated."
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        help="Change a rule, as NAME=VALUE. 'pingblock table options GAME' lists them. May be "
        "repeated."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        min=0, max=MAX_SEED, help="Seed for the virtual dice and cards. Default: random."
    ),
]
Log = Annotated[
    Path | None,
    typer.Option(
        help="File for the game. If it exists, its game continues. Default: the file from which "
        "'pingblock table' continues."
    ),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="Begin in the middle of a game, from a file with one correction per line, such as "
        "'correct cash Ann 1200'. Type 'position' during a game to see such lines.",
    ),
]
AtTable = Annotated[
    str,
    typer.Option(help="Port of a device that rolls and announces. auto: the only connected Pico."),
]
Language = Annotated[
    str | None,
    typer.Option(
        "-l",
        "--language",
        help="Language of the game, such as de. Default: en with --json, otherwise this computer's"
        " language.",
    ),
]
Lines = Annotated[bool, typer.Option("--json", help="Read and print JSON lines, for programs.")]


def _face(name: str) -> Callable[..., None]:
    """Returns the command that opens a table for a game."""

    def face(
        players: Players = "",
        bot: Bots = None,
        option: Options = None,
        seed: Seed = None,
        start_from: From = None,
        log: Log = None,
        port: AtTable = "",
        language: Language = None,
        as_json: Lines = False,
    ) -> None:
        if not (as_json or (sys.stdin.isatty() and sys.stdout.isatty())):
            raise PingblockError("'pingblock table' needs a terminal. Programs use --json.")
        from pingblock.tables.open_face import Asked, run

        asked = Asked(players, tuple(bot or ()), tuple(option or ()), seed, start_from, log)
        run(name, asked, port or "", language, as_json)

    return face


commands.add_typer(table_boards.commands, name="board")
for _name, _record in TABLES.items():
    commands.command(_name, help=_record.say)(_face(_name))
