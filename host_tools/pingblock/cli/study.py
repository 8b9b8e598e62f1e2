"""``pingblock study``: plays many games of bots and reports what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.bar import bar
from pingblock.cli.offers import offer
from pingblock.tables.names import GAMES

GAMES_MOST, SEED_MOST = 10_000_000, 2**31 - 1

Scheduler = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Dask scheduler of a cluster, such as tcp://host:8786."),
]
Processes = Annotated[
    int | None, typer.Option(min=1, max=1000, help="On this computer; default: one a core.")
]


def study(
    game: Annotated[
        str, typer.Argument(help=f"One of {', '.join(GAMES)}.", autocompletion=offer(*GAMES))
    ],
    games: Annotated[int, typer.Option(min=1, max=GAMES_MOST, help="How many are played.")] = 1000,
    players: Annotated[
        int | None, typer.Option(min=1, max=20, help="Seats; default: 4, or as many as may play.")
    ] = None,
    bots: Annotated[
        str, typer.Option(help="plain or random; with commas: seat by seat, round and round.")
    ] = "plain",
    option: Annotated[
        list[str] | None, typer.Option(help="NAME=VALUE, as at the table; may repeat.")
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=SEED_MOST, help="Of all games: the same, the same numbers.")
    ] = 1,
    processes: Processes = None,
    scheduler: Scheduler = None,
    csv: Annotated[Path | None, typer.Option(help="Write one line a game.")] = None,
    picture: Annotated[
        Path | None, typer.Option("--plot", help="Draw winners and lengths: .png, .svg or .pdf.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Plays many games of bots: length, winners by seat, who goes out, and odds, with bounds."""
    from pingblock.study import report
    from pingblock.study.collect import collect
    from pingblock.study.plan import plan

    planned = plan(game, option or [], players, bots, games, seed)
    found = collect(planned, csv, picture, force, processes, scheduler, bar)
    tell(found, f"{planned}; in brackets 95 % bounds.\n{report.text(found)}", as_json)
