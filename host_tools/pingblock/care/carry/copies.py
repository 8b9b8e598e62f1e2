"""Copies of Picos' files on this computer. They are kept until the Pico has the files again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from pingblock.common.archive import zipped
from pingblock.common.micropython import PICOS, Pico
from pingblock.common.output_file import made_state_folder, state_folder, write_file
from pingblock.errors import BadInput

_FOLDER = "boards"
# end of a copy's file name until the Pico has the files again
_WAITS = ".waits.zip"
_ABOUT, _CARRIED, _OTHERS = "about.json", "carried", "yours"
_NAME = re.compile(r"[0-9a-f]{2,64}")
_MOST = 1000  # maximum copies of one Pico


@dataclass(frozen=True)
class Copy:
    """A copy of the files of one Pico.

    Args:
        uid: the number of the Pico's chip.
        pico: the kind of Pico.
        carried: settings and sounds, path to content, which return to the Pico.
        others: other files of the owner, which stay on this computer.
    """

    uid: str
    pico: Pico
    carried: Mapping[str, bytes]
    others: Mapping[str, bytes]

    @property
    def place(self) -> Path:
        """The file of this copy while it waits for the Pico."""
        return state_folder(_FOLDER) / f"{self.uid}{_WAITS}"

    def save(self) -> None:
        """Writes the copy in one step, readable only for this user.

        Raises:
            PingblockError: the copy cannot be written.
        """
        made_state_folder(_FOLDER)
        parts = {_ABOUT: json.dumps({"uid": self.uid, "board": self.pico.name}).encode()}
        parts |= {_CARRIED + path: data for path, data in self.carried.items()}
        parts |= {_OTHERS + path: data for path, data in self.others.items()}
        write_file(self.place, zipped(parts), private=True)

    def done(self) -> Path | None:
        """Removes the copy. If the copy has files that the Pico lost, renames it instead.

        Returns:
            The renamed file, or None.
        """
        if not self.others:
            self.place.unlink(missing_ok=True)
            return None
        names = (f"{self.uid}{'' if n == 1 else f'.{n}'}.zip" for n in range(1, _MOST))
        kept = next(path for name in names if not (path := self.place.with_name(name)).exists())
        self.place.replace(kept)
        return kept


def of_board(uid: str) -> Copy | None:
    """Returns the copy that waits for this Pico, or None if there is no complete copy."""
    return next((copy for copy in waiting() if copy.uid == uid), None)


def waiting() -> list[Copy]:
    """Returns the copies whose files are not back on their Picos."""
    places = sorted(state_folder(_FOLDER).glob(f"*{_WAITS}"))
    return [copy for place in places if (copy := _copy(place))]


def the_waiting(pico: Pico) -> Copy | None:
    """Returns the copy that waits for a Pico in BOOTSEL mode, which does not report its number.

    Raises:
        BadInput: several copies wait for this kind of Pico.
    """
    found = [copy for copy in waiting() if copy.pico.chip == pico.chip]
    if len(found) > 1:
        names = ", ".join(str(copy.place) for copy in found)
        raise BadInput(
            "This computer has saved settings and sounds of several boards, but a board in "
            "BOOTSEL mode does not show which one it is. Move the files of the other boards to "
            f"another folder, then try again: {names}."
        )
    return found[0] if found else None


def _copy(place: Path) -> Copy | None:
    with suppress(OSError, BadZipFile, ValueError, KeyError, TypeError):
        with ZipFile(BytesIO(place.read_bytes())) as archive:
            about = json.loads(archive.read(_ABOUT))
            parts = {name: archive.read(name) for name in archive.namelist()}
        (pico,) = (pico for pico in PICOS if pico.name == about["board"])
        if _NAME.fullmatch(about["uid"]):
            return Copy(about["uid"], pico, _below(parts, _CARRIED), _below(parts, _OTHERS))
    return None


def _below(parts: Mapping[str, bytes], folder: str) -> dict[str, bytes]:
    start = f"{folder}/"
    return {name[len(folder) :]: data for name, data in parts.items() if name.startswith(start)}
