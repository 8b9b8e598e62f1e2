"""Sentences of ``fortune``, for the people at the table."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.tables.fortune.cards import CARDS
from pingblock.tables.fortune.score import Addend
from pingblock.tables.game import TableEvent

_SENTENCES = {
    "first": "{name} begins.",
    "card": "{name} draws {title}: {say}",
    "unknown": "The deck of this table has no {title} left: yours is another one. It counts.",
    "shuffled": "{title} was not on top of the pile: it was shuffled. It counts.",
    "dice": "The dice show {0}, skulls with the card: {1}.",
    "roll": "{name} rolls {0} again.",
    "place": "{name} has {0} on the Treasure Chest.",
    "island": "{0} skulls: {name} lands on the Island of Skulls.",
    "out": "{name} is out: {sum}. Total: {2}.",
    "scored": "{name} scores {sum}. Total: {2}.",
    "finish": "{name} has {0} points: one more turn for each of the others.",
    "play_on": "Nobody has {0} points any more: play on.",
    "won": "{name} wins with {0} points.",
}


def sentence(event: TableEvent, players: Sequence[str]) -> str:
    """Returns an event as a sentence."""
    name = players[event.seat] if event.seat is not None else ""
    if event.kind == "others":
        points = event.args[0]
        does = "loses" if points < 0 else "gets"
        return f"Every opponent of {name} {does} {abs(points)} points."
    fields = {"name": name}
    if event.kind in ("card", "unknown", "shuffled"):
        card = CARDS[event.args[0]]
        fields |= {"title": card.title, "say": card.say}
    if event.kind in ("out", "scored"):
        fields["sum"] = arithmetic(event.args[0], event.args[1])
    args = ("nothing" if each == "" else each for each in event.args)
    return _SENTENCES[event.kind].format(*args, **fields)


def arithmetic(points: int, lines: Sequence[Addend]) -> str:
    """Returns a score with its addends: ``500 (set of 3 swords 100 + full chest 400)``."""
    if not lines:
        return f"{points}"
    addends = " + ".join(f"{line.say} {line.points}" for line in lines)
    return f"{points} ({addends.replace('+ -', '- ')})"
