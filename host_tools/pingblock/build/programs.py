"""Compiles the tunes for the device, so that it need not do it in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Module: its class, and which sounds are in it. On the desk they compile tunes when asked to.
_CLASSES = {
    "pingware.app.programs": ("Programs", "TUNE_OF"),
    "pingware.app.worm_programs": ("WormPrograms", "WORM_TUNE_OF"),
}
_TEXT = '''"""Tunes as the mixer's programs, made by a build."""

from array import array

_RECORDINGS = {recordings!r}
_WORDS = {words}


class {title}:
    def __init__(self):
        self.recordings = array("H", _RECORDINGS)
        self.own = {{}}

    def of(self, name, coins):
        program = array("i", self.own[name][0] if name in self.own else _WORDS[name])
        program[{repeats}] = max(1, coins)
        return program
'''
_REPEATS = 1  # the word of a program that says how often it sounds


def compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the sources of the modules that take the places of those that compile tunes.

    Args:
        sources: dotted name to source, with the sequencer and the sounds.
    """
    return {module: _module(sources, *named) for module, named in _CLASSES.items()}


def _module(sources: Mapping[str, bytes], title: str, table: str) -> bytes:
    sequencer = _names_in(sources, "pingware.shared.sequencer")
    tunes = _names_in(sources, "pingware.shared.sounds.tunes")
    tune_of = _names_in(sources, "pingware.shared.sounds.told_by")[table]
    recordings, places = sequencer["place_recordings"](tunes["SAMPLES"])
    words = {
        name: sequencer["compile_tune"](tunes["TUNES"][tune], tunes["INSTRUMENTS"], places)
        for name, tune in tune_of.items()
    }
    lines = "".join(f"\n    {name!r}: {program.tobytes()!r}," for name, program in words.items())
    text = _TEXT.format(
        title=title,
        recordings=recordings.tobytes(),
        words="{" + lines + "\n}",
        repeats=_REPEATS,
    )
    return text.encode()


def _names_in(sources: Mapping[str, bytes], module: str) -> dict[str, Any]:
    """Runs a module that needs no other of ours; returns its globals."""
    found: dict[str, Any] = {"__name__": module}
    exec(compile(sources[module], module, "exec"), found)
    return found
