"""Saves the state of a running virtual block each second. Only one process owns the state."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from pingblock.block.kept import Kept
from pingblock.block.owning import PAGE, own, own_alone
from pingblock.block.state import BlockState
from pingblock.common.owner import Holder, Owner
from pingblock.common.plain_text import say
from pingblock.errors import PingblockError, PortBusy

SAVE_S = 1.0
JOIN_S = 20.0  # seconds to wait until a program that has just started serves its page
_NOT_SAVED = "{why} Settings and sounds are not saved. Pingblock tries again every second."


def owner_or_holder() -> Owner | Holder | None:
    """Takes the virtual block for a page.

    Returns:
        The owner if this program owns it now. The other program if it already serves a page. None
        if the folder of the store cannot be used, for a reason that ``Saver`` reports.

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
    """Saves the state. Prints once why saving fails, and once when it works again.

    Args:
        kept: the state to save.
        owner: the owner of the store's folder. With None, the first save takes the folder if it is
            free.
    """

    def __init__(self, kept: Kept, owner: Owner | None) -> None:
        self._kept = kept
        self._owner = owner
        self._said = ""

    def store(self, block: BlockState) -> None:
        """Saves the state with this block. Raises PingblockError if it cannot."""
        self._owner = self._owner or own_alone(wait_s=0.0)
        self._kept.save(block)

    def save(self, block: BlockState) -> None:
        """Saves the state with this block, or prints why it cannot. The next call tries again."""
        why = ""
        try:
            self.store(block)
        except PingblockError as fault:
            why = str(fault)
        if why != self._said:
            say(_NOT_SAVED.format(why=why) if why else "Settings and sounds are saved again.")
        self._said = why

    async def go_on(self, block: Callable[[], Awaitable[BlockState]]) -> None:
        """Saves the result of ``block`` each second, because a server can be killed any time."""
        while True:
            await asyncio.sleep(SAVE_S)
            self.save(await block())
