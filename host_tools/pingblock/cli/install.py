"""``pingblock install``: writes an image onto a Pico that runs MicroPython."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pingblock.cli.asking import DryRun, Yes
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.carrying import announce, at_port, finished, to_bootsel, written
from pingblock.cli.engine_choice import check_compiled, is_virtual
from pingblock.connection.discovery import choose
from pingblock.errors import NoDevice, WrongDevice

if TYPE_CHECKING:
    from pingblock.care.carry.board import Holding
    from pingblock.care.install.prompt import Prompt

Told = tuple[dict[str, object], str]  # the arguments of ``tell``
_RUNS = (
    "{port} has Pingblock in its image, so 'install' is not needed. For newer firmware, run "
    "'pingblock update'. If the board does not play, run 'pingblock doctor'."
)


@dataclass(frozen=True)
class InstallImage:
    """An image for a Pico: its name and content, and the files of the Pico."""

    name: str
    content: bytes
    holding: Holding


def install(
    dry_run: DryRun = False,
    yes: Yes = False,
    drive: Annotated[
        Path | None,
        typer.Option(help="Drive of the Pico in BOOTSEL mode, if it does not appear by itself."),
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Installs the firmware on a Pico that runs MicroPython, or repairs it there.

    The Pico enters BOOTSEL mode and gets the image with MicroPython and Pingblock. Settings and
    sounds of Pingblock 0.1 are carried over. Other files are erased, and a copy of them stays on
    this computer. For a Pico without MicroPython see 'flash'.
    If firmware runs, it is stopped meanwhile and starts again, also with --dry-run.
    """
    from pingblock.care.install.prompt import Prompt

    name = choose(port)
    check_compiled(name)
    if is_virtual(name):
        raise WrongDevice(_RUNS.format(port=name))
    with Prompt(name) as prompt:
        finish = _to_board(prompt, image_for(prompt), dry_run, yes, drive)
    tell(*finish(), as_json)


def image_for(prompt: Prompt) -> InstallImage:
    """Returns the image for a Pico.

    Raises:
        WrongDevice: the board is not a Pico, or its firmware runs in place already.
        MissingFile: this installation has no image for this kind of Pico.
    """
    from pingblock.care.carry.board import look
    from pingblock.image.ready_slots import download, name_of

    holding = look(prompt)
    if holding.in_place:
        raise WrongDevice(_RUNS.format(port=prompt.port))
    content = download(holding.pico).read_bytes()
    return InstallImage(name_of(holding.pico), content, holding)


def _to_board(
    prompt: Prompt, image: InstallImage, dry_run: bool, yes: bool, drive: Path | None
) -> Callable[[], Told]:
    """Copies the files of a Pico and puts it into BOOTSEL mode.

    Args:
        prompt: the prompt of the Pico.
        image: the image for the Pico.
        dry_run: whether to write nothing.
        yes: whether the user has already agreed.
        drive: the drive of the Pico, as the user named it. None takes the first that appears.

    Returns:
        A function that writes the image and returns the result. Call it after the prompt is
        closed.
    """
    port, holding = prompt.port, image.holding
    fields: dict[str, object] = {"uid": holding.uid, "micropython": holding.release, "port": port}
    fields |= {"write": [image.name], "bytes": len(image.content), "written": not dry_run}
    announce(port, holding)
    if dry_run:
        fields |= {"carried": sorted(holding.carried), "copy": None, "version": None}
        return lambda: (fields, f"{port}: nothing was written.")
    asked = at_port(port)
    copy = to_bootsel(prompt, holding, image.name, yes)

    def finish() -> Told:
        place = _drive(drive, image)
        again = written(image.name, image.content, place, asked, copy)
        fields.update(finished(again, copy) if copy else {}, port=again)
        version = fields["version"] = _version_after(again, holding.uid)
        return fields, f"{again}: firmware {version} runs, newly installed."

    return finish


def _drive(named: Path | None, image: InstallImage) -> Path:
    """Waits for the drive of the Pico, and returns it."""
    from pingblock.care.flash.drive import check_takes, wait_for_drive

    try:
        place = wait_for_drive(named)
    except NoDevice as none:
        again = f"Then type 'pingblock flash {image.name}'."
        raise NoDevice(f"{none} {again}", none.option) from None
    check_takes(place, image.holding.pico.chip)
    return place


def _version_after(port: str, uid: str) -> str:
    """Waits until the device has restarted. Returns its version."""
    from pingblock.connection.reconnect import Reconnection

    with closing(Reconnection(port, uid).wait()) as device:
        return device.hello.version
