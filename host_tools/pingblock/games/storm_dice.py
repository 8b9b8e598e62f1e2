"""Words for the events of the storm dice. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.games.dice import Event, faces
from pingblock.languages import N_, _, ngettext
from pingblock.languages.later import NN_

# Action -> its name, and what it does (FN-12 to FN-15).
ACTIONS: Mapping[str, tuple[str, tuple[str, str]]] = {
    "shot": (
        N_("Shot"),
        NN_(
            "Move {n}; one player in sight pays the bank 1.",
            "Move {n}; one player in sight pays the bank 1.",
        ),
    ),
    "hammer": (
        N_("Hammer"),
        NN_(
            "Move {n}; after the move, stand a wall on your path.",
            "Move {n}; after the move, stand a wall on your path.",
        ),
    ),
    "heal": (
        N_("Heal"),
        NN_("Move {n}; take 2 from the bank.", "Move {n}; take 2 from the bank."),
    ),
    "dance": (
        N_("Dance"),
        NN_(
            "Move {n}; all others pay the bank 1, and the walls fall.",
            "Move {n}; all others pay the bank 1, and the walls fall.",
        ),
    ),
}
_TRIES: Mapping[str, tuple[str, str]] = {
    "free": (N_("Out of jail"), N_("Roll both dice and play.")),
    "stay": (N_("Stays in jail"), N_("The turn ends; one more try.")),
    "free_next_turn": (N_("Second try"), N_("The turn ends; the next one is free.")),
}


def roll(event: Event) -> tuple[str, str]:
    """Returns the number with the action, and what they ask for."""
    action, n = str(event.get("action")), sum(event.get("dice", ()))
    if action not in ACTIONS:
        return f"{faces(event)} {action}", ngettext("Move {n}.", "Move {n}.", n).format(n=n)
    name, does = ACTIONS[action]
    return f"{faces(event)} {_(name)}", ngettext(*does, n).format(n=n)


def jail_try(event: Event) -> tuple[str, str]:
    """Returns how a try to leave jail with the numbered die ended (FN-29)."""
    if (tried := _TRIES.get(str(event.get("result")))) is None:
        return f"{faces(event)} {_('Jail')}", ""
    title, meaning = tried
    return f"{faces(event)} {_(title)}", _(meaning)


def storm(event: Event) -> tuple[str, str]:
    """Returns the space that the storm takes (FN-21)."""
    if not (space := event.get("space")):
        return _("Storm"), _("Turn over the top storm card, if there is one.")
    where = _("Counted from the start, which is 1. Put a storm card there.")
    return _("Storm: space {n}").format(n=space), where


WORDS: Mapping[str, Callable[[Event], tuple[str, str]]] = {"storm": storm}
