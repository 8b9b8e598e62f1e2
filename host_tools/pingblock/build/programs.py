"""Compiles the tunes for the device, so that it need not do it in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MODULE = "app.programs"  # takes the words' place on the desk, and compiles tunes when asked to
_TEXT = '''"""The tunes as the mixer's programs, made by a build."""

from array import array

_RECORDINGS = {recordings!r}
_WORDS = {words}


class Programs:
    def __init__(self):
        self.recordings = array("H", _RECORDINGS)

    def of(self, name, coins):
        program = array("i", _WORDS[name])
        program[{repeats}] = max(1, coins)
        return program
'''
_REPEATS = 1  # the word of a program that says how often it sounds


def compiled(sources: Mapping[str, bytes]) -> bytes:
    """Returns the source of a module that stands for ``MODULE`` and holds the finished words.

    Args:
        sources: dotted name to source, with the sequencer and the sounds.
    """
    sequencer = _names_in(sources, "services.sequencer")
    tunes = _names_in(sources, "sounds.tunes")
    tune_of = _names_in(sources, "sounds.told_by")["TUNE_OF"]
    recordings, places = sequencer["place_recordings"](tunes["SAMPLES"])
    words = {
        name: sequencer["compile_tune"](tunes["TUNES"][tune], tunes["INSTRUMENTS"], places)
        for name, tune in tune_of.items()
    }
    lines = "".join(f"\n    {name!r}: {program.tobytes()!r}," for name, program in words.items())
    text = _TEXT.format(
        recordings=recordings.tobytes(), words="{" + lines + "\n}", repeats=_REPEATS
    )
    return text.encode()


def _names_in(sources: Mapping[str, bytes], module: str) -> dict[str, Any]:
    """Runs a module that needs no other of ours; returns its globals."""
    found: dict[str, Any] = {"__name__": module}
    exec(compile(sources[module], module, "exec"), found)
    return found
