"""The odds as text for people, and a test of the device's draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isinf
from typing import Any

from pingblock.care.owner import chi_square
from pingblock.connection.answers import Odds
from pingblock.errors import BadInput
from pingware.games.block import rules
from pingware.games.block.outcomes import FAMILIES

# kind of outcome -> the coins that a player gets
_COINS_OF = {family.kind: family.coins for family in FAMILIES}
DOUBTFUL_P, UNFAIR_P = 0.01, 0.001


def named(profile: str, weights: Sequence[int] | None = None) -> Odds:
    """Returns the odds of a profile. Raises BadInput for an unknown profile or wrong weights."""
    try:
        return Odds(profile, tuple(rules.weights_of(profile, weights and list(weights))))
    except ValueError as wrong:
        raise BadInput(f"{profile}: {wrong}.") from None


def outcomes(odds: Odds) -> list[str]:
    """Returns the outcomes in the order of the weights: "1 coin" ... "game over".

    A device of another version can have fewer or more outcomes. An unknown one has a number as its
    name.
    """
    known = [_name(outcome) for outcome in rules.OUTCOMES[: len(odds.weights)]]
    return known + [f"outcome {n}" for n in range(len(known) + 1, len(odds.weights) + 1)]


def chances(odds: Odds) -> list[Fraction]:
    """Returns the exact chance of each outcome."""
    return [Fraction(weight, sum(odds.weights)) for weight in odds.weights]


def mean_coins(odds: Odds) -> Fraction | None:
    """Returns how many coins a press gives the player on average.

    Returns None if an outcome can occur that this version does not know.
    """
    if any(odds.weights[len(rules.OUTCOMES) :]):
        return None
    values = [(outcome.coins or 1) * _COINS_OF[outcome.kind] for outcome in rules.OUTCOMES]
    known = zip(chances(odds), values, strict=False)
    return sum((chance * value for chance, value in known), Fraction(0))


def as_dict(odds: Odds) -> dict[str, object]:
    """Returns the odds as an object for JSON. Chances are exact fractions as text."""
    return {
        "profile": odds.profile,
        "weights": list(odds.weights),
        "chances": dict(zip(outcomes(odds), map(str, chances(odds)), strict=True)),
        "mean_coins": None if (mean := mean_coins(odds)) is None else str(mean),
    }


def table(odds: Odds) -> str:
    """Returns the odds as a table for people."""
    rows = zip(outcomes(odds), chances(odds), strict=True)
    lines = [f"{name:<10} {chance!s:>7} {float(chance):>8.2%}" for name, chance in rows]
    if (mean := mean_coins(odds)) is not None:
        lines.append(f"On average a press brings {mean} = {float(mean):+.2f} coins.")
    return "\n".join([f"Odds of the profile {odds.profile}:", *lines])


@dataclass(frozen=True)
class OddsTrial:
    """Count of each drawn outcome, and a test of the counts."""

    odds: Odds
    counts: Sequence[int]

    @cached_property
    def result(self) -> chi_square.ChiSquareResult:
        """The test of the counts."""
        return chi_square.test(self.counts, self.odds.weights)

    @property
    def fits(self) -> bool:
        """True if the counts give no reason to doubt the device."""
        return self.result.p >= UNFAIR_P

    @property
    def verdict(self) -> str:
        """The result of the test in a sentence."""
        p = self.result.p
        if not self.result.degrees_of_freedom:
            return "These odds have only one outcome, so there is nothing to test."
        if p < UNFAIR_P:
            return (
                "This does not fit the odds: chance alone is this far off in fewer than 1 of "
                "1000 such tests. Run it again; if it fails again, the device is at fault."
            )
        if p < DOUBTFUL_P:
            return (
                "This is unusual but possible: chance alone is this far off in about one of "
                f"{round(1 / p)} such tests. Run it again to be sure."
            )
        return f"This fits the odds: chance alone is at least this far off in {p:.0%} of tests."

    def as_dict(self) -> dict[str, object]:
        """Returns the trial as an object for JSON."""
        return {
            **as_dict(self.odds),
            "draws": sum(self.counts),
            "counts": dict(zip(outcomes(self.odds), self.counts, strict=True)),
            "chi_square": None if isinf(self.result.statistic) else self.result.statistic,
            "degrees_of_freedom": self.result.degrees_of_freedom,
            "p": self.result.p,
            "fits": self.fits,
            "verdict": self.verdict,
        }

    def table(self) -> str:
        """Returns the trial as a table for people."""
        draws = sum(self.counts)
        rows = zip(outcomes(self.odds), self.counts, chances(self.odds), strict=True)
        lines = [f"{name:<10} {came:>8} {float(due * draws):>10.1f}" for name, came, due in rows]
        return "\n".join(
            [
                f"{draws} draws with the profile {self.odds.profile}:",
                f"{'':<10} {'drawn':>8} {'expected':>10}",
                *lines,
                f"chi-square {self.result.statistic:.2f}, {self.result.degrees_of_freedom} "
                f"degrees of freedom, p = {self.result.p:.4f}",
                self.verdict,
            ]
        )


def _name(outcome: Any) -> str:
    if not outcome.coins:
        return str(outcome.kind).replace("_", " ")
    return "1 coin" if outcome.coins == 1 else f"{outcome.coins} coins"
