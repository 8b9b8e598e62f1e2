"""Course of a study: plays the games, counts, and writes files if wanted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from pingblock.common.output_file import check_places, write_file
from pingblock.study import farm, plot, report
from pingblock.study.games import GameRow, jobs, play
from pingblock.study.plan import StudyPlan

# Makes a progress bar from a title and the number of steps.
Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


class Farm(NamedTuple):
    """Place for the games of a study: processes of this computer, or a cluster.

    Args:
        processes: on this computer. None uses one for each core.
        scheduler: of a Dask cluster. None uses this computer.
        progress: makes the progress bar.
    """

    processes: int | None
    scheduler: str | None
    progress: Progress

    def rows(self, plan: StudyPlan) -> list[GameRow]:
        """Plays the games of a plan."""
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
    """Plays a study and returns its results in the form for JSON.

    Args:
        plan: of the study.
        csv: file with one line for each game.
        picture: file for winners and lengths.
        force: whether these files can replace others.
        where: the place for its games.
        other: the same with other options, for a comparison.

    Raises:
        BadInput: a file cannot be written, which is checked before any work.
        PingblockError: no cluster, no matplotlib, or a file could not be written.
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
