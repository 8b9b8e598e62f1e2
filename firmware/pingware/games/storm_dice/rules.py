"""Numbered die, action die, tries to leave jail, and storm cards. Pure.

The caller passes the random generator. Source: FN-10, FN-12..FN-15, FN-20, FN-21, FN-29, FN-A-03,
FN-A-07, FN-A-09.
"""

from collections import namedtuple

from pingware.shared.random32 import Random32, pick

FACES = 6
ACTIONS = ("shot", "hammer", "heal", "dance")  # FN-13, FN-14, FN-12, FN-15

# number: 1..6. action: one of ACTIONS.
Roll = namedtuple("Roll", ("number", "action"))
# number: 1..6. player: 1..7, or 0 for unnamed. tries: 1 or 2, including this one. result: see
# FREE.
JailTry = namedtuple("JailTry", ("number", "player", "tries", "result"))
# space: counted from the start, which is 1. 0 without a card. left: cards after it.
StormCard = namedtuple("StormCard", ("space", "left"))

# Ends of a try to leave jail.
FREE = "free"  # a six, so both dice are rolled now
STAY = "stay"  # the turn is over
FREE_NEXT = "free_next_turn"  # the turn is over, and the player is free from the next turn on
_LEAVES = 6
_TRIES = 2


def roll(generator: "Random32", weights: "list[int]") -> Roll:
    """Rolls both dice (FN-10).

    Args:
        generator: has ``below(n)``, see ``random32.Random32``.
        weights: four ints >= 0 in the order of ``ACTIONS``, not all 0.
    """
    return Roll(1 + generator.below(FACES), ACTIONS[pick(generator, weights)])


def judged(number: int, player: int, nth: int, last: bool) -> JailTry:
    """Judges a try to leave jail (FN-29, FN-A-09).

    Args:
        number: 1..6, the roll of the numbered die.
        player: 0..7.
        nth: number of the try, counted from 1.
        last: whether a player who fails is free from the next turn on.
    """
    failed = FREE_NEXT if last else STAY
    return JailTry(number, player, nth, FREE if number == _LEAVES else failed)


class Jail:
    """Counts the tries of each player to leave jail with only the numbered die (FN-29).

    ``tries`` holds the failed ones by player. Player 0 is an unnamed player.
    """

    def __init__(self) -> None:
        self.tries: dict[int, int] = {}

    def count_try(self, number: int, player: int = 0) -> JailTry:
        """Takes the result of the numbered die.

        Args:
            number: 1..6.
            player: 0..7.

        Returns:
            JailTry.
        """
        nth = self.tries.pop(player, 0) + 1
        found = judged(number, player, nth, nth == _TRIES)
        if found.result == STAY:
            self.tries[player] = nth
        return found


class StormDeck:
    """Storm cards. Each occurs once and is never put back (FN-20, FN-25).

    ``left`` holds the spaces on the remaining cards.

    Args:
        left: the spaces, ints.
    """

    def __init__(self, left: "list[int]") -> None:
        self.left = left

    def draw(self, generator: "Random32") -> StormCard:
        """Returns a remaining card, each equally likely, or space 0 without cards (FN-A-07)."""
        space = self.left.pop(generator.below(len(self.left))) if self.left else 0
        return StormCard(space, len(self.left))
