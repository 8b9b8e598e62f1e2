"""Words for the events of the fortune deck. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.games.dice import Event
from pingblock.languages import N_, _, ngettext
from pingblock.tables.fortune.cards import CARDS

_STATES: Mapping[str, str] = {
    "rolling": N_("Roll on, or stop and score."),
    "doubt": N_("Over, unless a fourth of this first roll comes: the island."),
    "doubt sorceress": N_("Over, unless the Sorceress helps: one skull rolls again."),
    "out": N_("Disqualified: the next player draws."),
    "over": N_("The next player draws."),
}


def _card(event: Event) -> tuple[str, str]:
    name = str(event.get("card"))
    return (_(CARDS[name].title), _(CARDS[name].say)) if name in CARDS else (name, "")


def _skull(event: Event) -> tuple[str, str]:
    n, state = event.get("skulls", 0), str(event.get("state"))
    title = ngettext("{n} skull", "{n} skulls", n).format(n=n)
    if state == "island":
        loses = _("Each opponent loses {n}.").format(n=event.get("penalty"))
        return _("Island: {skulls}").format(skulls=title), loses
    card = CARDS.get(str(event.get("card")))
    if card:
        title = _("{card}: {skulls}").format(card=_(card.title), skulls=title)
    meant = _STATES.get(f"{state} {event.get('card')}") or _STATES.get(state)
    return title, _(meant) if meant else ""


WORDS: Mapping[str, Callable[[Event], tuple[str, str]]] = {
    "card": _card,
    "skull": _skull,
}
