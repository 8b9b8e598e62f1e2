"""Words for the events of the fortune deck. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.games.dice import Event
from pingblock.tables.fortune.cards import CARDS

_STATES: Mapping[str, str] = {
    "rolling": "Roll on, or stop and score.",
    "doubt": "Over, unless a fourth of this first roll comes: the island.",
    "doubt sorceress": "Over, unless the Sorceress helps: one skull rolls again.",
    "out": "Disqualified: the next player draws.",
    "over": "The next player draws.",
}


def _card(event: Event) -> tuple[str, str]:
    name = str(event.get("card"))
    return (CARDS[name].title, CARDS[name].say) if name in CARDS else (name, "")


def _skull(event: Event) -> tuple[str, str]:
    skulls, state = event.get("skulls"), str(event.get("state"))
    title = "1 skull" if skulls == 1 else f"{skulls} skulls"
    if state == "island":
        return f"Island: {title}", f"Each opponent loses {event.get('penalty')}."
    card = CARDS.get(str(event.get("card")))
    of_card = _STATES.get(f"{state} {event.get('card')}")
    return f"{card.title}: {title}" if card else title, of_card or _STATES.get(state, "")


def skulls(event: Event) -> str:
    """Returns what was done without a press: a skull taken back, the end of a turn or game."""
    act = event.get("act")
    if act == "undo":
        return f"Taken back: {'. '.join(_skulls(event))}"
    return "Across the finish line!" if act == "finish" else "The next player draws."


def _skulls(event: Event) -> tuple[str, str]:
    if event.get("act") == "undo":
        title, meaning = _skull(event)
        return (title, meaning) if event.get("skulls") else ("No skull", meaning)
    if event.get("act") == "finish":
        return "Finish!", "One more turn for the others."
    return "Turn over", _STATES["over"]


WORDS: Mapping[str, Callable[[Event], tuple[str, str]]] = {
    "card": _card,
    "skull": _skull,
    "skulls": _skulls,
}
