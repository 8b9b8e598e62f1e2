"""All verbs of the property games."""

from __future__ import annotations

from pingblock.tables.property import (
    auctions,
    block,
    building,
    cards,
    deals,
    debts,
    deeds,
    jail,
    turns,
)

VERBS = {
    **turns.VERBS,
    **deeds.VERBS,
    **auctions.VERBS,
    **building.VERBS,
    **deals.VERBS,
    **jail.VERBS,
    **cards.VERBS,
    **block.VERBS,
    **debts.VERBS,
}
