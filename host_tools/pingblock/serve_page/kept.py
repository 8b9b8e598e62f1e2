"""State of the page's server for its next start: its token, and the owner's files."""

from __future__ import annotations

import json
import os
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe

from pingblock.common.input_file import read_file
from pingblock.common.output_file import state_folder, write_file
from pingblock.errors import BadInput, PingblockError

TOKEN_BYTES = 12
_TOKEN = re.compile(r"[\w-]{16,64}", re.ASCII)
_NAME, _LOCK = "page.json", "page.lock"
_BYTES_MOST = 20_000_000  # a device's flash has 2 MB, in base64
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700


@dataclass
class Kept:
    """The token of the page's address, and the owner's files: path on the device to content."""

    token: str
    files: dict[str, bytes]
    stored: bool = False  # as it is now, by this program

    @classmethod
    def load(cls) -> Kept:
        """Returns what the last server kept; a new token and no files if that cannot be read."""
        try:
            held = json.loads(read_file(_place(), _BYTES_MOST))
            files = {str(path): b64decode(data) for path, data in held["files"].items()}
            token = held["token"]
            if _TOKEN.fullmatch(token):  # a short one could be guessed
                return cls(token, files)
        except (BadInput, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        return cls(token_urlsafe(TOKEN_BYTES), {})

    def save(self, files: dict[str, bytes]) -> None:
        """Writes the state for this user only, unless it was stored with these ``files``.

        Raises:
            PingblockError: it cannot be written; the next call tries again.
        """
        place = _place()
        if self.stored and files == self.files and place.is_file():
            return
        texts = {path: b64encode(data).decode() for path, data in files.items()}
        make_folder()
        _make_private(place)
        write_file(place, json.dumps({"token": self.token, "files": texts}).encode())
        self.files, self.stored = files, True


def lock_place() -> Path:
    """Returns the path of the lock of this state, beside it: whoever shares one shares both."""
    return state_folder(_LOCK)


def make_folder() -> None:
    """Makes the folder of the state for this user only; PingblockError if it cannot be made."""
    folder = _place().parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=_PRIVATE_FOLDER)
        if folder.stat().st_mode & 0o077:  # another command of before made it
            folder.chmod(_PRIVATE_FOLDER)
    except OSError as fault:
        raise BadInput(
            f"{folder} cannot be made: {fault.strerror}. Correct that, or set XDG_STATE_HOME to "
            "a folder of yours."
        ) from None


def _make_private(place: Path) -> None:
    """Makes sure that a file of this user only is at ``place``; a new content keeps its mode."""
    try:
        if place.is_symlink():
            place.unlink()
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(place, flags, _PRIVATE)
        os.close(handle)
        place.chmod(_PRIVATE)
    except OSError as fault:
        raise PingblockError(f"{place} cannot be written: {fault.strerror}.") from None


def _place() -> Path:
    return state_folder(_NAME)
