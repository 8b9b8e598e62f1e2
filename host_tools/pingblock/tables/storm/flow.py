"""Flow of a game of ``storm``: the end of a turn, the Storm card, and the next turn."""

from __future__ import annotations

from pingblock.tables.storm.damage import BOUND, finish
from pingblock.tables.storm.state import StormDraft
from pingblock.tables.storm.walking import STORM

FRESH: dict[str, object] = {  # fields of a turn at its beginning
    **{"number": 0, "action": "", "moved": False, "acted": False, "path": (), "ending": False},
    **{"used": (), "offers": 0, "rolling": False, "go_crossed": False, "due": (), "swap": None},
}


def advance(draft: StormDraft) -> None:
    """Ends the turn if it is over: the Storm card, then the next player (FN-08, FN-20)."""
    if not draft.state.result and not draft.state.hp[draft.state.turn]:
        draft.set(ending=True, due=tuple(each for each in draft.state.due if each == STORM))
    state = draft.state
    if state.result or state.due or not state.ending:
        return
    if state.go_crossed:
        draft.set(go_crossed=False)
        if state.storm_left:
            draft.set(due=(STORM,))
            return
    _next_turn(draft)


def _next_turn(draft: StormDraft) -> None:
    state = draft.state
    turns = state.turns + 1
    if turns > state.rules.turns:
        most = max(state.hp)
        winners = tuple(seat for seat, hp in enumerate(state.hp) if hp == most)
        finish(draft, winners, BOUND, "")
        return
    later = [seat for seat in state.alive if seat > state.turn]
    seat = (later or list(state.alive))[0]
    draft.set(turn=seat, turns=turns, **FRESH)
    draft.tell("turn_begun", "FN-08", seat)
    if state.resting[seat]:
        draft.put("resting", seat, False)
        draft.tell("rested", "FN-A-08", seat)
        _next_turn(draft)
