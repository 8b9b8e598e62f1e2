"""``pingblock virtual sweep``: plays scenarios with many seeds and compares the runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.bar import bar
from pingblock.cli.engine_choice import chosen_sealed
from pingblock.cli.exit_codes import FAILED
from pingblock.cli.offers import SEALED_ENGINES, offer
from pingblock.cli.study import Processes, Scheduler

BOTH, COMPARED = "both", ("wasm", "chip")
SEED_MOST = 2**31 - 1


Seeds = Annotated[
    int, typer.Option(min=1, max=1_000_000, help="Number of seeds for each scenario.")
]
Engines = Annotated[
    str | None,
    typer.Option(
        help="wasm, chip, or both to compare them. Default: the first that runs here.",
        autocompletion=offer(*SEALED_ENGINES, BOTH),
    ),
]
Save = Annotated[Path | None, typer.Option(help="Write the runs to this file, for --against.")]
Against = Annotated[
    Path | None, typer.Option(help="Compare with a file that an earlier --save has written.")
]


# Typer reads the options of the command from this list.
def sweep(
    scenario: Annotated[list[str], typer.Argument(help="Scenario files of JSON lines.")],
    seeds: Seeds = 100,
    first: Annotated[int, typer.Option(min=0, max=SEED_MOST, help="The first seed.")] = 1,
    engine: Engines = None,
    until: Annotated[
        float | None, typer.Option(min=0, help="End of each run in ms, as in 'virtual run'.")
    ] = None,
    save: Save = None,
    against: Against = None,
    processes: Processes = None,
    scheduler: Scheduler = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Plays scenarios with many seeds and reports every difference and every fault.

    Compares wasm with chip (--engine both), or the runs with those of an earlier sweep
    (--against). The exit code is 1 if a difference or a new fault was found.
    """
    from pingblock.common.output_file import check_places, write_file
    from pingblock.study import farm
    from pingblock.study import sweep as work

    engines = COMPARED if engine == BOTH else (chosen_sealed(engine, "scenarios", BOTH),)
    check_places([save], force)
    earlier = work.read_lines(against) if against is not None else None
    jobs = work.jobs(scenario, engines, range(first, first + seeds), until)
    with bar(f"{len(jobs)} runs", len(jobs)) as step:
        runs = farm.run(work.play, jobs, processes or farm.cores(), scheduler, step)
    if save is not None:
        write_file(save, work.as_lines(runs).encode())
    found = work.findings(runs, earlier)
    tell(*work.summary(runs, found), as_json)
    if found:
        raise typer.Exit(FAILED)
