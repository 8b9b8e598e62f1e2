"""End of a turn: points are written down, the next player follows, and the game may end."""

from __future__ import annotations

from pingblock.tables.fortune.score import TurnScore
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.game import Result, TableEvent, event_of

Ended = tuple[FortuneState, tuple[TableEvent, ...]]


def end_turn(state: FortuneState, score: TurnScore) -> Ended:
    """Returns the state after a turn with this score."""
    rules, before, left, drawn, seat, _, turns, last_round, _ = state
    assert seat is not None
    players = len(before)
    points, lines, disqualified, each_opponent, shared, nine = score
    others = each_opponent + shared // (players - 1)
    totals = [each + others for each in before] if others else list(before)
    totals[seat] = before[seat] + points
    if rules.floor_at_0:
        totals = [max(0, each) for each in totals]
    kind, rule = ("out", "FT-08") if disqualified else ("scored", "FT-09")
    events = [event_of((kind, rule, seat, (points, lines, totals[seat])))]
    if others:
        rule = "FT-16" if others < 0 else "FT-C12"
        events.append(TableEvent("others", rule, seat, (others,)))
    follows = (seat + 1) % players
    state = FortuneState(rules, tuple(totals), left, drawn, follows, None, turns + 1, last_round)
    if nine and rules.nine_wins:
        return _over(state, (seat,), "Nine equal objects win at once.", "FT-A-04", events)
    if last_round is not None or max(totals) >= rules.finish:
        state = _final_round(state, seat, events)
    if state.last_round == ():
        reason = f"The final round is over; {rules.finish} were reached."
        return _count(state, reason, events)
    if state.turns >= rules.turns_most:
        return _count(state, f"Broken off after {state.turns} turns.", events)
    return state, tuple(events)


def _final_round(state: FortuneState, seat: int, events: list[TableEvent]) -> FortuneState:
    """Returns the state in or after the final round; who has no turn left is not in it.

    An empty ``last_round`` means that the game is over (FT-14, FT-A-16 to FT-A-18).
    """
    finish, scores, last_round = state.rules.finish, state.scores, state.last_round
    if last_round is None:
        order = [(seat + 1 + step) % len(scores) for step in range(len(scores))]
        last_round = tuple(each for each in order if scores[each] < finish)
        crossed = next(each for each in (seat, *order) if scores[each] >= finish)
        events.append(TableEvent("finish", "FT-14", crossed, (scores[crossed],)))
    else:
        last_round = last_round[1:]
        if not last_round and max(scores) < finish:
            events.append(TableEvent("play_on", "FT-14", None, (finish,)))
            return state._replace(last_round=None)
    follows = last_round[0] if last_round else state.seat
    return state._replace(seat=follows, last_round=last_round)


def _count(state: FortuneState, reason: str, events: list[TableEvent]) -> Ended:
    """Ends the game; the most points win, and who has as many shares the win (FT-A-18)."""
    best = max(state.scores)
    winners = tuple(seat for seat, points in enumerate(state.scores) if points == best)
    return _over(state, winners, reason, "FT-14", events)


def _over(
    state: FortuneState, winners: tuple[int, ...], reason: str, rule: str, events: list[TableEvent]
) -> Ended:
    result = Result(winners, state.scores, reason, rule)
    won = tuple(TableEvent("won", rule, seat, (state.scores[seat],)) for seat in winners)
    return state._replace(result=result, last_round=None), (*events, *won)
