"""Score and risks of typed dice, as text and for programs."""

from __future__ import annotations

import textwrap
from fractions import Fraction

from pingblock.errors import BadInput
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import odds
from pingblock.tables.fortune.cards import CAPTAIN, CARDS, CHEST, NONE, SORCERESS
from pingblock.tables.fortune.odds import Risk
from pingblock.tables.fortune.options import DEFAULTS
from pingblock.tables.fortune.score import TurnScore, score
from pingblock.tables.fortune.turn import Turn

CARD_NAMES = (NONE, *CARDS)


def scored(card: str, dice: str, on_card: str) -> TurnScore:
    """Returns the score of typed dice.

    Args:
        card: a name in ``CARD_NAMES``.
        dice: all eight dice, such as "G3S4X1".
        on_card: the dice among them that are on the Treasure Chest, such as "G3".

    Raises:
        BadInput: the card does not exist, or these dice are not possible.
    """
    _check_card(card)
    return score(DEFAULTS, card, *_lying(card, dice, on_card))


def score_fields(card: str, dice: str, on_card: str) -> dict[str, object]:
    """Returns the score as an object for JSON. ``points`` is the player's own part."""
    found = scored(card, dice, on_card)
    return {
        "card": card,
        "dice": d.text(d.parse(dice)),
        "on_card": d.text(d.parse(on_card)),
        "points": found.points,
        "arithmetic": [line._asdict() for line in found.lines],
        "disqualified": found.disqualified,
        "opponents_share": found.shared,
    }


def score_text(card: str, dice: str, on_card: str) -> str:
    """Returns the score with its calculation, a line for each addend."""
    found = scored(card, dice, on_card)
    title = CARDS[card].title if card in CARDS else "No card"
    rows = [(line.say, line.points, line.rule) for line in found.lines]
    rows.append(("points", found.points, ""))
    wide = max(len(say) for say, _, _ in rows)
    lines = [f"{title}, {d.text(d.parse(dice))}{': out' if found.disqualified else ''}"]
    lines += [f"  {say:<{wide}} {points:>6}  {rule}".rstrip() for say, points, rule in rows]
    if found.shared:
        lines.append(f"  The opponents divide {found.shared} points.")
    return "\n".join(lines)


def risks(card: str, dice: str, on_card: str, spell_used: bool = False) -> tuple[Risk, ...]:
    """Returns every choice of dice to roll again, with the chance of being out at once.

    Raises:
        BadInput: as for ``scored``, or the player is already out.
    """
    _check_card(card)
    lying, chest = _lying(card, dice, on_card)
    spell = card == SORCERESS and not spell_used
    # Without a card the rolls are those of the Captain, which has no effect on them.
    known = CAPTAIN if card == NONE else card
    now = Turn(known, lying, chest, hand=0, rolls=1, spell=spell)
    if odds.is_out(now):
        raise BadInput(f"{dice}: with three skulls the turn is over (FT-08).")
    return odds.risks(DEFAULTS, now)


def risk_fields(found: tuple[Risk, ...]) -> dict[str, object]:
    """Returns the risks as an object for JSON, with chances as exact fractions in text."""
    return {"choices": [{"dice": d.text(each.dice), "out": str(each.out)} for each in found]}


def risk_text(found: tuple[Risk, ...]) -> str:
    """Returns the risks as lines. Choices with the same risk share a line."""
    if not found:
        return "No dice can be rolled again: stop."
    together: dict[Fraction, list[str]] = {}
    for each in found:
        together.setdefault(each.out, []).append(d.text(each.dice))
    lines = []
    for out, choices in sorted(together.items()):
        lines.append(f"out with {float(out):6.2%} ({out}):")
        lines.append(
            textwrap.fill(", ".join(choices), 78, initial_indent="  ", subsequent_indent="  ")
        )
    return "\n".join(lines)


def _check_card(card: str) -> None:
    if card not in CARD_NAMES:
        raise BadInput(f"There is no card '{card}': use one of {', '.join(CARD_NAMES)}.")


def _lying(card: str, dice: str, on_card: str) -> tuple[int, int]:
    lying, chest = d.parse(dice), d.parse(on_card)
    if d.size(lying) != d.DICE:
        raise BadInput(f"--dice: '{dice}' has {d.size(lying)} dice instead of {d.DICE}.")
    if chest and card != CHEST:
        raise BadInput(f"--on-card: only the card '{CHEST}' holds dice, not '{card}'.")
    if d.skulls(chest):
        raise BadInput(
            f"--on-card: '{on_card}' has a skull, which cannot be on the card (FT-A-09)."
        )
    if not d.holds(lying, chest):
        raise BadInput(f"--on-card: the dice '{on_card}' are not among '{dice}'.")
    return lying, chest
