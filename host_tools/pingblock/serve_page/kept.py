"""State of the page's server for its next start: its token, and the owner's files."""

from __future__ import annotations

import json
import os
import re
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe

from pingblock.common.background import say
from pingblock.common.device_path import is_owners
from pingblock.common.input_file import read_file
from pingblock.common.output_file import state_folder, write_file
from pingblock.common.owner import is_ours
from pingblock.errors import BadInput, PingblockError

TOKEN_BYTES = 12
_TOKEN = re.compile(r"[\w-]{16,64}", re.ASCII)
_NAME, _LOCK = "page.json", "page.lock"
_BYTES_MOST = 20_000_000  # a device's flash has 2 MB, in base64
_SHOWN_MOST = 60  # characters of a path
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700


@dataclass
class Kept:
    """The token of the page's address, and the owner's files: path on the device to content."""

    token: str
    files: dict[str, bytes]
    stored: bool = False  # as it is now, by this program

    @classmethod
    def load(cls) -> Kept:
        """Returns what the last server kept; a new token and no files if that cannot be used."""
        new = cls(token_urlsafe(TOKEN_BYTES), {})
        try:
            text = read_file(_place(), _BYTES_MOST)
        except BadInput:  # there is none; a reason against the folder is said with the first save
            return new
        try:
            held = json.loads(text)
            files = {str(path): b64decode(data) for path, data in held["files"].items()}
            token = held["token"]
            if not _TOKEN.fullmatch(token):  # a short one could be guessed
                raise ValueError("its token is too short")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            new.set_aside("It is damaged.")
            return new
        # This server kept nothing else: somebody else may have put a program there.
        if others := [path for path in files if not is_owners(path)]:
            shown = ascii(others[0])[:_SHOWN_MOST]
            new.set_aside(f"It holds {shown}, and the page keeps settings and sounds only.")
            return new
        return cls(token, files)

    def set_aside(self, why: str) -> None:
        """Begins without files, and keeps the stored ones under another name; says ``why``."""
        self.files, self.stored = {}, False
        place = _place()
        aside = place.with_name(f"{_NAME}.damaged")
        with suppress(OSError):
            place.replace(aside)
        say(f"{place} cannot be used: {why} It is now {aside.name}; the device starts as new.")

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
    """Returns the path of the lock of this state, in the same folder."""
    return state_folder(_LOCK)


def make_folder() -> None:
    """Makes the folder of the state for this user only; PingblockError if it cannot be made."""
    folder = _place().parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=_PRIVATE_FOLDER)
        found = folder.stat()
        why = "" if is_ours(found) else "it belongs to another user"
        if not why and found.st_mode & 0o077:  # another command of before made it
            folder.chmod(_PRIVATE_FOLDER)
    except OSError as fault:
        why = str(fault.strerror)
    if why:
        raise BadInput(
            f"The folder {folder} cannot be used: {why}. Correct that, or set XDG_STATE_HOME to a "
            "folder of yours."
        )


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
