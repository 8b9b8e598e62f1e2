"""End of a turn: adds the points, passes the turn to the next player, and can end the game."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.languages.later import later
from pingblock.tables.draft import Draft
from pingblock.tables.fortune.score import TurnScore
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.game import Result


def end_turn(draft: Draft[FortuneState], score: TurnScore) -> None:
    """Adds the score of a turn, then passes the turn to the next player or ends the game."""
    state = draft.state
    rules, before, seat = state.rules, state.scores, state.seat
    assert seat is not None
    points, lines, disqualified, each_opponent, shared, nine = score
    others = each_opponent + shared // (len(before) - len(state.out) - 1)
    totals = [each + others for each in before] if others else list(before)
    totals[seat] = before[seat] + points
    for gone in state.out:
        totals[gone] = before[gone]
    if rules.floor_at_0:
        totals = [max(0, each) for each in totals]
    kind, rule = ("disqualified", "FT-08") if disqualified else ("scored", "FT-09")
    draft.tell(kind, rule, seat, points, lines, totals[seat])
    if others:
        kind, rule = ("opponents_lost", "FT-16") if others < 0 else ("opponents_gained", "FT-C12")
        draft.tell(kind, rule, seat, others)
    draft.set(scores=tuple(totals), seat=next_seat(state, seat), turn=None, turns=state.turns + 1)
    if nine and rules.nine_wins:
        return _over(draft, (seat,), later(N_("Nine equal objects win at once.")), "FT-A-04")
    if state.last_round is not None or _most(draft.state) >= rules.finish:
        _final_round(draft, seat)
    if draft.state.last_round == ():
        reason = N_("The final round is over. {points} were reached.")
        return count(draft, later(reason, points=rules.finish))
    if draft.state.turns >= rules.turns_most:
        return count(
            draft, later(N_("The game was ended after {turns} turns."), turns=draft.state.turns)
        )
    return None


def next_seat(state: FortuneState, seat: int) -> int:
    """Returns the seat whose turn comes next, without players who have left."""
    seats = len(state.scores)
    seat = (seat + 1) % seats
    while seat in state.out:
        seat = (seat + 1) % seats
    return seat


def _most(state: FortuneState) -> int:
    """Returns the highest score among players who have not left."""
    return max(state.scores[seat] for seat in state.alive) if state.out else max(state.scores)


def _final_round(draft: Draft[FortuneState], seat: int) -> None:
    """Begins or continues the final round. Players who have had their last turn are left out.

    An empty ``last_round`` means that the game is over (FT-14, FT-A-16 to FT-A-18).
    """
    state = draft.state
    finish, scores, last_round = state.rules.finish, state.scores, state.last_round
    if last_round is None:
        order = [(seat + 1 + step) % len(scores) for step in range(len(scores))]
        order = [each for each in order if each not in state.out]
        last_round = tuple(each for each in order if scores[each] < finish)
        crossed = next(each for each in (seat, *order) if scores[each] >= finish)
        draft.tell("final_round_begun", "FT-14", crossed, scores[crossed])
    else:
        last_round = last_round[1:]
        if not last_round and _most(state) < finish:
            draft.tell("final_round_called_off", "FT-14", None, finish)
            return draft.set(last_round=None)
    return draft.set(seat=last_round[0] if last_round else state.seat, last_round=last_round)


def count(draft: Draft[FortuneState], reason: str) -> None:
    """Ends the game. The highest score wins. Equal players share the win (FT-A-18)."""
    state = draft.state
    winners = tuple(seat for seat in state.alive if state.scores[seat] == _most(state))
    _over(draft, winners, reason, "FT-14")


def _over(draft: Draft[FortuneState], winners: tuple[int, ...], reason: str, rule: str) -> None:
    scores = draft.state.scores
    draft.set(result=Result(winners, scores, reason, rule), last_round=None)
    for seat in winners:
        draft.tell("won", rule, seat, scores[seat])
