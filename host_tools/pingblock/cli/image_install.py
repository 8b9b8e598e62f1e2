"""``pingblock install`` with an image: the Pico enters BOOTSEL mode by its prompt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pingblock.cli.carrying import announce, at_port, finished, to_bootsel, written
from pingblock.common.micropython import RELEASED
from pingblock.errors import NoDevice

if TYPE_CHECKING:
    from pingblock.carry.board import Holding
    from pingblock.install.prompt import Prompt


@dataclass(frozen=True)
class InstallImage:
    """An image for a board: its name, its content, and what the board holds."""

    name: str
    content: bytes
    holding: Holding


def image_for(prompt: Prompt) -> InstallImage | None:
    """Returns the image for a board; None if there is none, or if the board has one already."""
    from pingblock.build.ready_slots import image_in_place, name_of
    from pingblock.carry.board import look

    holding = look(prompt)
    if holding.in_place or holding.pico not in RELEASED:
        return None
    content = image_in_place(holding.pico)
    return InstallImage(name_of(holding.pico), content, holding) if content else None


def to_board(
    prompt: Prompt, image: InstallImage, dry_run: bool, yes: bool, drive: Path | None
) -> Callable[[], tuple[dict[str, Any], str]]:
    """Copies the files of a board and puts it into BOOTSEL mode.

    Args:
        prompt: of the board.
        image: for it.
        dry_run: whether nothing is written.
        yes: whether the user agreed already.
        drive: of the board, as the user names it; None takes the one that appears.

    Returns:
        A function that writes the image, once the prompt was left, and returns what to tell.
    """
    port, holding = prompt.port, image.holding
    fields: dict[str, Any] = {"uid": holding.uid, "micropython": holding.release, "port": port}
    fields |= {"write": [image.name], "bytes": len(image.content), "written": not dry_run}
    announce(port, holding)
    if dry_run:
        fields |= {"carried": sorted(holding.carried), "copy": None, "version": None}
        return lambda: (fields, f"{port}: nothing was written.")
    asked = at_port(port)
    copy = to_bootsel(prompt, holding, image.name, yes)

    def finish() -> tuple[dict[str, Any], str]:
        again = written(image.name, image.content, _drive(drive, image), asked, copy)
        fields.update(finished(again, copy) if copy else {}, port=again)
        version = fields["version"] = version_after(again, holding.uid)
        return fields, f"{again}: firmware {version} runs, newly installed."

    return finish


def _drive(named: Path | None, image: InstallImage) -> Path:
    """Waits for the drive of the board."""
    from pingblock.flash.drive import check_takes, wait_for_drive

    try:
        place = wait_for_drive(named)
    except NoDevice as none:
        raise NoDevice(f"{none} Then type 'pingblock flash {image.name}'.", none.option) from None
    check_takes(place, image.holding.pico.chip)
    return place


def version_after(port: str, uid: str) -> str:
    """Waits for the device after its restart; returns its version."""
    from pingblock.connection.reconnect import Reconnection

    with closing(Reconnection(port, uid).wait()) as device:
        return device.hello.version
