"""Saves the state of a running virtual block each second. Only one process owns the state."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from pingblock.block.kept import Kept
from pingblock.block.owning import PAGE, own, own_alone
from pingblock.block.state import BlockState
from pingblock.common.background import say
from pingblock.common.owner import Holder, Owner
from pingblock.errors import PingblockError, PortBusy

SAVE_S = 1.0
JOIN_S = 20.0  # for the page of a program that has just begun
_NOT_SAVED = "{why} Settings and sounds are not saved; this is tried again each second."


def owner_or_holder() -> Owner | Holder | None:
    """Takes the virtual block for a page.

    Returns:
        Its owner, which is this program now; the program that serves its page already; or None
        if the folder of its store cannot be used: ``Saver`` says why.

    Raises:
        PortBusy: another program has the block, but no page within 20 s.
    """
    try:
        return own(PAGE, wait_s=JOIN_S)
    except PortBusy:
        raise
    except PingblockError:
        return None


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

    def store(self, block: BlockState) -> None:
        """Saves the state with this block; raises PingblockError if it cannot be saved."""
        self._owner = self._owner or own_alone(wait_s=0.0)
        self._kept.save(block)

    def save(self, block: BlockState) -> None:
        """Saves the state with this block, or prints why it cannot; the next call tries again."""
        why = ""
        try:
            self.store(block)
        except PingblockError as fault:
            why = str(fault)
        if why != self._said:
            say(_NOT_SAVED.format(why=why) if why else "Settings and sounds are saved again.")
        self._said = why

    async def go_on(self, block: Callable[[], Awaitable[BlockState]]) -> None:
        """Saves each second what ``block`` returns: a server that is killed says no goodbye."""
        while True:
            await asyncio.sleep(SAVE_S)
            self.save(await block())
