"""Runs a study: plays the games, counts, and writes files if wanted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from pingblock.common.output_file import check_places, write_file
from pingblock.study import farm, plot, report
from pingblock.study.games import GameRow, jobs, play
from pingblock.study.plan import StudyPlan

# makes a progress bar from a title and a number of steps
Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


class Farm(NamedTuple):
    """The place where a study plays its games: processes on this computer, or a cluster.

    Args:
        processes: number of processes on this computer. None uses one for each core.
        scheduler: address of a Dask cluster's scheduler. None uses this computer.
        progress: makes the progress bar, see ``Progress``.
    """

    processes: int | None
    scheduler: str | None
    progress: Progress

    def rows(self, plan: StudyPlan) -> list[GameRow]:
        """Plays the games of a plan and returns a row for each."""
        todo = jobs(plan)
        with self.progress(f"{plan.games} games", len(todo)) as step:
            done = farm.run(play, todo, self.processes or farm.cores(), self.scheduler, step)
        return [row for each in done for row in each]


def collect(
    plan: StudyPlan,
    csv: Path | None,
    picture: Path | None,
    force: bool,
    where: Farm,
    other: StudyPlan | None = None,
) -> dict[str, Any]:
    """Plays a study and returns its results as an object for JSON.

    Args:
        plan: the games to play.
        csv: new file with a line for each game, or None.
        picture: new file with a picture of winners and lengths, or None.
        force: whether these files can replace existing files.
        where: where the games are played.
        other: a plan with other options, for a comparison.

    Raises:
        BadInput: a file cannot be written. This is checked before any work.
        PingblockError: the cluster or matplotlib is missing, or a file could not be written.
    """
    check_places((csv, picture), force)
    if picture is not None:
        plot.check(picture)
    rows = where.rows(plan)
    seats = len(plan.bots)
    found = report.fields(rows, seats)
    if other:
        found["compared"] = report.compared(rows, where.rows(other))
    if csv is not None:
        write_file(csv, report.as_csv(rows, seats).encode())
    if picture is not None:
        plot.draw(picture, str(plan), found, rows)
    return {"game": plan.game, "seed": plan.seed, "bots": list(plan.bots), **found}
