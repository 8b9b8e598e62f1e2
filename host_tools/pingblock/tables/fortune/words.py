"""Sentences about ``fortune`` for the players."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages import N_, _, ngettext
from pingblock.languages.later import NN_, listed, said
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune.cards import CARDS
from pingblock.tables.fortune.score import Addend
from pingblock.tables.game import TableEvent

SENTENCES = {
    "first_chosen": N_("{name} begins."),
    "card_drawn": N_("{name} draws {title}: {say}"),
    "deck_exceeded": N_(
        "The referee's deck has no {title} left, so your deck is a different one. The card counts."
    ),
    "pile_shuffled": N_(
        "{title} was not on top of the pile, so the pile was shuffled. The card counts."
    ),
    "rolled": N_("The dice show {0}, skulls with the card: {1}."),
    "reroll_chosen": N_("{name} rolls {0} again."),
    "dice_placed": N_("{name} has {0} on the Treasure Chest."),
    "island_reached": N_("{0} skulls: {name} lands on the Island of Skulls."),
    "disqualified": N_("{name} is out: {sum}. Total: {2}."),
    "scored": N_("{name} scores {sum}. Total: {2}."),
    "final_round_begun": N_("{name} has {0} points: one more turn for each of the others."),
    "final_round_called_off": N_("No player has {0} points any more, so the game continues."),
    "won": N_("{name} wins with {0} points."),
    "points_corrected": N_("Corrected: {name} has {1} points, and not {0}."),
    "turn_corrected": N_("Corrected: it is {name}'s turn."),
    "player_joined": N_("{0} joins."),
    "player_left": N_("{name} gives up."),
}
_OF_DICE = ("rolled", "reroll_chosen", "dice_placed")
COUNTED_SENTENCES = {
    "opponents_lost": NN_(
        "Every opponent of {name} loses {n} point.", "Every opponent of {name} loses {n} points."
    ),
    "opponents_gained": NN_(
        "Every opponent of {name} gets {n} point.", "Every opponent of {name} gets {n} points."
    ),
}


def sentence(event: TableEvent, players: Sequence[str]) -> str:
    """Returns an event as a sentence."""
    name = players[event.seat] if event.seat is not None else ""
    if event.kind in COUNTED_SENTENCES:
        points = abs(event.args[0])
        return ngettext(*COUNTED_SENTENCES[event.kind], points).format(name=name, n=points)
    fields = {"name": name}
    if event.kind in ("card_drawn", "deck_exceeded", "pile_shuffled"):
        card = CARDS[event.args[0]]
        fields |= {"title": _(card.title), "say": _(card.say)}
    if event.kind in ("disqualified", "scored"):
        fields["sum"] = arithmetic(event.args[0], event.args[1])
    args = [_("nothing") if each == "" else each for each in event.args]
    if event.kind in _OF_DICE:
        args[0] = in_words(event.args[0])
    return _(SENTENCES[event.kind]).format(*args, **fields)


def in_words(dice: str) -> str:
    """Returns dice in words: "2 gold coins and 1 skull" for G2X1."""
    some = d.read(dice) or 0
    counts = {face: d.count(some, face) for face in d.FACES}
    return listed(f"{n} {ngettext(*d.NAMES[face], n)}" for face, n in counts.items() if n) or _(
        "nothing"
    )


def arithmetic(points: int, lines: Sequence[Addend]) -> str:
    """Returns a score with its addends: ``500 (set of 3 swords 100 + full chest 400)``."""
    if not lines:
        return f"{points}"
    addends = " + ".join(f"{said(line.say)} {line.points}" for line in lines)
    return f"{points} ({addends})"
