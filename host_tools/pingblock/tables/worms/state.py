"""State of a game of ``worms``, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pingblock.common.options import Option, by_name
from pingblock.languages import N_
from pingblock.languages.later import NC_
from pingblock.tables.game import Result
from pingware.shared.schema import list_of, switch, text, whole

COLOURS, EACH = 4, 5  # WW-A-02: 20 worms, and the same number of cards
HOLES = COLOURS * EACH

OPTIONS = by_name(
    Option("mixed", False, switch, N_("Cards are shuffled and dealt (WW-19).")),
    Option("together", False, switch, N_("All players grab in every run (WW-17).")),
    Option("hand", 0, whole(0, 10), N_("Cards of a mixed hand (0: all that there are) (WW-20).")),
    Option(
        "colours",
        [
            *(NC_("name", "green"), NC_("name", "blue")),
            *(NC_("name", "red"), NC_("name", "yellow")),
        ],
        list_of(text(16, 1), COLOURS, COLOURS),
        N_("Names of the four colours (WW-A-09)."),
    ),
    Option("runs_most", 500, whole(10, 10_000), N_("The game ends after this number of runs.")),
)


class Seen(NamedTuple):
    """A worm in the apple that all players have seen (WW-13)."""

    colour: int
    hole: int | None  # 1..20, or None if no player has named it


class WormsState(NamedTuple):
    """The whole state: all values that the next steps depend on. Colours are the numbers 0..3."""

    mixed: bool
    together: bool
    runs_most: int
    colours: tuple[str, ...]
    hand: int  # number of cards for each player
    wanted: tuple[tuple[int, ...], ...]  # for each seat and colour: number of cards without a worm
    covered: tuple[int, ...]  # for each seat: number of cards with a worm
    cards: tuple[int, ...]  # for each colour: number of cards that are not dealt
    unseen: tuple[int, ...]  # for each colour: number of worms that no player has seen
    seen: tuple[Seen, ...] = ()
    held: tuple[Seen | None, ...] = ()  # for each seat: the worm in the hand (WW-11)
    emptied: tuple[int, ...] = ()  # known holes whose worm a player has kept
    seat: int | None = None  # seat that has the lever, or None before the first wiggle
    running: bool = False
    pulls: int = 0  # number of pulls in this wiggle
    # seat and hole of the worm that a player is pulling
    pulling: tuple[int, int | None] | None = None
    runs: int = 0  # number of finished wiggles
    result: Result | None = None
    out: tuple[int, ...] = ()  # seats that have left

    @property
    def alive(self) -> tuple[int, ...]:
        """Seats that have not left."""
        return tuple(seat for seat in range(len(self.wanted)) if seat not in self.out)

    @property
    def turns(self) -> int:
        """The number of finished turns, which are wiggles here."""
        return self.runs

    @property
    def dealing(self) -> int | None:
        """The seat that gets the next card, or None after the deal."""
        players = len(self.wanted)
        dealt = sum(map(sum, self.wanted))
        if not self.mixed or self.seat is not None or dealt == players * self.hand:
            return None
        return dealt % players


def own_cards(seat: int, mixed: bool) -> tuple[int, ...]:
    """Returns the cards of a seat before a deal, by colour: all of the seat's colour, or none."""
    return tuple(EACH * (colour == seat and not mixed) for colour in range(COLOURS))


def cards_a_player(options: Mapping[str, Any], players: int) -> int:
    """Returns how many cards each player gets (WW-20): five of a colour, or an equal share."""
    most = HOLES // players
    if not options["mixed"]:
        return EACH
    return min(options["hand"], most) or most
