"""Sentences of ``fortune``, for the people at the table."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages import N_, _, ngettext
from pingblock.languages.later import said
from pingblock.tables.fortune.cards import CARDS
from pingblock.tables.fortune.score import Addend
from pingblock.tables.game import TableEvent

_SENTENCES = {
    "first": N_("{name} begins."),
    "card": N_("{name} draws {title}: {say}"),
    "unknown": N_("The deck of this table has no {title} left: yours is another one. It counts."),
    "shuffled": N_("{title} was not on top of the pile: it was shuffled. It counts."),
    "dice": N_("The dice show {0}, skulls with the card: {1}."),
    "roll": N_("{name} rolls {0} again."),
    "place": N_("{name} has {0} on the Treasure Chest."),
    "island": N_("{0} skulls: {name} lands on the Island of Skulls."),
    "out": N_("{name} is out: {sum}. Total: {2}."),
    "scored": N_("{name} scores {sum}. Total: {2}."),
    "finish": N_("{name} has {0} points: one more turn for each of the others."),
    "play_on": N_("Nobody has {0} points any more: play on."),
    "won": N_("{name} wins with {0} points."),
}


def sentence(event: TableEvent, players: Sequence[str]) -> str:
    """Returns an event as a sentence."""
    name = players[event.seat] if event.seat is not None else ""
    if event.kind == "others":
        points = event.args[0]
        if points < 0:
            say = ngettext(
                "Every opponent of {name} loses {n} point.",
                "Every opponent of {name} loses {n} points.",
                -points,
            )
        else:
            say = ngettext(
                "Every opponent of {name} gets {n} point.",
                "Every opponent of {name} gets {n} points.",
                points,
            )
        return say.format(name=name, n=abs(points))
    fields = {"name": name}
    if event.kind in ("card", "unknown", "shuffled"):
        card = CARDS[event.args[0]]
        fields |= {"title": _(card.title), "say": _(card.say)}
    if event.kind in ("out", "scored"):
        fields["sum"] = arithmetic(event.args[0], event.args[1])
    args = (_("nothing") if each == "" else each for each in event.args)
    return _(_SENTENCES[event.kind]).format(*args, **fields)


def arithmetic(points: int, lines: Sequence[Addend]) -> str:
    """Returns a score with its addends: ``500 (set of 3 swords 100 + full chest 400)``."""
    if not lines:
        return f"{points}"
    addends = " + ".join(f"{said(line.say)} {line.points}" for line in lines)
    return f"{points} ({addends.replace('+ -', '- ')})"
