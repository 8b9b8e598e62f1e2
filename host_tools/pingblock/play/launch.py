"""Puts a play session together and keeps it running as long as the face is shown."""

from __future__ import annotations

import sys
import threading
from contextvars import copy_context
from secrets import randbits

from pingblock.errors import PingblockError
from pingblock.languages import N_, Words, _, speaking
from pingblock.play import lines
from pingblock.play.face import Face
from pingblock.play.session import PlaySession
from pingblock.sounds.audio_out import open_audio
from pingblock.virtual.bench import RATE_HZ, open_bench
from pingblock.virtual.engines import choose

CLOSE_S = 5.0
INSTEAD = N_("no desk engine here")


def play(words: Words, engine: str | None = None, seed: int | None = None) -> None:
    """Shows the virtual block in this terminal until the player quits.

    Args:
        words: of the language that the screen speaks.
        engine: ``desk`` or ``chip``; None takes what this machine can run.
        seed: fixes the draws; None draws as the product does.

    Raises:
        PingblockError: no engine runs here, or it stopped.
    """
    with speaking(words):
        _play(engine, seed)


def _play(engine: str | None, seed: int | None) -> None:
    chosen = choose(engine)
    if chosen.note:
        print(f"pingblock: {chosen.note}", file=sys.stderr)
    bench = open_bench(chosen.name, seed, entropy=randbits(32))
    session = PlaySession(bench, open_audio(RATE_HZ))
    # A thread begins without the language that is spoken here.
    thread = threading.Thread(target=copy_context().run, args=(session.run,), daemon=True)
    thread.start()
    try:
        if lines.only_lines():
            lines.play(session, sys.stdin, print)
        else:
            Face(session, _(INSTEAD) if chosen.note else "").run()
    finally:
        session.end()
        thread.join(CLOSE_S)
    if isinstance(session.error, PingblockError):
        raise session.error
    if session.error:
        stopped = _("The {engine} engine stopped.").format(engine=bench.engine.name)
        raise PingblockError(stopped) from session.error
