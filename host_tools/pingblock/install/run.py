"""Installing: what the board holds, the plan, and the plan carried out and read back."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from pingblock.build.board import BOARD, with_chip
from pingblock.build.image import rescue_files, slot_files
from pingblock.common.firmware import firmware_dir
from pingblock.errors import PingblockError
from pingblock.install.board import DIGEST, Board, check_not_frozen, check_runs, survey
from pingblock.install.plan import InstallPlan, plan
from pingblock.install.prompt import Progress, Prompt

RENAME = """
import os
try:
    os.rename({new!r}, {path!r})
except OSError:  # a folder is there: out of the way
    os.rename({path!r}, {path!r} + '.old')
    os.rename({new!r}, {path!r})
"""


@dataclass(frozen=True)
class Prepared:
    """A board that was looked at, and what an install would do to it."""

    board: Board
    plan: InstallPlan


def prepare(prompt: Prompt) -> Prepared:
    """Looks at the board and decides; writes nothing.

    Raises:
        WrongDevice: our firmware cannot run there.
    """
    board = survey(prompt)
    check_not_frozen(prompt.port, board)
    ours = with_chip(BOARD, board.pico.chip, board.pico.radio)
    firmware, rescue = slot_files(firmware_dir(), ours), rescue_files(firmware_dir(), ours)
    check_runs(board, firmware)
    return Prepared(board, plan(board, firmware, rescue))


def carry_out(prompt: Prompt, steps: InstallPlan, progress: Progress) -> None:
    """Does what was planned; cut at any point, the board starts the old firmware or the new.

    Args:
        prompt: of the board.
        steps: see ``prepare``.
        progress: takes the bytes of each step.

    Raises:
        PingblockError: a file does not read back as it was written; nothing was switched.
    """
    for folder in steps.folders():
        prompt.run(_make(folder))
    for path, data in steps.staged.items():
        prompt.write(path, data, progress)
    _read_back(prompt, steps.staged)
    for path, data in steps.switches.items():
        _switch(prompt, path, data, progress)
    for path in steps.removed:
        prompt.run(f"import os; os.remove({path!r})")
    if steps.old_stage:
        prompt.run(_EMPTY)


def set_aside(prompt: Prompt, path: str) -> str:
    """Renames a file or folder of the root folder, so that nothing takes it; returns its name."""
    return str(prompt.ask(f"{_ASIDE}print(repr(aside({path!r})))"))


_ASIDE = """
import os
def aside(path):
    new = path + '.old'
    while new[1:] in os.listdir('/'):
        new += '.old'
    os.rename(path, new)
    return new
"""


def _make(folder: str) -> str:
    return f"{_REMOVAL}{_FOLDER}made({folder!r})\n"


def _switch(prompt: Prompt, path: str, data: bytes, progress: Progress) -> None:
    new = path + ".new"
    prompt.write(new, data, progress)
    _read_back(prompt, {new: data})
    prompt.run(RENAME.format(new=new, path=path))


def _read_back(prompt: Prompt, written: dict[str, bytes]) -> None:
    for path, data in written.items():
        found = prompt.ask(f"{DIGEST}print(repr(digest({path!r})))")
        if found != sha256(data).hexdigest():
            raise PingblockError(
                f"{path} does not read back as it was written: the flash of this board is worn "
                "out, or the cable is bad. The board starts the firmware that it had."
            )


_REMOVAL = """
import os
def empty(folder):
    for entry in os.ilistdir(folder):
        path = folder + '/' + entry[0]
        empty(path) if entry[1] == 0x4000 else os.remove(path)
    os.rmdir(folder)
"""
# A damaged board may have folders in the place of its files, and a file in that of a folder.
_FOLDER = """
def made(folder):
    try:
        found = list(os.ilistdir(folder))
    except OSError:
        try:
            os.remove(folder)
        except OSError:
            pass
        os.mkdir(folder)
        found = []
    for entry in found:
        if entry[1] == 0x4000:
            empty(folder + '/' + entry[0])
"""
_EMPTY = f"{_REMOVAL}empty('/new')\n"  # an install of old was cut short there
