"""All verbs of the property games."""

from __future__ import annotations

from pingblock.tables.property import (
    auctions,
    block,
    building,
    cards,
    deals,
    debts,
    decks,
    deeds,
    jail,
    turns,
)

_BY_SUBJECT = {
    **turns.VERBS,
    **block.VERBS,
    **cards.VERBS,
    **decks.VERBS,
    **deeds.VERBS,
    **auctions.VERBS,
    **jail.VERBS,
    **debts.VERBS,
    **building.VERBS,
    **deals.VERBS,
}
# verbs that are listed after the verbs of the open decision
_AT_ANY_TIME = ("build", "lift", "mortgage", "sell", "offer")
VERBS = {
    **{do: verb for do, verb in _BY_SUBJECT.items() if do not in _AT_ANY_TIME},
    **{do: _BY_SUBJECT[do] for do in _AT_ANY_TIME},
}
