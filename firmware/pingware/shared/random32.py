"""A small pseudo-random generator: xoshiro128**, in plain integers.

It gives the same numbers on CPython, in the browser and on the chip. It is good for games, not for
secrets.

Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", 2018
(xoshiro128** 1.1). Its authors recommend seeding with SplitMix64.
"""

_MASK = 0xFFFFFFFF
_MASK64 = 0xFFFFFFFFFFFFFFFF
SEED_BYTES = 16


class Random32:
    """The generator's 128 bits of state.

    Args:
        words: four ints, 0..2**32 - 1, not all zero.

    Raises:
        ValueError: all four words are zero, because that state never changes.
    """

    def __init__(self, words: list[int] | tuple[int, ...]) -> None:
        self._a, self._b, self._c, self._d = words
        if not (self._a or self._b or self._c or self._d):
            raise ValueError("the generator's state must not be all zero")

    def next_u32(self) -> int:
        """Returns the next number (int, 0..2**32 - 1)."""
        a, b, c, d = self._a, self._b, self._c, self._d
        x = (b * 5) & _MASK
        x = ((x << 7) | (x >> 25)) & _MASK
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ ((b << 9) & _MASK)
        self._d = ((d << 11) | (d >> 21)) & _MASK
        return (x * 9) & _MASK

    def below(self, n: int) -> int:
        """Draws without bias: it drops numbers above the last full multiple of ``n``.

        Args:
            n: number of equally likely results, int, 1..2**32.

        Returns:
            int, 0..n - 1.
        """
        fair = _MASK + 1 - (_MASK + 1) % n
        number = self.next_u32()
        while number >= fair:
            number = self.next_u32()
        return number % n


def pick(generator: Random32, weights: "list[int] | tuple[int, ...]") -> int:
    """Draws one of several items by weight.

    Args:
        generator: has ``below(n)``.
        weights: relative probabilities, ints >= 0, not all 0.

    Returns:
        int, index into ``weights``.
    """
    left = generator.below(sum(weights))
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return index


def from_bytes(entropy: bytes | bytearray | memoryview) -> Random32:
    """Makes a generator from hardware entropy.

    Args:
        entropy: bytes-like, ``SEED_BYTES`` long. All zero (a dead source) gives a fixed seed.

    Returns:
        Random32.
    """
    words = [int.from_bytes(entropy[at : at + 4], "little") for at in range(0, SEED_BYTES, 4)]
    return Random32(words) if any(words) else from_int(0)


def from_int(seed: int) -> Random32:
    """Makes a generator from a number, for tests and replays.

    Args:
        seed: int. Only its low 64 bits count.

    Returns:
        Random32, the same for the same seed on every platform.
    """
    words: list[int] = []
    for step in (1, 2):
        mixed = _splitmix64(seed, step)
        words += [mixed & _MASK, mixed >> 32]
    return Random32(words)


def _splitmix64(seed: int, step: int) -> int:
    """Returns output number ``step`` (from 1) of SplitMix64 with start value ``seed``."""
    z = (seed + step * 0x9E3779B97F4A7C15) & _MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return z ^ (z >> 31)
