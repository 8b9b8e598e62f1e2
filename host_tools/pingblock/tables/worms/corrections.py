"""Corrections of a game of ``worms``, and players who join or leave."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.languages.later import later
from pingblock.tables import amend
from pingblock.tables.amend import Field
from pingblock.tables.command import Command, Refusal
from pingblock.tables.draft import Draft, changed, run
from pingblock.tables.game import Result
from pingblock.tables.verb import Arguments
from pingblock.tables.worms.moves import hand_over, next_seat
from pingblock.tables.worms.state import COLOURS, EACH, WormsState, own_cards
from pingware.shared.schema import text, whole

PLAYERS_MOST = COLOURS  # WW-02


def _release(draft: Draft[WormsState], seat: int) -> bool:
    """Puts the worm that a player holds back into the apple. Returns whether one was held."""
    state = draft.state
    if state.pulling and state.pulling[0] == seat:
        draft.set(pulling=None)
    worm = state.held[seat]
    if worm is None:
        return False
    draft.put("held", seat, None)
    draft.set(seen=(*state.seen, worm))
    return True


def _not_begun(state: WormsState, step: Command) -> Refusal | None:
    if state.dealing is not None:
        return Refusal("First you must deal the cards.", "WW-19")
    return None


def _no_cards(state: WormsState, step: Command) -> Refusal | None:
    """Returns the reason why a player cannot need this number of worms of a colour, or None."""
    if fault := _not_begun(state, step) or amend.no_player(state, step.arg("player")):
        return fault
    if step.arg("colour") not in state.colours:
        say = N_("There is no colour '{name}': {names}.")
        return Refusal(say, "WW-A-09", name=step.arg("colour"), names=state.colours)
    colour, need = state.colours.index(step.arg("colour")), step.arg("missing")
    wanted = state.wanted[step.arg("player")]
    total = sum(wanted) - wanted[colour] + need
    if not 1 <= total <= state.hand:
        say = N_("A player has {most} cards, and at least one of them is without a worm.")
        return Refusal(say, "WW-20", most=state.hand)
    return _too_few(state, colour, wanted[colour] - need)


def _too_few(state: WormsState, colour: int, kept: int) -> Refusal | None:
    """Returns the reason if the apple has too few or too many worms of a colour left, or None."""
    inside = state.unseen[colour] + sum(each.colour == colour for each in state.seen)
    if 0 <= inside - kept <= EACH:
        return None
    say = N_("There are {each} worms of this colour, and {inside} of them are in the apple.")
    return Refusal(say, "WW-A-02", each=EACH, inside=inside)


def _cards(draft: Draft[WormsState], step: Command) -> None:
    """Sets how many cards have no worm. Takes their worms out of the apple or puts them back."""
    seat, need = step.arg("player"), step.arg("missing")
    colour = draft.state.colours.index(step.arg("colour"))
    wanted = draft.state.wanted[seat]
    kept = wanted[colour] - need
    draft.put("wanted", seat, changed(wanted, colour, need))
    draft.put("covered", seat, draft.state.covered[seat] + kept)
    _move(draft, colour, kept)
    draft.tell("worms_corrected", "", seat, draft.state.colours[colour], wanted[colour], need)


def _move(draft: Draft[WormsState], colour: int, kept: int) -> None:
    """Takes worms out of the apple, seen ones first, or puts them back if ``kept`` is negative."""
    seen = list(draft.state.seen)
    for each in [each for each in seen if each.colour == colour][: max(0, kept)]:
        seen.remove(each)
        kept -= 1
    unseen = draft.state.unseen
    draft.set(seen=tuple(seen), unseen=changed(unseen, colour, unseen[colour] - kept))
    if kept < 0:
        draft.set(emptied=())  # It is not known which holes are full again.


def _turn(draft: Draft[WormsState], step: Command) -> None:
    """Gives the lever to a player. The worms rest, and all hands are empty."""
    for seat in draft.state.alive:
        _release(draft, seat)
    draft.set(seat=step.arg("player"), running=False, pulls=0)
    draft.tell("turn_corrected", "", draft.state.seat)


def _full(state: WormsState) -> Refusal | None:
    if state.mixed and (state.dealing is None or any(map(sum, state.wanted))):
        return Refusal("All cards are dealt: begin another game with one more player.", "WW-19")
    return amend.no_seat(len(state.wanted), PLAYERS_MOST, "WW-02")


def _join(draft: Draft[WormsState], step: Command) -> None:
    """Adds a seat with the next colour."""
    state = draft.state
    seat = len(state.wanted)
    hand = min(state.hand, COLOURS * EACH // (seat + 1))
    draft.set(
        hand=hand,
        wanted=(*state.wanted, own_cards(seat, state.mixed)),
        covered=(*state.covered, 0),
        held=(*state.held, None),
    )
    draft.tell("player_joined", "", None, step.arg("name"))


def _leave(draft: Draft[WormsState], step: Command) -> None:
    """Removes a player. The player's worms and cards stay where they are."""
    seat = step.arg("player")
    state = draft.state
    held = _release(draft, seat)
    draft.set(out=(*state.out, seat))
    draft.tell("player_left", "", seat)
    if len(draft.state.alive) == 1:
        reason = later(N_("All others have left."))
        draft.set(result=Result(draft.state.alive, state.covered, reason))
        draft.tell("won_last", "", draft.state.alive[0])
    elif state.seat == seat:
        draft.set(running=False)
        hand_over(draft)
        # Other players still hold worms.
        if draft.state.result is None and draft.state.seat == seat:
            draft.set(seat=next_seat(draft.state, seat))
    elif held and not state.running:
        hand_over(draft)


def _now(state: WormsState) -> Arguments:
    for seat in state.alive:
        for colour, name in enumerate(state.colours):
            yield {"player": seat, "colour": name, "missing": state.wanted[seat][colour]}


_FIELDS = {
    "worms": Field(("player", "missing", "colour"), _cards, _now, _no_cards),
    "turn": Field(("player",), _turn, lambda s: [{"player": s.seat}], _not_begun),
}
_RULES = {
    "player": whole(0, PLAYERS_MOST - 1),
    "missing": whole(0, EACH),
    "colour": text(16, 1),
}
AMENDS = {
    amend.JOIN: amend.joining(_full, _join, run),
    amend.LEAVE: amend.leaving(lambda state: len(state.wanted), _leave, run),
    amend.CORRECT: amend.correction(
        _FIELDS, _RULES, {"what": "worms", "player": 0, "missing": 2, "colour": "blue"}, run
    ),
}
