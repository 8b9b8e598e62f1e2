"""Saves the state of the page's server each second. Only one process owns the state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from pingblock.common.background import say
from pingblock.common.owner import Holder, LockHeld, Owner
from pingblock.errors import PingblockError
from pingblock.serve_page.kept import Kept, lock_place, make_folder

SAVE_S = 1.0
JOIN_S, JOIN_LOOK_S = 20.0, 0.1  # for the page of a program that has just begun
_NOT_READY = "{by} has begun to play, but has no page yet. Try again, or stop it first."
_NOT_SAVED = "{why} Settings and sounds are not saved; this is tried again each second."
_OTHER = "{by} keeps its settings and sounds in the same folder."
_SOMEBODY = "Another pingblock program"


def owner_or_holder() -> Owner | Holder | None:
    """Takes the state folder.

    Returns:
        Its owner, which is this program now; the program that serves its page already; or None
        if the folder cannot be used: ``Saver`` says why.

    Raises:
        PingblockError: another program has the folder, but no page within 20 s.
    """
    until_s = time.monotonic() + JOIN_S
    while True:
        try:
            return _owner()
        except LockHeld as held:
            if held.holder and "url" in held.holder.says:
                return held.holder
            if time.monotonic() > until_s:
                by = held.holder or _SOMEBODY
                raise PingblockError(_NOT_READY.format(by=by)) from None
            time.sleep(JOIN_LOOK_S)
        except PingblockError:
            return None


def _owner() -> Owner:
    make_folder()
    return Owner(lock_place()).take()


class Saver:
    """Saves the state. It prints once why it cannot, and once that it can again.

    Args:
        kept: the state.
        owner: of its folder; None: the first save that can take the folder takes it.
    """

    def __init__(self, kept: Kept, owner: Owner | None) -> None:
        self._kept = kept
        self._owner = owner
        self._said = ""

    def store(self, files: dict[str, bytes]) -> None:
        """Saves the state with these files; raises PingblockError if it cannot be saved."""
        try:
            self._owner = self._owner or _owner()
        except LockHeld as held:
            raise PingblockError(_OTHER.format(by=held.holder or _SOMEBODY)) from None
        self._kept.save(files)

    def save(self, files: dict[str, bytes]) -> None:
        """Saves the state with these files, or prints why it cannot; the next call tries again."""
        why = ""
        try:
            self.store(files)
        except PingblockError as fault:
            why = str(fault)
        if why != self._said:
            say(_NOT_SAVED.format(why=why) if why else "Settings and sounds are saved again.")
        self._said = why

    async def go_on(self, files: Callable[[], Awaitable[dict[str, bytes]]]) -> None:
        """Saves each second what ``files`` returns: a server that is killed says no goodbye."""
        while True:
            await asyncio.sleep(SAVE_S)
            self.save(await files())
