"""The ``pingblock`` command. One command a file; this one holds the way in and out.

Exit codes: 0 done, 1 it failed, 2 the input or the command line is wrong, 130 Ctrl-C.
"""

from __future__ import annotations

import sys
from importlib.metadata import version

import typer

from pingblock.cli import battery, devices, monitor, press, profile, status, virtual, volume, worms
from pingblock.cli.attached import AsJson, Port, defaults
from pingblock.errors import BadInput, PingblockError

FAILED, BAD_INPUT = 1, 2

app = typer.Typer(
    help="Tools for the Pingblock: a Question Block and an apple base on a Raspberry Pi Pico.",
    epilog="Exit codes: 0 done, 1 it failed, 2 wrong input or command line, 130 Ctrl-C.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
for command in (
    devices.devices,
    press.press,
    press.replay,
    status.status,
    battery.battery,
    volume.volume,
    profile.profile,
    worms.worms,
    monitor.monitor,
):
    app.command()(command)
app.add_typer(virtual.commands, name="virtual")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"pingblock {version('pingblock')}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    port: Port = None,
    as_json: AsJson = False,
    show: bool = typer.Option(
        False, "--version", help="Print the version.", callback=_print_version, is_eager=True
    ),
) -> None:
    """Tools for the Pingblock: a Question Block and an apple base on a Raspberry Pi Pico."""
    context.default_map = defaults(port, as_json)


def main() -> None:
    """Runs the command line; errors end as one sentence on stderr and an exit code."""
    try:
        app()
    except PingblockError as error:
        print(f"pingblock: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT if isinstance(error, BadInput) else FAILED)
