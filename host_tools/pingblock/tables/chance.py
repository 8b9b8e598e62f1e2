"""Virtual dice: a random number depends only on seed and position, so that a draw can be undone
and repeated.

The generator is a counter without a hidden state. So draw number 7 of a seed is always the same,
even if earlier draws were undone or typed. The generator is good enough for games, but not for
secrets.

Source: SplitMix64, S. Vigna, https://prng.di.unimi.it/splitmix64.c, without its last step, which
changes only low bits. Lemire's multiplication limits the range. Its bias is below n / 2**64.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_DRAW_STEP = 0x9E3779B97F4A7C15  # An odd number, so that all positions differ.
DICE, BOTS = 0, 1  # independent streams of the same seed


class SeededChance:
    """A stream of random numbers.

    Args:
        seed: any int. Only its low 64 bits count.
        stream: ``DICE`` for draws of the game, ``BOTS`` for decisions.
    """

    __slots__ = ("_at", "_start")

    def __init__(self, seed: int, stream: int = DICE) -> None:
        self._start = _mixed(_mixed(seed & _MASK) + stream + 1)
        self._at = self._start

    def at(self, draw: int) -> SeededChance:
        """Moves to the beginning of a draw (int, 0 is the first) and returns ``self``."""
        self._at = self._start + draw * _DRAW_STEP
        return self

    def below(self, n: int) -> int:
        """Returns the next number (int, 0..n - 1). ``n`` is from 1 to 2**32."""
        self._at = z = (self._at + 0xD1342543DE82EF95) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        return (((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF) * n >> 64


def _mixed(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
