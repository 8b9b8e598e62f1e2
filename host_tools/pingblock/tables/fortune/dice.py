"""Dice of ``fortune`` as multisets: only the number of dice with each face matters.

A multiset is an int with five bits for each face. Dice are added with ``+`` and removed with
``-``. A count is at most 8, so it cannot overflow. People and logs write G3S4X1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from math import factorial, prod

from pingblock.errors import BadInput
from pingblock.languages import _, ngettext
from pingblock.languages.later import NN_

FACES = "GDSMPX"
# Face -> its words, singular and plural.
NAMES = {
    "G": NN_("gold coin", "gold coins"),
    "D": NN_("diamond", "diamonds"),
    "S": NN_("sword", "swords"),
    "M": NN_("monkey", "monkeys"),
    "P": NN_("parrot", "parrots"),
    "X": NN_("skull", "skulls"),
}
DICE = 8
_BITS = 5
_MOST = (1 << _BITS) - 1
_SHIFT = {face: _BITS * place for place, face in enumerate(FACES)}
_TOP_BITS = sum(1 << (shift + _BITS - 1) for shift in _SHIFT.values())
_SKULLS_SHIFT = _SHIFT["X"]
_SWORDS_SHIFT = _SHIFT["S"]
_ITEM = re.compile(r"([GDSMPX])\s*(\d*)[\s,]*")


def of(**counts: int) -> int:
    """Returns the dice of named faces: ``of(G=3, X=1)``."""
    return sum(number << _SHIFT[face] for face, number in counts.items())


def count(dice: int, face: str) -> int:
    """Returns how many dice show a face."""
    return dice >> _SHIFT[face] & _MOST


def skulls(dice: int) -> int:
    """Returns how many dice show a skull."""
    return dice >> _SKULLS_SHIFT


def swords(dice: int) -> int:
    """Returns how many dice show a sword."""
    return dice >> _SWORDS_SHIFT & _MOST


def without_skulls(dice: int) -> int:
    """Returns the dice that do not show a skull."""
    return dice & ((1 << _SKULLS_SHIFT) - 1)


def size(dice: int) -> int:
    """Returns the number of dice."""
    return dice % _MOST  # the sum of the digits in base 32, if it is below 31


def holds(dice: int, some: int) -> bool:
    """Returns whether ``some`` are among ``dice``."""
    # The dice are enough if no face had to borrow from the next face.
    return ((dice | _TOP_BITS) - some) & _TOP_BITS == _TOP_BITS


@cache
def text(dice: int) -> str:
    """Returns the dice as people write them, such as G3S4X1, or "" for no dice."""
    return "".join(f"{face}{n}" for face in FACES if (n := count(dice, face)))


def parse(written: str) -> int:
    """Reads dice: G3S4X1, gggssssx or "G3 S4 X1". Raises BadInput for other texts."""
    left, dice, total = written.strip().upper(), 0, 0
    while left:
        item = _ITEM.match(left)
        number = int(item[2] or 1) if item else 0
        if item is None or number > DICE:
            say = _("'{written}' are no dice: write faces with counts, such as G3S4X1 ({legend}).")
            raise BadInput(say.format(written=written, legend=legend()))
        total += number
        if total > DICE:
            raise BadInput(
                _("'{written}' has more than {dice} dice.").format(written=written, dice=DICE)
            )
        dice += number << _SHIFT[item[1]]
        left = left[item.end() :]
    return dice


@cache
def read(written: str) -> int | None:
    """Returns the dice that a text names, or None if the text names no dice."""
    try:
        return parse(written)
    except BadInput:
        return None


@cache
def selections(dice: int, least: int) -> tuple[int, ...]:
    """Returns every selection of at least ``least`` of the dice."""
    ranges = [range(count(dice, face) + 1) for face in FACES]
    return tuple(
        of(**dict(zip(FACES, numbers, strict=True)))
        for numbers in product(*ranges)
        if sum(numbers) >= least
    )


@cache
def rolls(number: int) -> tuple[tuple[int, ...], list[int]]:
    """Returns all results of ``number`` dice, and the running total of the ways to roll them."""
    shown = tuple(_all(number, FACES))
    return shown, list(accumulate(ways(dice) for dice in shown))


def ways(dice: int) -> int:
    """Returns the number of ways in which distinguishable dice can show this result."""
    return factorial(size(dice)) // prod(factorial(count(dice, face)) for face in FACES)


def drawn(number: int, way: int) -> int:
    """Returns the index in ``rolls`` of a way (0..6**number - 1) in which ``number`` dice fall."""
    return bisect_right(rolls(number)[1], way)


def _all(number: int, faces: str) -> Iterator[int]:
    if len(faces) == 1:
        yield number << _SHIFT[faces]
        return
    for own in range(number, -1, -1):
        for others in _all(number - own, faces[1:]):
            yield (own << _SHIFT[faces[0]]) + others


def legend() -> str:
    """Returns the letters of the faces with their names."""
    return ", ".join(f"{face} {ngettext(*names, 1)}" for face, names in NAMES.items())
