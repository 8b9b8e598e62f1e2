"""Tunes as programs for the mixer, compiled when they are asked for.

A build for the device compiles them beforehand and puts a module like this one, but made of the
finished words, in this one's place: see ``pingblock.build.programs``.
"""

from array import array

from pingware.shared import sequencer
from pingware.shared.sounds import told_by, tunes

_REPEATS = 1  # the word of a program that says how often it sounds


class Programs:
    """Compiled tunes by what they tell and the number of coins.

    Args:
        tune_of: what is told -> the tune's name, of ``sounds.told_by``.
    """

    def __init__(self, tune_of=told_by.TUNE_OF):
        self.recordings, self._places = sequencer.place_recordings(tunes.SAMPLES)
        self._tune_of = tune_of
        self._ready = {}
        self.own = {}  # what is told -> (the owner's program as bytes, how long it sounds, ms)

    def of(self, name, coins):
        """Returns the program (``array('i')``) that tells ``name``.

        Args:
            name: key of ``tune_of``.
            coins: how often, for what is counted; otherwise ignored.
        """
        if name in self.own:
            program = array("i", self.own[name][0])
            program[_REPEATS] = max(1, coins)
            return program
        key = (name, coins)
        if key not in self._ready:
            self._ready[key] = sequencer.compile_tune(
                tunes.TUNES[self._tune_of[name]],
                tunes.INSTRUMENTS,
                self._places,
                max(1, coins),
            )
        return self._ready[key]
