"""Rules of the dice: what a roll earns, and how to leave jail. Pure.

Sources: SM-09, SM-16, SM-17 (celebration); STX-03, ST-15, ST-A-03..ST-A-05 (hideout); FO-09,
FO-21, FO-A-06, FO-S3 (wasteland).
"""

from pingware.games.dice import options
from pingware.shared.random32 import Random32

SIDES = 6
ROW_TO_JAIL = 3
_ELEVEN = 11
_NOTHING, _DOUBLE, _DOUBLE_ELEVEN = 0, 1, 2

# Indexes in the rules: number of dice; condition for another roll; number of rolls of a jailed
# player, 0 without a jail; the fee after that.
DICE, EARNS, TRIES, FEE = 0, 1, 2, 3
_TABLE = (
    (1, _NOTHING, 0, 0),
    (2, _NOTHING, 0, 0),
    (1, _NOTHING, 3, 5),
    (2, _DOUBLE_ELEVEN, 3, 50),
    (2, _DOUBLE, 3, 50),
    (2, _DOUBLE, 1, 50),
)


def rules_of(name: str) -> tuple[int, int, int, int]:
    """Returns the rules for a name in ``options.RULES``."""
    return _TABLE[options.RULES.index(name)]


# Verdicts on a roll.
NO_VERDICT, BONUS, JAIL = "", "bonus", "jail"
# Verdicts on a try to leave jail.
FREE, STAY, PAY = "free", "stay", "pay"


def roll(generator: "Random32", count: int) -> tuple[int, ...]:
    """Rolls ``count`` dice. Returns their faces, 1 to 6 each."""
    return tuple([1 + generator.below(SIDES) for _ in range(count)])


def earns(rules: tuple[int, int, int, int], dice: tuple[int, ...]) -> bool:
    """Returns whether a roll earns another one. With two dice it also frees from jail.

    Doubles earn a roll. With ``hideout``, an eleven also does (STX-03, FO-09). A single die never
    does (SM-09).
    """
    if rules[EARNS] == _NOTHING:
        return False
    eleven = rules[EARNS] == _DOUBLE_ELEVEN and sum(dice) == _ELEVEN
    return dice[0] == dice[1] or eleven


def verdict(rules: tuple[int, int, int, int], row: int, dice: tuple[int, ...]) -> tuple[str, int]:
    """Judges a roll of a player who is not in jail.

    Args:
        rules: a result of ``rules_of``.
        row: rolls in a row of this turn that have earned another one, 0..2.
        dice: the faces.

    Returns:
        NO_VERDICT, BONUS or JAIL, and the row after it. After the third in a row the player does
        not move but goes to jail (ST-A-05, FO-09).
    """
    if not earns(rules, dice):
        return NO_VERDICT, 0
    if row + 1 == ROW_TO_JAIL:
        return JAIL, 0
    return BONUS, row + 1


def jail_try(rules: tuple[int, int, int, int], nth: int, dice: tuple[int, ...]) -> tuple[str, int]:
    """Judges a roll of a player in jail (SM-16, SM-17, ST-15, FO-21, FO-S3).

    Args:
        rules: a result of ``rules_of`` that has a jail.
        nth: number of the try, 1..3.
        dice: the faces.

    Returns:
        FREE, STAY, or PAY (pay and move by this roll), and the tries after it, or 0 after leaving.
    """
    out = dice[0] == SIDES if rules[DICE] == 1 else earns(rules, dice)
    if out:
        return FREE, 0
    return (PAY, 0) if nth >= rules[TRIES] else (STAY, nth)
