"""All verbs of ``storm``."""

from __future__ import annotations

from pingblock.tables.storm import actions, items, trades, turns

VERBS = {**turns.VERBS, **actions.VERBS, **items.VERBS, **trades.VERBS}
