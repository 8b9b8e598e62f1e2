"""End of a property game: only one player is left, a bankruptcy, or the limit of turns."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.languages.later import later
from pingblock.tables.game import Result
from pingblock.tables.property.holdings import worth
from pingblock.tables.property.state import PropertyDraft

LAST, LEFT, LAPS, TIME, COUNTED, BOUND = (
    later(N_("All others are bankrupt.")),
    later(N_("All others have left or are bankrupt.")),
    later(N_("The laps are done: the cash, deeds and buildings of all players were counted.")),
    later(N_("The time is over: the cash, deeds and buildings of all players were counted.")),
    later(N_("One player is bankrupt: the cash, deeds and buildings of the others were counted.")),
    later(N_("The last turn is over: the cash, deeds and buildings of all players were counted.")),
)


def finish(draft: PropertyDraft, reason: str, subject: str) -> None:
    """Ends the game. The highest count wins. Equal players share the win (FO-S4)."""
    seats = range(len(draft.cash))
    scores = tuple(worth(draft, seat) if seat in draft.alive else 0 for seat in seats)
    best = max(scores[seat] for seat in draft.alive)
    winners = tuple(seat for seat in draft.alive if scores[seat] == best)
    rule = draft.ids.get(subject, subject)
    draft.result = Result(winners, scores, reason, rule)
    draft.todo = draft.claims = ()
    draft.rolling = draft.moving = False
    for seat in winners:
        draft.tell("won", subject, seat, scores[seat])
