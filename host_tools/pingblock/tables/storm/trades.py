"""Trades in ``storm``: players trade locations and items in their turn, but not HP (FN-37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pingblock.languages import N_
from pingblock.languages.later import listed_later
from pingblock.tables.command import Command, Refusal
from pingblock.tables.storm.state import StormDraft, StormState, Swap, not_deciding
from pingblock.tables.verb import Arguments, bare, taking
from pingware.shared.schema import list_of, needed, text, whole

OFFERS_MOST = 20  # our limit for the number of offers in one turn
REFUSED_MOST = 40  # maximum number of trades that bots remember


def places_of(state: StormState, seat: int) -> list[int]:
    """Returns the locations of a player."""
    return [space for space, owner in enumerate(state.owner) if owner == seat]


def _examples(state: StormState, seat: int) -> Arguments:
    """Yields swaps of locations that make a pair for the player and were not refused before."""
    if state.offers >= OFFERS_MOST or not_deciding(state, seat):
        return
    for own in places_of(state, seat):
        wanted = state.board.partner[own]
        other = state.owner[wanted]
        if other in (seat, -1):
            continue
        for given in places_of(state, seat):
            if given == own or state.owner[state.board.partner[given]] == seat:
                continue
            if Swap(seat, other, (given,), take_places=(wanted,)) not in state.refused:
                yield {"to": other, "give_places": (given,), "take_places": (wanted,)}


def _no_offer(state: StormState, step: Command) -> Refusal | None:
    if fault := not_deciding(state, step.seat):
        return fault
    if state.offers >= OFFERS_MOST:
        return Refusal(
            "You have made {offers_most} offers in this turn, and can make no more. Play the "
            "turn.",
            offers_most=OFFERS_MOST,
        )
    swap = Swap(step.player, **dict(step.args))
    if swap.to == swap.seat or swap.to >= len(state.hp) or not state.hp[swap.to]:
        return Refusal("You can trade with any other player still in the game.", "FN-37")
    if not (swap.give_places or swap.give_items) or not (swap.take_places or swap.take_items):
        return Refusal("A trade is a swap: locations or items from both sides.", "FN-37")
    if not can_be_done(state, swap):
        return Refusal("Each side can give only its own locations and items.", "FN-37")
    return None


def can_be_done(state: StormState, swap: Swap) -> bool:
    """Returns whether both sides are in the game and have the things that they would give."""
    return {swap.seat, swap.to} <= set(state.alive) and all(
        _has(state, seat, places, items)
        for seat, places, items in (
            (swap.seat, swap.give_places, swap.give_items),
            (swap.to, swap.take_places, swap.take_items),
        )
    )


def _has(state: StormState, seat: int, places: Sequence[int], items: Sequence[str]) -> bool:
    names = Counter(each.name for each in state.items[seat])
    own = set(places) <= set(places_of(state, seat)) and len(set(places)) == len(places)
    return own and Counter(items) <= names


def _offer(draft: StormDraft, step: Command) -> None:
    swap = Swap(step.player, **dict(step.args))
    draft.set(swap=swap, offers=draft.state.offers + 1)
    gives, takes = (side_in_words(draft.state, swap, side) for side in ("give", "take"))
    draft.tell("trade_offered", "FN-37", swap.seat, swap.to, gives, takes)


def side_in_words(state: StormState, swap: Swap, side: str) -> str:
    """Returns one side of a trade, "give" or "take", in words."""
    names = [state.board.names[space] for space in getattr(swap, f"{side}_places")]
    return listed_later([*names, *getattr(swap, f"{side}_items")])


def _no_answer(state: StormState, step: Command) -> Refusal | None:
    if state.swap and state.swap.to == step.seat:
        return None
    return Refusal("No trade was offered to this player.", "FN-37")


def _accept(draft: StormDraft, step: Command) -> None:
    swap = draft.state.swap
    assert swap is not None
    draft.set(swap=None)
    draft.tell("trade_accepted", "FN-37", swap.to, swap.seat)
    for giver, taker, places, items in (
        (swap.seat, swap.to, swap.give_places, swap.give_items),
        (swap.to, swap.seat, swap.take_places, swap.take_items),
    ):
        for space in places:
            draft.put("owner", space, taker)
        for name in items:
            own = draft.state.items[giver]
            item = next(each for each in own if each.name == name)
            kept = list(own)
            kept.remove(item)
            draft.put("items", giver, tuple(kept))
            draft.put("items", taker, (*draft.state.items[taker], item))


def _refuse(draft: StormDraft, step: Command) -> None:
    swap = draft.state.swap
    assert swap is not None
    draft.tell("trade_refused", "FN-37", step.seat, swap.seat)
    draft.set(swap=None, refused=(swap, *draft.state.refused[: REFUSED_MOST - 1]))


_PLACES, _ITEMS = list_of(whole(0, 200), 16), list_of(text(30, 1), 16)
VERBS = {
    "offer": taking(
        N_("Offer a swap of locations and items."),
        {
            "to": needed(whole(0, 6)),
            "give_places": _PLACES,
            "give_items": _ITEMS,
            "take_places": _PLACES,
            "take_items": _ITEMS,
        },
        {"to": 1, "give_places": [1], "take_places": [2]},
        (_examples, _no_offer, _offer),
        menu=N_("Make an offer …"),
        free=True,
    ),
    "accept": bare(N_("Accept the trade."), _no_answer, _accept),
    "refuse": bare(N_("Refuse the trade."), _no_answer, _refuse),
}
