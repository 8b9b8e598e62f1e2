"""The block on a terminal that has lines and nothing else, such as ``TERM=dumb``."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue

from pingblock.languages import N_, _, pgettext
from pingblock.play.session import CHECK_HOLD_MS, HOLD_MS, PlaySession
from pingblock.play.state import LogLine

LOOK_S = 0.05
HELP = N_(
    "Type a letter and Enter; Enter alone presses the block. h holds it, c presses the check "
    "button, k holds that for 1 s, b tests the batteries, u moves the USB cable, l the lever, "
    "g takes the next game, p other odds or rules, m mutes, + and - set the volume; 1 fits fresh "
    "batteries, 2 worn, 3 demo and 4 flat ones; q quits."
)
_ORDERS: dict[str, Callable[[PlaySession], None]] = {
    "": lambda session: session.press(),
    "h": lambda session: session.press(HOLD_MS),
    "c": lambda session: session.check(),
    "b": lambda session: session.check(CHECK_HOLD_MS),
    "u": lambda session: session.move_cable(),
    "l": lambda session: session.move_lever(),
    "m": lambda session: session.move_mute(),
    "k": lambda session: session.check(HOLD_MS),
    "p": lambda session: session.next_profile(),
    "g": lambda session: session.next_game(),
    "1": lambda session: session.set_cells("fresh"),
    "2": lambda session: session.set_cells("worn"),
    "3": lambda session: session.set_cells("demo"),
    "4": lambda session: session.set_cells("flat"),
    "+": lambda session: session.turn_volume(1),
    "-": lambda session: session.turn_volume(-1),
}
_QUIT = "q"


def only_lines() -> bool:
    """Returns whether the terminal can do no more than lines, by its own word."""
    return os.environ.get("TERM", "") in ("dumb", "unknown")


def play(session: PlaySession, typed: Iterable[str], show: Callable[[str], None]) -> None:
    """Shows what happens, a line each, and obeys what is typed until q or the input's end.

    Args:
        session: running.
        typed: lines.
        show: called with each line of the log.
    """
    orders: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(typed, orders), daemon=True).start()
    show(_(HELP))
    shown = 0
    while not session.state.failure:
        shown = _tell(session.state.log, shown, show)
        try:
            word = orders.get(timeout=LOOK_S)
        except Empty:
            continue
        if word == _QUIT:
            return
        if word in _ORDERS:
            _ORDERS[word](session)
        else:
            show(_(HELP))


def _read(typed: Iterable[str], orders: SimpleQueue[str]) -> None:
    for line in typed:
        orders.put(line.strip().lower())
    orders.put(_QUIT)


def _tell(log: Iterable[LogLine], shown: int, show: Callable[[str], None]) -> int:
    """Shows the lines that are new; returns the number of the last one."""
    for line in log:
        if line.number > shown:
            show(f"{line.at_ms / 1000:7.1f}  {pgettext('who', line.who):<5}  {line.text}")
    return max((line.number for line in log), default=shown)
