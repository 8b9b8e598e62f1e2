"""Words for the events of the storm dice. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.games.dice import Event, faces

# Action -> its name, and what it does (FN-12 to FN-15).
ACTIONS: Mapping[str, tuple[str, str]] = {
    "shot": ("Shot", "one player in sight pays the bank 1"),
    "hammer": ("Hammer", "after the move, stand a wall on your path"),
    "heal": ("Heal", "take 2 from the bank"),
    "dance": ("Dance", "all others pay the bank 1, and the walls fall"),
}


def roll(event: Event) -> tuple[str, str]:
    """Returns the number with the action, and what they ask for."""
    action = str(event.get("action"))
    name, does = ACTIONS.get(action, (action, action))
    return f"{faces(event)} {name}", f"Move {sum(event.get('dice', ()))}; {does}."


def jail_try(event: Event) -> tuple[str, str]:
    """Returns how a try to leave jail with the numbered die ended (FN-29)."""
    says = {
        "free": ("Out of jail", "Roll both dice and play."),
        "stay": ("Stays in jail", "The turn ends; one more try."),
        "free_next_turn": ("Second try", "The turn ends; the next one is free."),
    }
    title, meaning = says.get(str(event.get("result")), ("Jail", ""))
    return f"{faces(event)} {title}", meaning


def storm(event: Event) -> tuple[str, str]:
    """Returns the space that the storm takes (FN-21)."""
    space = event.get("space")
    if not space:
        return "Storm", "Turn over the top storm card, if there is one."
    return f"Storm: space {space}", "Counted from the start, which is 1. Put a storm card there."


WORDS: Mapping[str, Callable[[Event], tuple[str, str]]] = {"storm": storm}
