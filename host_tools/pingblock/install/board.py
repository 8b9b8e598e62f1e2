"""State of a board before an install: its MicroPython, its slots, the hashes of its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pingblock.common.micropython import SUPPORTED, Pico, pico_of, runs
from pingblock.connection.cures import POWER_OFF
from pingblock.connection.shapes import INT, TEXT, misfit
from pingblock.errors import WrongDevice
from pingblock.install.prompt import Prompt
from pingware.shared import slots
from pingware.shared.schema import such_that

# Run on the board: ``digest`` of a file, and a survey. Folders of firmware are hashed all through,
# of the root only our files.
DIGEST = """
import hashlib
def digest(path):
    found = hashlib.sha256()
    with open(path, 'rb') as file:
        while True:
            chunk = file.read(1024)
            if not chunk:
                return ''.join(['%02x' % byte for byte in found.digest()])
            found.update(chunk)
"""
_SURVEY = f"""{DIGEST}
import machine, os, sys
def names(folder, kind):
    try:
        return [entry[0] for entry in os.ilistdir(folder) if entry[1] == kind]
    except OSError:
        return []
def text(path):
    try:
        with open(path) as file:
            return file.read()
    except (OSError, ValueError):
        return ''
def frozen():
    path = sys.path[:]
    sys.path[:] = ['.frozen/start']
    try:
        import factory
        return factory.IDENTITY
    except ImportError:
        pass
    try:
        import firmware_slots
        return 'slots'
    except ImportError:
        return ''
    finally:
        sys.path[:] = path
files = {{}}
for folder in ('/a', '/b', '{slots.START}'):
    for name in names(folder, 0x8000):
        files[folder + '/' + name] = digest(folder + '/' + name)
for name in names('/', 0x8000):
    files['/' + name] = digest('/' + name) if name in ('main.py', 'slot') else ''
print({{
    'machine': os.uname().machine, 'release': os.uname().release,
    'mpy': getattr(sys.implementation, '_mpy', 0), 'uid': machine.unique_id(),
    'files': files, 'folders': names('/', 0x4000),
    'slot': text('{slots.SLOT}'), 'trial': text('{slots.TRIAL}'), 'frozen': frozen(),
}})
"""

_SURVEYED = {
    **dict.fromkeys(("machine", "release", "slot", "trial", "frozen"), TEXT),
    "mpy": INT,
    "uid": such_that(None, lambda uid: type(uid) is bytes, "bytes"),
    "files": {str: TEXT},
    "folders": [TEXT],
}


@dataclass(frozen=True)
class Board:
    """A board at the prompt.

    Args:
        pico: which kind of Pico.
        release: which MicroPython, for people.
        mpy: the format of compiled files that it runs.
        uid: the chip's own number.
        files: path to SHA-256 (hex) of our files; "" for other files in the root folder.
        folders: in the root folder.
        slot, trial: text of the two files of ``shared.slots``; "" if there is none.
        frozen: which firmware is in its MicroPython, see ``pingblock.common.frozen``; "" if none.
    """

    pico: Pico
    release: str
    mpy: int
    uid: str
    files: Mapping[str, str]
    folders: tuple[str, ...]
    slot: str
    trial: str
    frozen: str = ""

    @property
    def in_force(self) -> str:
        """The slot that the board starts ("a" or "b"); "" without slots, as of old or when new."""
        return str(slots.parse(self.slot, self.trial)["slot"]) if self.slot else ""


def survey(prompt: Prompt) -> Board:
    """Looks what the board holds.

    Raises:
        WrongDevice: it is no Pico that the firmware runs on.
    """
    found = prompt.ask(_SURVEY)
    if wrong := misfit(_SURVEYED, found):
        raise WrongDevice(
            f"{prompt.port} does not answer like a Pico with MicroPython: its {wrong} is wrong."
        )
    return Board(
        pico_of(prompt.port, found["machine"]),
        found["release"],
        found["mpy"],
        found["uid"].hex(),
        found["files"],
        tuple(found["folders"]),
        found["slot"],
        found["trial"],
        found["frozen"],
    )


def check_not_frozen(port: str, board: Board) -> None:
    """Makes sure that the board's MicroPython has no firmware of ours in it.

    Raises:
        WrongDevice: it has. As files the same would start slower and have less memory.
    """
    if board.frozen:
        raise WrongDevice(
            f"{port} has the firmware in its MicroPython, and starts it by itself: nothing is to "
            f"be installed. If it does not play, or a file of an update is damaged, {POWER_OFF}: "
            "then 'pingblock update' writes the update again, and 'pingblock flash' a newer file "
            "such as pingblock-pico-slots.uf2."
        )


def check_runs(board: Board, files: Mapping[str, bytes]) -> None:
    """Makes sure that the board's MicroPython runs our compiled files.

    Raises:
        WrongDevice: it does not.
    """
    ours = {data[1] | data[2] << 8 for data in files.values() if data[:1] == b"M"}
    if not runs(board.mpy, max(ours, default=board.mpy)):
        raise WrongDevice(
            f"The board runs MicroPython {board.release}, which cannot run this firmware, "
            "compiled for "
            f"{SUPPORTED}. Make one UF2 of all with 'pingblock image', and 'pingblock flash' it."
        )
