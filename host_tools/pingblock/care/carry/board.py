"""Lists the files on a Pico at the prompt, copies them to this computer, and compares them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from pingblock.care.install.prompt import Prompt
from pingblock.common.device_path import device_path, is_owners
from pingblock.common.micropython import Pico, pico_of
from pingblock.connection.shapes import TEXT, misfit
from pingblock.errors import BadInput, PingblockError, WrongDevice
from pingblock.image import file_system
from pingware.shared.schema import such_that, switch, whole

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
_LOOK = """
import machine, os
files = {}
def look(folder):
    for entry in os.ilistdir(folder or '/'):
        path = folder + '/' + entry[0]
        if entry[1] == 0x4000:
            look(path)
        else:
            files[path] = entry[3]
try:
    look('')
except OSError:
    pass
try:
    import firmware_slots
    slots = True
except ImportError:
    slots = False
print({'machine': os.uname().machine, 'release': os.uname().release, 'slots': slots,
    'uid': machine.unique_id(), 'files': files})
"""
_LOOKED = {
    **{"machine": TEXT, "release": TEXT, "slots": switch, "files": {str: whole(0, 2**24)}},
    "uid": such_that(None, lambda uid: type(uid) is bytes and 0 < len(uid) < 33, "bytes"),
}
_SEED = "/seed"
# A Pico with Pingblock 0.1 has one of these files, unless many of its files are damaged.
_OURS = {"/slot", "/factory", "/app.mpy", "/a/manifest.txt", "/b/manifest.txt", "/start/app.mpy"}
# Files of Pingblock 0.1 for its firmware, updates and crashes. The new image replaces them.
_FIRMWARE = re.compile(
    r"/(?:a|b|start|new)/.*|/app\w*\.mpy|/(?:main\.py|manifest\.txt|slot|trial|factory|whole"
    r"|crash\.txt)(?:\.new)?"
)
# The firmware keeps two copies of such a file and writes one after the other.
_PAIR = re.compile(r"(/\w+)\.[ab]")

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Holding:
    """The content of a Pico that waits at MicroPython's prompt.

    Args:
        uid: the chip's own number.
        pico: the kind of Pico.
        release: its MicroPython version, for people.
        in_place: whether its MicroPython runs firmware in place, from slots.
        files: all files: path to size in bytes.
    """

    uid: str
    pico: Pico
    release: str
    in_place: bool
    files: Mapping[str, int]

    @property
    def is_pingblock(self) -> bool:
        """True if the Pico has Pingblock 0.1, as files or in its MicroPython."""
        return not _OURS.isdisjoint(self.files)

    @property
    def carried(self) -> dict[str, int]:
        """Settings and sounds, which the Pico keeps with the new image: path to size."""
        found = self.files.items() if self.is_pingblock or self.in_place else ()
        return {path: size for path, size in found if is_owners(path) or path == _SEED}

    @property
    def others(self) -> dict[str, int]:
        """Other files, which the new image erases: path to size."""
        left = {path: size for path, size in self.files.items() if path not in self.carried}
        if not self.is_pingblock:
            return left
        return {path: size for path, size in left.items() if not _FIRMWARE.fullmatch(path)}


def look(prompt: Prompt) -> Holding:
    """Reads the kind, the versions and the list of files of a Pico.

    Raises:
        WrongDevice: the device is not a Pico, or its answer is invalid.
    """
    found = prompt.ask(_LOOK)
    if wrong := misfit(_LOOKED, found, "answer"):
        raise WrongDevice(
            f"{prompt.port} does not answer like a Pico with MicroPython: its {wrong} is wrong."
        )
    pico, uid = pico_of(prompt.port, found["machine"]), found["uid"].hex()
    return Holding(uid, pico, found["release"], found["slots"], found["files"])


def check_fits(holding: Holding) -> None:
    """Checks that the settings and sounds fit into the storage of the new image.

    Args:
        holding: the Pico, as ``look`` returned it.

    Raises:
        BadInput: the files do not fit.
    """
    storage = file_system.storage_of(holding.pico, in_place=True)
    kB = sum(holding.carried.values()) / 1000
    if kB * 1000 <= storage.size:
        try:
            carried = {path: bytes(size) for path, size in holding.carried.items()}
            file_system.build(carried, storage)
            return
        except BadInput:
            pass
    raise BadInput(
        f"Settings and sounds of this board have {kB:.0f} kB, but the new image has only"
        f" {storage.size // 1024} KiB of storage. Remove sounds with 'pingblock sounds reset',"
        " then try again. Nothing was changed."
    )


def read(prompt: Prompt, files: Mapping[str, int], progress: Progress) -> dict[str, bytes]:
    """Returns files of the Pico, each verified by its hash.

    Args:
        prompt: the prompt of the Pico.
        files: path to size.
        progress: called with the bytes of each file.

    Raises:
        PingblockError: a file cannot be read, or differs when it is read again.
    """
    found = {}
    for path, size in files.items():
        data = prompt.read(device_path(path))
        if len(data) != size or sha256(data).hexdigest() != _digest(prompt, path):
            raise PingblockError(
                f"{path} was not read correctly from {prompt.port}, so nothing was changed: "
                "try again."
            )
        found[path] = data
        progress(size)
    return found


def missing(prompt: Prompt, files: Mapping[str, bytes], changed: bool = False) -> list[str]:
    """Returns the paths of files that the Pico does not have.

    Meanwhile, the firmware can replace one of the two copies of the settings.

    Args:
        prompt: the prompt of the Pico.
        files: path to content.
        changed: True accepts a file with other content, because the owner can have changed it.
    """
    digests = {path: _digest(prompt, path) for path in files}
    same = {path for path in files if digests[path] == sha256(files[path]).hexdigest()}
    good = {path for path in files if digests[path]} if changed else same
    pairs = {found[1] for path in good if (found := _PAIR.fullmatch(path))}
    return [
        path
        for path in files
        if path not in good and not ((found := _PAIR.fullmatch(path)) and found[1] in pairs)
    ]


def restore(prompt: Prompt, files: Mapping[str, bytes]) -> None:
    """Writes files onto the Pico, and reads them back.

    Raises:
        PingblockError: the content of a file differs when it is read back.
    """
    prompt.run("import os\nif 'sounds' not in os.listdir('/'):\n    os.mkdir('/sounds')\n")
    for path, data in files.items():
        prompt.write(path, data, lambda _bytes: None)
    if wrong := missing(prompt, files):
        raise PingblockError(
            f"{wrong[0]} does not read back from {prompt.port} as it was written. The copy on this"
            " computer stays: try again."
        )


def _digest(prompt: Prompt, path: str) -> str:
    """Returns the SHA-256 (hex) of a file on the Pico, or "" if it cannot be read."""
    asked = f"try:\n    print(repr(digest({path!r})))\nexcept OSError:\n    print(repr(''))\n"
    return str(prompt.ask(DIGEST + asked))
