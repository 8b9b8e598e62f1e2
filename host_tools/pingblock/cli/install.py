"""``pingblock install``: the firmware onto a board that runs MicroPython."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pingblock.cli.asking import DryRun, Yes, agrees, must_agree
from pingblock.cli.attached import AsJson, Port, say, tell
from pingblock.cli.bar import bar
from pingblock.cli.engine_choice import check_compiled, is_virtual
from pingblock.common.micropython import SUPPORTED, is_supported
from pingblock.connection.discovery import choose
from pingblock.errors import NoAnswer

if TYPE_CHECKING:
    from pingblock.install.prompt import Prompt
    from pingblock.install.run import Prepared

Told = tuple[dict[str, Any], str]  # what ``tell`` takes


def install(
    dry_run: DryRun = False,
    yes: Yes = False,
    as_files: Annotated[
        bool,
        typer.Option(
            "--files", help="Write the firmware as files onto the MicroPython that is there."
        ),
    ] = False,
    drive: Annotated[
        Path | None,
        typer.Option(help="Drive of the Pico in BOOTSEL mode, if it does not appear by itself."),
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Installs the firmware on a Pico that runs MicroPython, or repairs it there.

    A Pico or Pico 2 enters BOOTSEL mode and gets the image with MicroPython and Pingblock.
    Settings and sounds of Pingblock 0.1 are carried over. Other files are erased, and a copy of
    them stays on this computer. A Pico W and a Pico 2 W get files instead: these are written
    beside the old ones, checked, and take over in one step. For a Pico without MicroPython see
    'flash'. Firmware that runs is stopped meanwhile and starts again, also with --dry-run.
    """
    from pingblock.cli.image_install import image_for, to_board
    from pingblock.install.prompt import Prompt

    name = choose(port)
    check_compiled(name)
    with Prompt(name) as prompt:
        image = None if as_files or is_virtual(name) else image_for(prompt)
        if image:
            finish = to_board(prompt, image, dry_run, yes, drive)
        else:
            finish = _files(prompt, dry_run, yes)
    tell(*finish(), as_json)


def _files(prompt: Prompt, dry_run: bool, yes: bool) -> Callable[[], Told]:
    """Writes the firmware as files; returns what waits for the board afterwards."""
    from pingblock.install.plan import shadowing
    from pingblock.install.run import prepare

    name, ready = prompt.port, prepare(prompt)
    shadows = shadowing(ready.board)
    _announce(name, ready, dry_run)
    aside = _set_aside(prompt, ready.plan.program, shadows, dry_run, yes)
    if writes := not (dry_run or ready.plan.is_empty):
        _carry_out(prompt, ready, yes)

    def finish() -> Told:
        version = None
        if writes or not ready.plan.bare:
            left = tuple(path for path in shadows if path not in aside)
            version = _version(name, ready.board.uid, left)
        fields = _fields(ready) | {
            **{"shadowing": list(shadows), "set_aside": list(aside.values())},
            **{"port": name, "written": writes, "version": version},
        }
        return fields, _result(name, writes, version)

    return finish


def _carry_out(prompt: Prompt, ready: Prepared, yes: bool) -> None:
    from pingblock.install.run import carry_out

    if not ready.plan.bare:
        must_agree("Replace the firmware on this board?", yes)
    with bar("writing", ready.plan.size) as step:
        carry_out(prompt, ready.plan, step)


def _announce(name: str, ready: Prepared, dry_run: bool) -> None:
    if not is_supported(ready.board.release):
        say(_untested(ready.board.release))
    say(_intent(name, ready, dry_run))


def _set_aside(
    prompt: Prompt, program: str, shadows: tuple[str, ...], dry_run: bool, yes: bool
) -> dict[str, str]:
    """Renames a program that ours replaces and, if it may, what shadows; returns old to new."""
    from pingblock.install.run import set_aside

    paths: list[str] = []
    if shadows:
        say(f"Warning: {_shadowed(shadows)}")
        if not dry_run and (yes or agrees("Rename what is named, with .old behind the name?")):
            paths = list(shadows)
    if program:
        say(f"{program} holds a program of your own: it is kept as {program}.old.")
        paths += [] if dry_run else [program]
    return {path: set_aside(prompt, path) for path in paths}


def _shadowed(paths: tuple[str, ...]) -> str:
    return (
        f"{', '.join(paths)} on this board would run in the place of what the firmware needs, "
        "or before it."
    )


def _version(name: str, uid: str, shadows: tuple[str, ...]) -> str:
    """Waits for the device after its restart; returns its version."""
    from pingblock.cli.image_install import version_after

    try:
        return version_after(name, uid)
    except NoAnswer as silent:
        if not shadows:
            raise
        why = f"{_shadowed(shadows)} Install again, and let them be renamed ('--yes')."
        raise NoAnswer(f"{silent} {why}") from None


def _untested(release: str) -> str:
    return (
        f"Warning: the board runs MicroPython {release}; this firmware is tested on {SUPPORTED}."
    )


def _intent(name: str, ready: Prepared, dry_run: bool) -> str:
    steps, board = ready.plan, ready.board
    if steps.is_empty:
        return f"{name} ({board.uid}, MicroPython {board.release}) holds this firmware already."
    verb = "would write" if dry_run else "will write"
    count = len(steps.staged) + len(steps.switches)
    same = f", {len(steps.kept)} are up to date" if steps.kept else ""
    gone = f", {len(steps.removed)} will be removed" if steps.removed else ""
    return (
        f"{name} ({board.uid}, MicroPython {board.release}): {verb} {count} files, "
        f"{steps.size / 1000:.0f} kB{same}{gone}."
    )


def _fields(ready: Prepared) -> dict[str, Any]:
    steps = ready.plan
    return {
        "uid": ready.board.uid,
        "micropython": ready.board.release,
        "write": [*steps.staged, *steps.switches],
        "bytes": steps.size,
        "same": list(steps.kept),
        "remove": list(steps.removed),
    }


def _result(name: str, writes: bool, version: str | None) -> str:
    if version is None:
        return f"{name}: nothing was written. There is no Pingblock on it yet."
    return f"{name}: firmware {version} runs" + (
        ", newly installed." if writes else ", unchanged."
    )
