"""Puts a play session together and keeps it running as long as the face is shown."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from secrets import randbits

from pingblock.errors import PingblockError, Unavailable
from pingblock.play import lines
from pingblock.play.audio_out import open_audio
from pingblock.play.face import Face
from pingblock.play.session import PlaySession
from pingblock.virtual.bench import RATE_HZ, Bench, open_bench

CLOSE_S = 5.0
INSTEAD = "no desk engine here"

Open = Callable[[str, int | None], Bench]


def by_chance(engine: str, seed: int | None) -> Bench:
    """Opens a bench that draws anew each time, unless a ``seed`` fixes the draws."""
    return open_bench(engine, seed, entropy=randbits(32))


def open_any(engine: str | None, seed: int | None, opener: Open = by_chance) -> tuple[Bench, str]:
    """Opens ``engine``, or without one the desk, and where there is no desk the chip.

    Returns:
        The bench, and why it is not the desk (empty if it is, or was asked for).
    """
    if engine is not None:
        return opener(engine, seed), ""
    try:
        return opener("desk", seed), ""
    except Unavailable:
        return opener("chip", seed), INSTEAD


def play(engine: str | None = None, seed: int | None = None) -> None:
    """Shows the virtual block in this terminal until the player quits.

    Args:
        engine: ``desk`` or ``chip``; None takes what this machine can run.
        seed: fixes the draws; None draws as the product does.

    Raises:
        PingblockError: no engine runs here, or it stopped.
    """
    bench, note = open_any(engine, seed)
    session = PlaySession(bench, open_audio(RATE_HZ))
    thread = threading.Thread(target=session.run, daemon=True)
    thread.start()
    try:
        if lines.only_lines():
            lines.play(session, sys.stdin, print)
        else:
            Face(session, note).run()
    finally:
        session.end()
        thread.join(CLOSE_S)
    if isinstance(session.error, PingblockError):
        raise session.error
    if session.error:
        raise PingblockError(f"The {bench.engine.name} engine stopped.") from session.error
