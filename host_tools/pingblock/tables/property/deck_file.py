"""Cards in a board file: TOML tables ``[[card]]`` with deck, text and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pingblock.languages import _
from pingblock.tables.board_form import Fault, are_tables, key_faults, must_be
from pingblock.tables.board_lines import BoardLines
from pingblock.tables.command import command
from pingblock.tables.property.board import BoardCard
from pingblock.tables.property.board_rules import CARD, CARDS_MOST
from pingblock.tables.property.card_effects import (
    ARGS,
    EFFECT,
    EFFECT_RULE,
    EFFECTS,
    PLAYER,
    misfit_on,
)
from pingware.shared.schema import is_right

Fields = Mapping[str, Any]
_CARDS_LEAST = 2  # least number of cards in a deck, because a player can hold one
_NEEDED = ("deck", "text", "do")


def faults_of(
    cards: Sequence[Fields], spaces: Sequence[Fields], lines: BoardLines
) -> Iterator[Fault]:
    """Yields line and reason of each fault of a board's cards.

    Args:
        cards: the TOML tables of the cards.
        spaces: the TOML tables of the spaces, which were checked before.
        lines: finds lines in the file.
    """
    kinds = [space["kind"] for space in spaces]
    decks = list(dict.fromkeys(space["deck"] for space in spaces if "deck" in space))
    found = [
        fault
        for index, card in enumerate(cards)
        for fault in _card_faults(index, card, (kinds, decks), lines)
    ]
    yield from found or _deck_faults(made(cards), decks, lines)


def made(cards: Sequence[Fields]) -> tuple[BoardCard, ...]:
    """Returns the cards of correct TOML tables, with all copies of them."""
    return tuple(
        BoardCard(
            card["deck"],
            card["text"],
            tuple(command("card", None, **act) for act in card["do"]),
            card.get("choose", False),
        )
        for card in cards
        for _copy in range(card.get("count", 1))
    )


def _card_faults(
    index: int, card: Fields, board: tuple[Sequence[str], Sequence[str]], lines: BoardLines
) -> Iterator[Fault]:
    def line_of(key: str) -> int:
        return lines.of("card", index, key)

    faults = list(key_faults(card, CARD, _NEEDED, line_of, ("do",)))
    acts = card.get("do", [])
    if not are_tables(acts):
        faults.append((line_of("do"), must_be("do", CARD["do"], acts)))
    yield from faults
    if faults:
        return
    if card["deck"] not in board[1]:
        say = _("There is no deck '{deck}': {names}.")
        yield line_of("deck"), say.format(deck=card["deck"], names=", ".join(board[1]))
    for at, act in enumerate(acts):
        last = card.get("choose", False) or at == len(acts) - 1
        if say := _act_fault(act, board, last):
            yield line_of("do"), say


def _act_fault(act: Fields, board: tuple[Sequence[str], Sequence[str]], last: bool) -> str:
    """Returns the reason against an effect of a card, or "" if it is valid."""
    effect = act.get(EFFECT)
    if not is_right(EFFECT_RULE, effect):
        return must_be(EFFECT, EFFECT_RULE, effect)
    args = EFFECTS[str(effect)].args
    if PLAYER in args:
        say = _("'{effect}' needs a player, but a card cannot name one: use collect or share.")
        return say.format(effect=effect)
    rules = {EFFECT: EFFECT_RULE, **{name: ARGS[name] for name in args}}
    for _line, say in key_faults(act, rules, args, lambda key: 0):
        return say
    if EFFECTS[str(effect)].ends and not last:
        return _("A card ends with its move: enter its payments before the move.")
    fault = misfit_on(*board, command("card", None, **act))
    return fault.in_words() if fault else ""


def _deck_faults(
    cards: Sequence[BoardCard], decks: Sequence[str], lines: BoardLines
) -> Iterator[Fault]:
    """Yields faults of whole decks. A board without cards has no such faults."""
    for deck in decks if cards else ():
        own = [card for card in cards if card.deck == deck]
        if len(own) < _CARDS_LEAST:
            say = _("The deck '{deck}' needs {n} cards or more.")
            yield lines.of("card"), say.format(deck=deck, n=_CARDS_LEAST)
        if sum(card.kept for card in own) > 1:
            say = _("The deck '{deck}' has more than one jail card.")
            yield lines.of("card"), say.format(deck=deck)
    if len(cards) > CARDS_MOST:
        say = _("A board has up to {n} cards, not {count}.")
        yield lines.of("card"), say.format(n=CARDS_MOST, count=len(cards))
