"""Background tasks of an event loop. If a task fails, a person gets the reason."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from pingblock.common.plain_text import say
from pingblock.errors import PingblockError

Say = Callable[[str], None]


def begin(work: Coroutine[Any, Any, object], what: str, tell: Say = say) -> asyncio.Task[object]:
    """Starts ``work`` in the running event loop. Keep the returned task, because the loop does not
    keep it.

    Args:
        work: the coroutine.
        what: a noun phrase that describes the work, such as "Saving". It begins the sentence about
            a failure.
        tell: called with that sentence.
    """
    task = asyncio.get_running_loop().create_task(work, name=what)
    task.add_done_callback(lambda done: _look(done, what, tell))
    return task


def why(error: BaseException) -> str:
    """Returns the sentence of an error that is meant for people, otherwise its type and text."""
    return str(error) if isinstance(error, PingblockError) else repr(error)


def _look(task: asyncio.Task[object], what: str, tell: Say) -> None:
    if not task.cancelled() and (error := task.exception()):
        tell(f"{what} has stopped: {why(error)}")
