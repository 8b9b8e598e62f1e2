"""``pingblock virtual``: a Pingblock without a board."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pingblock.cli.virtual_serve import serve
from pingblock.errors import BadInput, PingblockError
from pingblock.virtual.bench import Bench, open_bench
from pingblock.virtual.engines import ENGINES
from pingblock.virtual.parts.servo import write_csv
from pingblock.virtual.parts.speaker import write_wav
from pingblock.virtual.runner import run as run_scenario
from pingblock.virtual.scenario import Action, parse
from pingblock.virtual.serial_tap import Event

WAV_RATE_HZ = 44_100
# A run without a seed of its own shall give the same result again, and on each engine.
DEFAULT_SEED = 1
MAX_SEED = 2**32 - 1

commands = typer.Typer(help="Run the firmware without a board.", no_args_is_help=True)

commands.command("serve")(serve)


@commands.callback()
def _virtual() -> None:
    """Run the firmware without a board."""


@commands.command("run")
def run(
    scenario: Annotated[str, typer.Argument(help="Scenario file, JSON lines; - reads stdin.")],
    engine: Annotated[str, typer.Option(help="desk (fast) or chip (exact).")] = "desk",
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="Fixes the draws and the parts' chance.")
    ] = DEFAULT_SEED,
    until: Annotated[
        float | None, typer.Option(min=0, help="Stop at this ms; default: after the last sound.")
    ] = None,
    wav: Annotated[Path | None, typer.Option(help="Write what was heard.")] = None,
    servo: Annotated[Path | None, typer.Option(help="Write the servo's record as CSV.")] = None,
    events: Annotated[Path | None, typer.Option(help="Write the events as JSON lines.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
) -> None:
    """Plays a scenario on a virtual Pingblock and tells what happened and what was heard."""
    if engine not in ENGINES:
        raise BadInput(f"There is no engine '{engine}': take one of {', '.join(ENGINES)}.")
    if until is not None and not math.isfinite(until):
        raise BadInput(f"--until is {until}: it must be a number of ms.")
    actions = _read(scenario)
    _can_write(wav, servo, events)
    with open_bench(engine, seed) as bench:
        found = run_scenario(actions, bench, until)
        _write(bench, found, wav, servo, events)
        ran_ms = bench.now_ms
    if as_json:
        sys.stdout.writelines(_lines(found))
    else:
        Console().print(_table(found))
    _say(f"{engine}, seed {seed}: {ran_ms:g} ms emulated, {len(found)} events.")


@commands.command("play")
def play(
    engine: Annotated[
        str | None, typer.Option(help="desk or chip; default: desk where it runs.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=MAX_SEED, help="Fixes the draws; default: chance.")
    ] = None,
) -> None:
    """Runs the virtual Question Block in this terminal, in real time, with its sound."""
    if engine is not None and engine not in ENGINES:
        raise BadInput(f"There is no engine '{engine}': take one of {', '.join(ENGINES)}.")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise PingblockError("Play needs a terminal; scripts use 'pingblock virtual run'.")
    from pingblock.play.launch import play as play_here

    play_here(engine, seed)


def _read(name: str) -> list[Action]:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"The scenario {name} cannot be read: {error.strerror}.") from None
    try:
        return parse(data)
    except BadInput as wrong:
        raise BadInput(f"{'stdin' if name == '-' else name}, {wrong}") from None


def _can_write(*paths: Path | None) -> None:
    """Finds out before a long run, not after it."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise PingblockError(f"{path} cannot be written: there is no folder {path.parent}.")


def _write(
    bench: Bench,
    found: list[Event],
    wav: Path | None,
    servo: Path | None,
    events: Path | None,
) -> None:
    try:
        if wav is not None:
            write_wav(wav, *bench.audio(rate_hz=WAV_RATE_HZ))
        if servo is not None:
            with servo.open("w", encoding="utf-8", newline="") as stream:
                write_csv(bench.servo(), stream)
        if events is not None:
            events.write_text("".join(_lines(found)), encoding="utf-8")
    except OSError as error:
        raise PingblockError(f"{error.filename} cannot be written: {error.strerror}.") from None


def _lines(found: Iterable[Event]) -> list[str]:
    return [json.dumps(event) + "\n" for event in found]


def _table(found: Iterable[Event]) -> Table:
    table = Table("ms", "source", "kind", "what")
    table.columns[0].justify = "right"
    for event in found:
        rest = [f"{key} {value}" for key, value in list(event.items())[3:]]
        table.add_row(f"{event['at_ms']:.1f}", event["source"], event["kind"], ", ".join(rest))
    return table


def _say(text: str) -> None:
    print(text, file=sys.stderr)
