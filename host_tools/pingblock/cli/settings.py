"""``pingblock settings``: all settings of an owner, by name or from a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from pingblock.care.owner import settings_file
from pingblock.cli import offers
from pingblock.cli.asking import Force, Yes, must_agree
from pingblock.cli.attached import AsJson, Port, say, tell
from pingblock.common import values
from pingblock.common.options import OPTIONS, json_schema
from pingblock.common.output_file import check_places, write_file
from pingblock.connection.answers import SettingsState
from pingblock.connection.device import Device

commands = typer.Typer(
    help="Shows and changes the settings.", no_args_is_help=True, add_completion=False
)
_LATER = (
    "The change applies now, and is stored after 3 s without a sound: leave the power on until "
    "then."
)
_NONE = "(none)"
Names = Annotated[
    list[str] | None, typer.Argument(metavar="[NAME]...", autocompletion=offers.settings)
]
Wait = Annotated[
    bool, typer.Option("--wait/--no-wait", help="Wait until the device has stored the change.")
]


@commands.command("list")
def list_(as_json: AsJson = False) -> None:
    """Lists all settings, with meanings, defaults and allowed values. No device is needed."""
    found = [
        {"name": each.name, "help": each.help, "allowed": each.allowed, "default": each.default}
        | {"schema": json_schema(each.rule)}
        for each in OPTIONS.values()
    ]
    lines = [
        f"{each.name}={values.shown(each.default)}\n    {each.help} Allowed: {each.allowed}."
        for each in OPTIONS.values()
    ]
    tell({"settings": found}, "\n".join(lines), as_json)


@commands.command()
def get(names: Names = None, port: Port = None, as_json: AsJson = False) -> None:
    """Shows all settings, or those that you name, as NAME=VALUE."""
    values.check_names(names or ())
    with Device(port) as device:
        held = device.settings().values
    found = {name: held[name] for name in names or OPTIONS if name in held}
    tell(found, "\n".join(f"{name}={values.shown(found[name])}" for name in found), as_json)


@commands.command("set")
def set_(
    assignments: Annotated[
        list[str], typer.Argument(metavar="NAME=VALUE...", autocompletion=offers.assignments)
    ],
    wait: Wait = True,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Changes settings. If a value is wrong, no setting changes.

    For example: volume=3 run_s=10,20 names=Ann,Bob mute_lock=on
    """
    wanted = values.parse(assignments)
    with Device(port) as device:
        _change(device, wanted, None, wait, as_json)


@commands.command()
def export(
    file: Annotated[
        Path | None, typer.Argument(help="File to write. Default: the terminal.")
    ] = None,
    force: Force = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Writes all settings to a file, for 'import'."""
    check_places([file], force)
    with Device(port) as device:
        text = settings_file.text_of(device.settings().values)
    if file is None:
        print(text, end="", flush=True)
        return
    write_file(file, text.encode())
    tell({"file": str(file)}, f"All settings are in {file}.", as_json)


@commands.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="File that 'export' has written.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would change.")
    ] = False,
    yes: Yes = False,
    wait: Wait = True,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Sets the settings from a file. If a value is wrong, no setting changes."""
    wanted = settings_file.read(file)
    with Device(port) as device:
        planned = values.changes(device.settings().values, wanted)
        if dry_run or not planned:
            return _tell(planned, device.settings(), True, dry_run, as_json)
        _ask(planned, yes)
        # One request is too small for all settings.
        others = {name: wanted[name] for name in planned}
        return _change(device, others, None, wait, as_json)


@commands.command()
def reset(
    names: Names = None,
    yes: Yes = False,
    wait: Wait = True,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Resets all settings, or those that you name, to their defaults."""
    wanted = values.defaults(names or OPTIONS)
    with Device(port) as device:
        planned = values.changes(device.settings().values, wanted)
        if not planned:
            return _tell(planned, device.settings(), True, False, as_json)
        _ask(planned, yes)
        return _change(device, None, list(names or ()), wait, as_json)


def _ask(planned: Mapping[str, tuple[Any, Any]], yes: bool) -> None:
    if not yes:
        say("\n".join(_lines(planned)))
    must_agree("Change these settings?", yes)


def _change(
    device: Device,
    wanted: Mapping[str, object] | None,
    reset_names: list[str] | None,
    wait: bool,
    as_json: bool,
) -> None:
    before = device.settings().values
    state = device.set_settings(wanted, reset_names)
    stored = device.wait_until_stored() if wait else not state.unsaved
    _tell(values.changes(before, state.values), state, stored, False, as_json)


def _tell(
    changed: Mapping[str, tuple[Any, Any]],
    state: SettingsState,
    stored: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    answer = {
        "changed": {name: {"old": old, "new": new} for name, (old, new) in changed.items()},
        "waits_for_next_run": list(state.waits),
        "stored": stored,
        "dry_run": dry_run,
    }
    lines = _lines(changed) or ["Nothing was changed: the device already has these settings."]
    if state.waits:
        lines.append(f"The worms are moving: {', '.join(state.waits)} applies from the next run.")
    if dry_run:
        lines.append("This was a dry run: nothing was changed.")
    elif not stored:
        lines.append(_LATER)
    tell(answer, "\n".join(lines), as_json)


def _lines(changed: Mapping[str, tuple[Any, Any]]) -> list[str]:
    return [
        f"{name}: {values.shown(old) or _NONE} -> {values.shown(new) or _NONE}"
        for name, (old, new) in changed.items()
    ]
