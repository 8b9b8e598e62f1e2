"""The store of the user's virtual block: its state, and the token of its page's address."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import TypeVar

from pingblock.block.state import BlockState
from pingblock.common.input_file import read_file
from pingblock.common.output_file import state_folder, write_file
from pingblock.common.owner import is_ours
from pingblock.common.plain_text import say
from pingblock.common.private import clear_scratch, close_to_others, private_folder
from pingblock.errors import BadInput

Opened = TypeVar("Opened")
TOKEN_BYTES = 12
_TOKEN = re.compile(r"[\w-]{16,64}", re.ASCII)
_NAME, _LOCK = "page.json", "page.lock"
_BYTES_MOST = 20_000_000  # enough for a device's 2 MB of flash in base64
_ASIDE_MOST = 100
CORRECT = "Fix that, or set XDG_STATE_HOME to a folder that you can write to."
_SET_ASIDE = (
    "{place} cannot be used: {why} It is now {aside}; the device starts as new. To use it "
    "again, repair that file and give it the name {name} again while no pingblock program runs."
)


@dataclass
class Kept:
    """The content of the store: the token of the page's address, and the virtual block's state."""

    token: str
    block: BlockState
    stored: bool = False  # whether this program has stored the current state

    @classmethod
    def load(cls) -> Kept:
        """Returns the stored block. If it cannot be used, returns a new token and a new block."""
        new = cls(token_urlsafe(TOKEN_BYTES), BlockState())
        try:
            text = read_file(_place(), _BYTES_MOST)
        except BadInput as fault:
            # The file does not exist, or it must not be overwritten.
            if os.path.lexists(_place()):
                new.set_aside(str(fault))
            return new
        try:
            held = json.loads(text)
            token = held["token"]
            if not _TOKEN.fullmatch(token):  # A stranger could guess a short token.
                raise ValueError("its token is too short")
            return cls(token, BlockState.of(held))
        except BadInput as fault:
            new.set_aside(str(fault))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            new.set_aside("It is damaged.")
        return new

    def opened(self, begin: Callable[[BlockState], Opened]) -> Opened:
        """Returns the result of ``begin``, called with the stored block.

        If no device can hold the stored files, it sets them aside and calls ``begin`` with a new
        block.
        """
        try:
            return begin(self.block)
        except BadInput as fault:
            if not self.block.files:
                raise
            self.set_aside(str(fault))
            return begin(self.block)

    def set_aside(self, why: str) -> None:
        """Renames the stored file and starts with a new block. Prints ``why``."""
        self.block, self.stored = BlockState(), False
        place = _place()
        aside = _free(f"{_NAME}.damaged")
        with suppress(OSError):  # The folder cannot be written. The next save will report it.
            place.replace(aside)
        say(_SET_ASIDE.format(place=place, why=why, aside=aside.name, name=_NAME))

    def save(self, block: BlockState) -> None:
        """Writes the state, readable only for this user, unless this ``block`` is already stored.

        Raises:
            PingblockError: the state cannot be written. The next call tries again.
        """
        place = _place()
        if self.stored and block == self.block and place.is_file():
            return
        make_folder()
        if not self.stored:
            clear_scratch(place.parent)  # Only the owner of the block writes into this folder.
        text = json.dumps({"token": self.token, **block.fields()})
        write_file(place, text.encode(), private=True)
        self.block, self.stored = block, True


def renew() -> Path | None:
    """Replaces the stored block with a new one. Returns the path of the former one, or None.

    The token of the page stays.

    Raises:
        PingblockError: the file cannot be written.
    """
    if not _place().is_file():
        return None
    kept = Kept.load()
    if not _place().is_file():  # The file was damaged, so ``load`` has renamed it.
        return None
    former = _free(f"{_NAME}.former")
    write_file(former, _place().read_bytes(), private=True)
    kept.save(BlockState())
    return former


def lock_place() -> Path:
    """Returns the path of the lock of this state, in the same folder."""
    return state_folder(_LOCK)


def make_folder() -> None:
    """Makes the folder of the state, only for this user. Raises BadInput if it cannot."""
    folder = _place().parent
    try:
        private_folder(folder)
        why = "" if is_ours(folder.stat()) else "it belongs to another user"
        close_to_others(folder)  # An earlier version let other users read this folder.
    except OSError as fault:
        why = str(fault.strerror)
    if why:
        raise BadInput(f"The folder {folder} cannot be used: {why}. {CORRECT}")


def _free(name: str) -> Path:
    """Returns an unused path, because an earlier file that was set aside must not be lost."""
    names = (name, *(f"{name}.{number}" for number in range(2, _ASIDE_MOST)))
    free = (path for each in names if not os.path.lexists(path := _place().with_name(each)))
    return next(free, _place().with_name(name))


def _place() -> Path:
    return state_folder(_NAME)
