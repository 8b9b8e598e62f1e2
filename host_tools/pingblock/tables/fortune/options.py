"""Options of ``fortune``: the deck, the points to finish, and rules that vary by edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pingblock.common.options import Option, by_name
from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.tables.fortune.cards import CARDS, DECKS
from pingware.games.fortune.options import GUESS35
from pingware.shared.schema import either, list_of, object_of, one_of, switch, whole, worded

PAPER = "paper"  # the players' own paper deck, whose cards the referee does not know
_COUNTS = object_of(whole(0, 35), len(CARDS))
_DECK = worded(
    either(one_of(*DECKS, PAPER), _COUNTS),
    N_('one of "pk35", "fortune35_guess", "paper", or an object of cards with their counts'),
)

OPTIONS = by_name(
    Option(
        "deck",
        GUESS35,
        _DECK,
        N_(
            "Cards of the deck. The default is a guess: count yours, or take paper, where any card"
            " that you type is right (FT-A-02)."
        ),
    ),
    Option("reshuffle", False, switch, N_("Shuffle when all cards were seen (FT-A-19).")),
    Option("finish", 8000, whole(1000, 100_000), N_("Points that end the game (FT-14).")),
    Option(
        "sea_bonus",
        [300, 500, 1000],
        list_of(whole(0, 5000), 3, 3),
        N_("Bonus of the Sea Battles with 2, 3 and 4 swords (FT-A-03)."),
    ),
    Option("nine_wins", False, switch, N_("Nine equal objects win the game (FT-A-04).")),
    Option(
        "skull_alone",
        False,
        switch,
        N_("The Sorceress's skull can be the only die that rolls (FT-A-08)."),
    ),
    Option(
        "storm_sets", True, switch, N_("Sets of coins and diamonds count in a Storm (FT-A-10).")
    ),
    Option("truce_on_island", False, switch, N_("A Truce counts on the island too (FT-A-14).")),
    Option("floor_at_0", False, switch, N_("No total falls below 0 (FT-A-15).")),
    Option(
        "turns_most", 1000, whole(10, 100_000), N_("The game ends after this number of turns.")
    ),
)


@dataclass(frozen=True, eq=False)
class FortuneRules:
    """The options of a game, prepared for the rules. Equal options are the same object."""

    deck: tuple[str, ...]  # every card of the deck, sorted
    reshuffle: bool
    finish: int  # points that begin the final round
    sea_bonus: tuple[int, ...]  # points for 2, 3 and 4 swords
    nine_wins: bool
    skull_alone: bool
    storm_sets: bool
    truce_on_island: bool
    floor_at_0: bool
    turns_most: int
    # whether the players draw from a paper deck. Virtual draws then use the deck above
    paper: bool


def rules_of(options: Mapping[str, Any]) -> FortuneRules:
    """Returns the rules of a game. Raises BadInput if the deck is empty or has unknown cards."""
    paper = options["deck"] == PAPER
    deck = GUESS35 if paper else options["deck"]
    counts = DECKS[deck] if isinstance(deck, str) else deck
    unknown = sorted(set(counts) - set(CARDS))
    if unknown:
        say = _("deck: there is no card '{unknown}'. There are: {names}.")
        raise BadInput(say.format(unknown=unknown[0], names=", ".join(CARDS)))
    cards = tuple(sorted(name for name, number in counts.items() for _ in range(number)))
    if not cards:
        raise BadInput(_("deck: there must be at least one card."))
    values = {**options, "deck": cards, "sea_bonus": tuple(options["sea_bonus"])}
    return _interned(*(values[name] for name in OPTIONS), paper)


@cache
def _interned(*values: Any) -> FortuneRules:
    return FortuneRules(*values)


DEFAULTS = rules_of({name: option.default for name, option in OPTIONS.items()})
