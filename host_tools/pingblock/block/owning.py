"""Lets only one program own the virtual block: a program that plays it, or a command."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress

from pingblock.block.kept import CORRECT, lock_place, make_folder
from pingblock.common.owner import Holder, LockHeld, Owner, holder_of
from pingblock.errors import BadInput, PingblockError, PortBusy

WAIT_S, LOOK_S = 5.0, 0.1
# Keys of an owner's notes: the URL of the page of `play`, the port for commands, its engine, and
# why it has no port.
PAGE, PORT, ENGINE, WHY = "url", "port", "engine", "why"
NEW = "'virtual:new' is a fresh one, which is not kept"
_BUSY = f"The virtual block is in use by {{by}}{{why}}: stop that first. {NEW}."
_SOMEBODY = "another pingblock program"


def own(*joins: str, wait_s: float | None = None) -> Owner | Holder:
    """Takes the virtual block.

    Args:
        joins: keys of notes. If the owner has written one of them, it is returned at once.
        wait_s: how long to wait for another owner. None waits 5 s.

    Returns:
        The owner if this program owns it now, else the program that can be joined.

    Raises:
        BadInput: the folder of its store cannot be used.
        PortBusy: another program has the block and has written none of these notes. If that
            program offers a port, this is raised without a wait, because it runs for long.
    """
    until_s = time.monotonic() + (WAIT_S if wait_s is None else wait_s)
    make_folder()
    while True:
        try:
            return Owner(lock_place())
        except LockHeld as held:
            found = held.holder
            if found and any(found.says.get(note) for note in joins):
                return found
            stays = found and found.says.get(PORT)
            if stays or time.monotonic() > until_s:
                raise PortBusy(_busy(found)) from None
            time.sleep(LOOK_S)
        except PingblockError as fault:
            raise BadInput(f"{fault} {CORRECT}") from None


def own_alone(wait_s: float | None = None) -> Owner:
    """Takes the virtual block without joining another program. Raises the errors of ``own``."""
    found = own(wait_s=wait_s)
    assert isinstance(found, Owner)
    return found


def running() -> Holder | None:
    """Returns the program that plays the virtual block and accepts commands, or None."""
    with suppress(PingblockError):  # The lock cannot be read.
        found = holder_of(lock_place())
        return found if found and found.says.get(PORT) else None
    return None


def _busy(holder: Holder | None) -> str:
    says: Mapping[str, str] = holder.says if holder else {}
    why = f", and {says[WHY]}" if says.get(WHY) else ""
    return _BUSY.format(by=holder or _SOMEBODY, why=why)
