"""``pingblock update``: sends new firmware over the link, and tries it before it is kept."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from pingblock.care.update import words
from pingblock.care.update.plan import UpdatePlan, UpdateState, in_place, other_slot, plan, state
from pingblock.care.update.run import send, try_other, verdict
from pingblock.cli.asking import DryRun
from pingblock.cli.attached import AsJson, Port, defaults, say, tell
from pingblock.cli.bar import bar
from pingblock.cli.engine_choice import check_compiled
from pingblock.common import project
from pingblock.common.installation import WHEEL
from pingblock.common.micropython import pico_of_device
from pingblock.connection.device import Device
from pingblock.connection.discovery import choose
from pingblock.connection.reconnect import Reconnection

commands = typer.Typer()


@commands.callback(invoke_without_command=True)
def update(
    context: typer.Context,
    dry_run: DryRun = False,
    check: Annotated[
        str | None,
        typer.Option(
            metavar="WHERE",
            help="Only compare the device with a release: its folder, one of its files, or the"
            " URL of one.",
        ),
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Updates the firmware of a device, and keeps its settings and sounds.

    The device starts the new firmware as a trial. If it does not work well within 30 s, the device
    returns to the old firmware, and this command prints the reason.
    """
    context.default_map = defaults(context.command, port, as_json)
    if context.invoked_subcommand is None:
        if check is not None:
            _check(check, port, as_json)
        else:
            _update(choose(port), dry_run, as_json)


def _check(where: str, port: str | None, as_json: bool) -> None:
    """Compares the versions. It looks at the place first, then at the device."""
    from pingblock.care.update.check import is_newer, newest

    found = newest(where)
    name = choose(port)
    with Device(name) as device:
        runs = device.hello.version
    newer = is_newer(found, runs)
    wheel = WHEEL.format(found)
    text = f"{name} runs firmware {runs}, and {where} has {found}: " + (
        f"it is newer. To get it, install {wheel}{project.at()}, then type 'pingblock update'."
        if newer
        else "nothing newer."
    )
    tell({"version": runs, "newest": found, "newer": newer}, text, as_json)


def _update(name: str, dry_run: bool, as_json: bool) -> None:
    check_compiled(name)
    with Device(name) as device:
        hello = device.hello
        steps = _planned(device)
        writes = not (dry_run or steps.up_to_date)
        say(_intent(steps, hello.version, dry_run))
        if writes:
            with bar("sending", len(steps.content)) as step:
                send(device, steps, step)
            try_other(device)
    version = hello.version
    if writes:
        version = _verdict(name, hello.uid, steps.slot, "pingblock update")
    fields = {
        "updated": writes,
        "up_to_date": steps.up_to_date,
        "version": version,
        "slot": steps.slot,
        "bytes": 0 if steps.up_to_date else len(steps.content),
    }
    tell(fields, f"{name}: firmware {version}, {'updated' if writes else 'unchanged'}.", as_json)


def _planned(device: Device) -> UpdatePlan:
    from pingblock.image.ready_slots import firmware_in_place

    now = in_place(device)
    return plan(now, firmware_in_place(pico_of_device(now.mpy, device.hello.board)))


def _verdict(name: str, uid: str, slot: str, again: str) -> str:
    """Waits for the end of the trial of a slot. Returns the version that runs then."""
    say(f"The device tries the firmware in slot {slot}, which takes about 10 s.")
    reconnection = Reconnection(name, uid)
    try:
        verdict(reconnection, slot, again)
    except KeyboardInterrupt:
        say(
            f"The device is still trying the firmware in slot {slot}: 'pingblock update state'"
            " shows the result."
        )
        raise
    with closing(reconnection.wait()) as device:
        return device.hello.version


def _intent(steps: UpdatePlan, version: str, dry_run: bool) -> str:
    if steps.up_to_date:
        return f"The device already runs this firmware ({version})."
    verb = "Would send" if dry_run else "Sending"
    return f"{verb} the firmware, {len(steps.content) / 1000:.0f} kB."


@commands.command("state")
def state_(port: Port = None, as_json: AsJson = False) -> None:
    """Shows which firmware the device starts, and how the latest update went."""
    with Device(port) as device:
        _tell(state(device), as_json)


@commands.command()
def confirm(port: Port = None, as_json: AsJson = False) -> None:
    """Keeps the firmware on trial, without waiting for the end of the trial."""
    with Device(port) as device:
        device.request("update", what="confirm")
        _tell(state(device), as_json)


@commands.command()
def rollback(port: Port = None, as_json: AsJson = False) -> None:
    """Restores the firmware from before the latest update. Its next start is a trial, too."""
    name = choose(port)
    with Device(name) as device:
        hello, now = device.hello, in_place(device)
        try_other(device)
    slot = other_slot(now.slot)
    version = _verdict(name, hello.uid, slot, "pingblock update rollback")
    tell({"slot": slot, "version": version}, f"{name}: firmware {version} again.", as_json)


def _tell(now: UpdateState, as_json: bool) -> None:
    tell(now.fields(), words.text(now), as_json)
