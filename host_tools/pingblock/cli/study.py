"""``pingblock study``: plays many games of bots and reports the results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.bar import bar
from pingblock.cli.offers import offer
from pingblock.tables.registry import TABLES

GAMES_MOST, SEED_MOST = 10_000_000, 2**31 - 1

Scheduler = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Dask scheduler of a cluster, such as tcp://host:8786."),
]
Processes = Annotated[
    int | None,
    typer.Option(min=1, max=1000, help="Number of processes. Default: one for each core."),
]


Players = Annotated[
    int | None,
    typer.Option(
        min=1, max=20, help="Number of players. Default: 4, or as many as the game allows."
    ),
]
Bots = Annotated[
    str,
    typer.Option(help="plain, random, or a list in the order of the seats, such as plain,random."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        help="Change a rule: NAME=VALUE. 'pingblock table options GAME' lists the rules. "
        "May be repeated."
    ),
]
Compare = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="Also play the same games with this option, and compare them. May be repeated.",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        min=0,
        max=SEED_MOST,
        help="Seed for all random numbers. The same seed gives the same results.",
    ),
]
Csv = Annotated[Path | None, typer.Option(help="Write one line for each game to this file.")]
Picture = Annotated[
    Path | None,
    typer.Option(
        "--plot", help="Save a chart of winners and game lengths to this file: .png, .svg or .pdf."
    ),
]


# Typer reads the options of the command from this list.
def study(
    game: Annotated[
        str, typer.Argument(help=f"One of {', '.join(TABLES)}.", autocompletion=offer(*TABLES))
    ],
    games: Annotated[int, typer.Option(min=1, max=GAMES_MOST, help="Number of games.")] = 1000,
    players: Players = None,
    bots: Bots = "plain",
    option: Options = None,
    compare: Compare = None,
    seed: Seed = 1,
    processes: Processes = None,
    scheduler: Scheduler = None,
    csv: Csv = None,
    picture: Picture = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Lets bots play many games. Prints lengths, winners by seat and odds, with error bounds."""
    from pingblock.study import report
    from pingblock.study.collect import Farm, collect
    from pingblock.study.plan import plan

    options, changed = option or [], compare or []
    planned = plan(game, options, players, bots, games, seed)
    other = plan(game, [*options, *changed], players, bots, games, seed) if changed else None
    where = Farm(processes, scheduler, bar)
    found = collect(planned, csv, picture, force, where, other)
    say = f"{planned}; in brackets 95 % bounds.\n{report.text(found)}"
    if other:
        say += f"\nwith {', '.join(changed)}:\n{report.compared_text(found['compared'])}"
    tell(found, say, as_json)
