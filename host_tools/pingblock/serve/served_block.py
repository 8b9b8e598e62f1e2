"""The block that a program plays without a page: the user's own, or a new one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from secrets import token_urlsafe

from pingblock.block.keeper import Keeper, open_own
from pingblock.block.kept import TOKEN_BYTES, Kept
from pingblock.block.owning import ENGINE, PORT, own_alone
from pingblock.block.saving import SAVE_S, Saver
from pingblock.block.state import BlockState
from pingblock.common.owner import Owner
from pingblock.common.plain_text import say
from pingblock.errors import PingblockError
from pingblock.serve.tcp_listener import TcpListener
from pingblock.virtual.engine import Sink
from pingblock.virtual.virtual_device import Bench

_NOT_KEPT = "The charge that this used is not kept."


class ServedBlock:
    """A block for ``virtual serve`` or ``--port virtual``. It can be opened once.

    Args:
        owner: owner of the user's own block. With None, the block is new and is not stored.
    """

    keeper: Keeper  # set when the block is opened

    def __init__(self, owner: Owner | None) -> None:
        self._owner = owner
        self._kept = Kept.load() if owner else Kept("", BlockState())
        self._saver = Saver(self._kept, owner)
        self._listener: TcpListener | None = None

    def opened(self, engine: str, seed: int | None, in_front: Callable[[Sink], Sink]) -> Bench:
        """Opens the block's virtual device. For arguments and errors see ``open_own``."""
        bench = self._kept.opened(lambda block: open_own(engine, seed, block, in_front))
        self.keeper = Keeper(bench, self._kept.block)
        return bench

    def offer(self, engine: str) -> TcpListener | None:
        """Opens a port for ``--port virtual`` of other programs. Returns the listener.

        Its token is stored only in the lock's file, which other users cannot read.
        """
        if self._owner:
            self._listener = TcpListener(token=token_urlsafe(TOKEN_BYTES))
            self._owner.note(**{PORT: self._listener.name, ENGINE: engine})
        return self._listener

    def storing(self, stopped: Callable[[], bool]) -> Callable[[], bool]:
        """Returns a function like ``stopped`` that also stores changes, at most once a second."""
        next_s = 0.0

        def stored() -> bool:
            nonlocal next_s
            changed = self._owner and self.keeper.state is not self._kept.block
            if changed and time.monotonic() > next_s:
                next_s = time.monotonic() + SAVE_S
                self._saver.save(self.keeper.state)
            return stopped()

        return stored

    def store(self) -> None:
        """Lets the device write its last changes, and stores them."""
        if self._owner:
            self._saver.store(self.keeper.finish())

    def store_or_say(self) -> None:
        """Stores as ``store``. If only the clock and the cells changed, a failure is printed.

        So a command that only reads can show its result even if the disk is full.
        """
        if not self._owner:
            return
        before, now = self.keeper.state, self.keeper.finish()
        try:
            self._saver.store(now)
        except PingblockError as fault:
            if now.files != before.files:
                raise
            say(f"{fault} {_NOT_KEPT}")

    def close(self) -> None:
        """Releases the user's own block."""
        if self._listener:
            self._listener.close()
        if self._owner:
            self._owner.release()


@contextmanager
def served_block(fresh: bool) -> Iterator[ServedBlock]:
    """Yields the user's own block, or a new one.

    Raises:
        PortBusy: another program has the user's block.
    """
    block = ServedBlock(None if fresh else own_alone())
    try:
        yield block
    finally:
        block.close()
