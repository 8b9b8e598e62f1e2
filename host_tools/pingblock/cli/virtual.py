"""``pingblock virtual``: a Pingblock without a Pico."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.engine_choice import PLAYED, SealedEngine, known_sealed
from pingblock.cli.virtual_serve import serve
from pingblock.cli.virtual_sweep import sweep
from pingblock.errors import BadInput

MAX_SEED = 2**32 - 1
_UNTIL = (
    "End of the run in ms. If you give it, wasm can compute for minutes, otherwise for 6 s."
    " Default: after the last sound."
)

commands = typer.Typer(help="Runs the firmware on a virtual device.", no_args_is_help=True)

commands.command("serve")(serve)
commands.command("sweep")(sweep)


@commands.callback()
def _virtual() -> None:
    """Runs the firmware on a virtual device."""


@commands.command("run")
def run(
    scenario: Annotated[
        str,
        typer.Argument(
            help="Scenario file of JSON lines, a session link of the page, or - for standard"
            " input."
        ),
    ],
    engine: SealedEngine = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MAX_SEED,
            help="Seed for all random numbers. The same seed gives the same run. Default: 1, or"
            " the seed of the link.",
        ),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(min=0, help=_UNTIL),
    ] = None,
    wav: Annotated[Path | None, typer.Option(help="Write the sound to this WAV file.")] = None,
    servo: Annotated[
        Path | None, typer.Option(help="Write the movement of the servo to this CSV file.")
    ] = None,
    events: Annotated[
        Path | None, typer.Option(help="Write the events to this file as JSON lines.")
    ] = None,
    force: Force = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
) -> None:
    """Plays a scenario on a virtual Pingblock, and shows its events and sounds."""
    known_sealed(engine, PLAYED)
    if until is not None and not math.isfinite(until):
        raise BadInput(f"--until is {until}: write a number of milliseconds.")
    from pingblock.cli.virtual_run import run as run_here

    run_here(scenario, engine, seed, until, wav, servo, events, force, as_json)


@commands.command("reset")
def reset(as_json: AsJson = False) -> None:
    """Resets your virtual block to default settings, built-in sounds and new batteries.

    The command keeps the old block in another file, and prints its name.
    """
    from pingblock.block.kept import renew
    from pingblock.block.owning import own_alone

    owner = own_alone()
    try:
        former = renew()
    finally:
        owner.release()
    text = "The virtual block is new." + (f" The former one is in {former}." if former else "")
    tell({"former": str(former) if former else None}, text, as_json)


@commands.command("play", hidden=True)
def play() -> None:
    """Prints that the page is opened by 'pingblock play'."""
    raise BadInput("The virtual block has no screen in the terminal. Use 'pingblock play'.")
