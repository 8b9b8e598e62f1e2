"""Questions of the forms of ``fortune``: dice by their faces, cards by their titles."""

from __future__ import annotations

from pingblock.languages import ngettext
from pingblock.tables.command import Command
from pingblock.tables.forms import Ask, Asks
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune.cards import CARDS, title
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.fortune.turn import DICE, PLACE


def asks(state: FortuneState, step: Command) -> Asks:
    """Returns the questions about a command that differ from the rules of its verb."""
    now = state.turn
    hand = now.hand if now else 0
    if step.do == DICE:
        dice = Ask(tuple(d.FACES), hand or 1, hand or d.DICE, _face, counts=True)
    else:
        lie = now.dice if now else 0
        faces = [face for face in d.FACES if d.count(lie, face)] if lie else list(d.FACES)
        dice = Ask(faces, int(step.do != PLACE), d.size(lie) or d.DICE, _face, counts=True)
    players = Ask(state.alive)
    return {"dice": dice, "player": players, "card": Ask(tuple(CARDS), words=title)}


def _face(face: str) -> str:
    return ngettext(*d.NAMES[face], 1)
