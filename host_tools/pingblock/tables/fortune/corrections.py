"""Corrections of a game of ``fortune``, and players who join or leave."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.languages.later import later
from pingblock.tables import amend
from pingblock.tables.amend import Field, of_seats
from pingblock.tables.command import Command, Refusal
from pingblock.tables.draft import Draft, run
from pingblock.tables.fortune import finish
from pingblock.tables.fortune.state import FortuneState
from pingware.shared.schema import whole

PLAYERS_MOST = 5  # FT-01 says 4, but boxes with the same 35 cards say 2 to 5
_POINTS_MOST = 10**6


def _points(draft: Draft[FortuneState], step: Command) -> None:
    seat, points = step.arg("player"), step.arg("points")
    before = draft.state.scores[seat]
    draft.put("scores", seat, points)
    draft.tell("points_corrected", "", seat, before, points)


def _turn(draft: Draft[FortuneState], step: Command) -> None:
    """Lets a player draw a card next. The turn that was open does not count."""
    _begin(draft, step.arg("player"))
    draft.tell("turn_corrected", "", draft.state.seat)


def _begin(draft: Draft[FortuneState], seat: int) -> None:
    """Gives the turn to a player. In the final round, this player plays first."""
    draft.set(seat=seat, turn=None)
    if (last := draft.state.last_round) is not None:
        draft.set(last_round=(seat, *(each for each in last if each != seat)))


def _full(state: FortuneState) -> Refusal | None:
    return amend.no_seat(len(state.scores), PLAYERS_MOST, "FT-01")


def _join(draft: Draft[FortuneState], step: Command) -> None:
    state = draft.state
    seat = len(state.scores)
    draft.set(scores=(*state.scores, 0))
    if state.last_round is not None:
        draft.set(last_round=(*state.last_round, seat))
    draft.tell("player_joined", "", None, step.arg("name"))


def _leave(draft: Draft[FortuneState], step: Command) -> None:
    """Removes a player. The player's points no longer count."""
    state, seat = draft.state, step.arg("player")
    draft.set(out=(*state.out, seat))
    draft.tell("player_left", "", seat)
    last = state.last_round
    if last is not None:
        last = tuple(each for each in last if each != seat)
        draft.set(last_round=last)
    if len(draft.state.alive) == 1 or last == ():
        finish.count(draft, later(N_("All others have left.")))
    elif state.seat == seat:
        _begin(draft, last[0] if last else finish.next_seat(draft.state, seat))


_FIELDS = {
    "points": Field(("player", "points"), _points, of_seats("points", "scores")),
    "turn": Field(("player",), _turn, lambda s: [{"player": s.seat}]),
}
_RULES = {
    "player": whole(0, PLAYERS_MOST - 1),
    "points": whole(-_POINTS_MOST, _POINTS_MOST),
}
AMENDS = {
    amend.JOIN: amend.joining(_full, _join, run),
    amend.LEAVE: amend.leaving(lambda state: len(state.scores), _leave, run),
    amend.CORRECT: amend.correction(
        _FIELDS, _RULES, {"what": "points", "player": 0, "points": 2400}, run
    ),
}
