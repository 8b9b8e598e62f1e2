"""``pingblock worms``: the apple base."""

from __future__ import annotations

import typer

from pingblock.care.owner import worms_report
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.worms_calibrate import calibrate
from pingblock.connection.device import Device
from pingblock.connection.messages import WormsAnswer

commands = typer.Typer(help="Starts, stops and calibrates the worms.", no_args_is_help=True)
commands.command("calibrate")(calibrate)


@commands.command()
def start(port: Port = None, as_json: AsJson = False) -> None:
    """Starts the worms. The exit code is 1 if they cannot move now."""
    with Device(port) as device:
        _tell(device.start_worms(), as_json)


@commands.command()
def stop(port: Port = None, as_json: AsJson = False) -> None:
    """Stops the worms."""
    with Device(port) as device:
        _tell(device.stop_worms(), as_json)


@commands.command()
def status(port: Port = None, as_json: AsJson = False) -> None:
    """Shows whether the worms move, and the score."""
    with Device(port) as device:
        _tell(device.worms(), as_json)


def _tell(found: WormsAnswer, as_json: bool) -> None:
    tell(found, worms_report.text(found), as_json)
