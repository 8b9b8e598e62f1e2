"""Rules of the dice that are needed seldom: the way out of jail, and who begins. Pure.

Sources: SM-16, SM-17, ST-15, FO-21, FO-S3 (jail); SM-07, SM-A-22, ST-06, FO-07 (who begins).
"""

from pingware.games.dice.rules import DICE, FREE, PAY, SIDES, STAY, TRIES, earns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pingware.games.dice.rules import DiceRules, Faces


def jail_try(rules: "DiceRules", nth: int, dice: "Faces") -> tuple[str, int]:
    """Judges a roll of a player in jail (SM-16, SM-17, ST-15, FO-21, FO-S3).

    Args:
        rules: of ``rules_of``, with a jail.
        nth: which try it is, 1..3.
        dice: the faces.

    Returns:
        FREE, STAY, or PAY: pay and move by this roll; and the tries after it, 0 once it is out.
    """
    out = dice[0] == SIDES if rules[DICE] == 1 else earns(rules, dice)
    if out:
        return FREE, 0
    return (PAY, 0) if nth >= rules[TRIES] else (STAY, nth)


def leaders(totals: dict[int, int]) -> list[int]:
    """Returns who has the highest total in a roll-off (list of int, rising; SM-07, SM-A-22).

    Args:
        totals: player -> total. Several leaders roll again, they alone.
    """
    most = max(totals.values())
    return sorted([player for player in totals if totals[player] == most])
