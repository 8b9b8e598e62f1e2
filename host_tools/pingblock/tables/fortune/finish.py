"""End of a turn: points are written down, the next player follows, and the game may end."""

from __future__ import annotations

from pingblock.tables.fortune.score import TurnScore
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.game import Result, TableEvent

Ended = tuple[FortuneState, tuple[TableEvent, ...]]


def end_turn(state: FortuneState, score: TurnScore) -> Ended:
    """Returns the state after a turn with this score."""
    seat, players = state.seat, len(state.scores)
    assert seat is not None
    others = score.each_opponent + score.shared // (players - 1)
    scores = [
        before + (score.points if at == seat else others) for at, before in enumerate(state.scores)
    ]
    if state.rules.floor_at_0:
        scores = [max(0, each) for each in scores]
    kind = "out" if score.disqualified else "scored"
    lines = tuple((line.say, line.points) for line in score.lines)
    events = [
        TableEvent(
            kind,
            "FT-08" if score.disqualified else "FT-09",
            seat,
            (score.points, lines, scores[seat]),
        )
    ]
    if others:
        rule = "FT-16" if others < 0 else "FT-C12"
        events.append(TableEvent("others", rule, seat, (others,)))
    state = FortuneState(
        state.rules,
        tuple(scores),
        state.left,
        state.drawn,
        (seat + 1) % players,
        None,
        state.turns + 1,
        state.last_round,
    )
    if score.nine and state.rules.nine_wins:
        reason = "Nine equal objects win at once."
        return _over(state, (seat,), reason, "FT-A-04", events)
    return _follow(state, seat, events)


def _follow(state: FortuneState, seat: int, events: list[TableEvent]) -> Ended:
    """Returns the state with the player who follows ``seat``, or the end of the game."""
    rules, scores, last_round = state.rules, state.scores, state.last_round
    if last_round is not None:
        last_round = last_round[1:]
    elif max(scores) >= rules.finish:  # FT-14, FT-A-16, FT-A-17
        order = [(seat + 1 + step) % len(scores) for step in range(len(scores))]
        last_round = tuple(each for each in order if scores[each] < rules.finish)
        crossed = next(each for each in [seat, *order] if scores[each] >= rules.finish)
        events.append(TableEvent("finish", "FT-14", crossed, (scores[crossed],)))
    if last_round == ():
        if max(scores) >= rules.finish:
            return _count(state, f"The final round is over; {rules.finish} were reached.", events)
        last_round = None
        events.append(TableEvent("play_on", "FT-14", None, (rules.finish,)))
    if state.turns >= rules.turns_most:
        return _count(state, f"Broken off after {state.turns} turns.", events)
    follows = last_round[0] if last_round else state.seat
    return state._replace(seat=follows, last_round=last_round), tuple(events)


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
