"""``pingblock install``: writes an image onto a Pico that runs MicroPython."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pingblock.cli.asking import DryRun, Yes
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.cli.engine_choice import check_compiled, is_virtual
from pingblock.connection.discovery import choose
from pingblock.errors import NoDevice, WrongDevice

if TYPE_CHECKING:
    from pingblock.care.carry.board import Holding
    from pingblock.care.install.prompt import Prompt

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
        typer.Option(help="Drive of the Pico in BOOTSEL mode, if the command does not find it."),
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Installs the firmware on a Pico that runs MicroPython, or repairs the firmware on it.

    The Pico enters BOOTSEL mode and gets the image, which contains MicroPython and Pingblock. The
    settings and sounds of Pingblock 0.1 are kept. Other files are erased, after a copy of them was
    stored on this computer. For a Pico without MicroPython see 'flash'. If the firmware is
    running, the command stops it and starts it again at the end, even with --dry-run.
    """
    from pingblock.care.install.prompt import Prompt
    from pingblock.cli.carrying import announce, at_port, finished, to_bootsel, written

    name = choose(port)
    check_compiled(name)
    if is_virtual(name):
        raise WrongDevice(_RUNS.format(port=name))
    with Prompt(name) as prompt:
        image = image_for(prompt)
        holding, asked = image.holding, at_port(name)
        announce(name, holding)
        copy = None if dry_run else to_bootsel(prompt, holding, image.name, yes)
    fields: dict[str, object] = {"uid": holding.uid, "micropython": holding.release, "port": name}
    fields |= {"write": [image.name], "bytes": len(image.content), "written": not dry_run}
    if dry_run:
        fields |= {"carried": sorted(holding.carried), "copy": None, "version": None}
        return tell(fields, f"{name}: nothing was written.", as_json)
    again = written(image.name, image.content, _drive(drive, image), asked, copy)
    fields.update(finished(again, copy) if copy else {}, port=again)
    version = fields["version"] = _version_after(again, holding.uid)
    return tell(fields, f"{again}: firmware {version} runs, newly installed.", as_json)


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
