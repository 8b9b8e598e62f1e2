"""Arguments of commands: what their names mean, and their words in a form.

All games use these names for a space, a player or an owner. So a person can type or choose a name
instead of a number.
"""

from __future__ import annotations

from pingblock.languages import N_, _
from pingblock.languages.later import name as named
from pingware.shared import schema
from pingware.shared.schema import Rule

# Arguments that mean a space of the board, a player, or a player or the Bank.
PLACES = (
    *("space", "wall", "build", "spaces"),
    *("give_deeds", "take_deeds", "give_places", "take_places"),
)
PLAYERS = ("player", "to", "target")
OWNERS = ("owner", "giver", "taker")
_LABELS = {
    "action": N_("Action die"),
    "amount": N_("Amount"),
    "build": N_("Wall on"),
    "card": N_("Card"),
    "cards": N_("Jail cards"),
    "cash": N_("Money"),
    "coins": N_("Coins"),
    "colour": N_("Colour"),
    "damage": N_("Damage in HP"),
    "deck": N_("Deck"),
    "deeds": N_("Deeds"),
    "dice": N_("Dice"),
    "effect": N_("The card says"),
    "far": N_("Beyond the line of sight"),
    "gain": N_("HP gained"),
    "giver": N_("From"),
    "hole": N_("Hole"),
    "hotel": N_("For each large building"),
    "house": N_("For each small building"),
    "hp": N_("HP"),
    "item": N_("Item"),
    "items": N_("Items"),
    "kind": N_("Sound"),
    "level": N_("Buildings (5: the largest)"),
    "missing": N_("Cards without a worm"),
    "more": N_("Something else follows"),
    "name": N_("Name"),
    "number": N_("Die"),
    "places": N_("Locations"),
    "on": N_("It is so"),
    "once": N_("For one use"),
    "owner": N_("Owner"),
    "player": N_("Player"),
    "points": N_("Points"),
    "seen": N_("One that was seen"),
    "space": N_("Space"),
    "spaces": N_("Deeds, one for each player in turn"),
    "steps": N_("Steps, below 0 backwards"),
    "taker": N_("To"),
    "target": N_("At whom"),
    "times": N_("How many times the rent or the dice"),
    "to": N_("With"),
    "tries": N_("Failed tries"),
    "wall": N_("At the wall on"),
    "what": N_("Differences"),
}
# words for the sides of a deal, which are shown before the player's name
_SIDES = {"give": N_("You give"), "take": N_("You get")}
_VALUES = {
    "auction": N_("They are auctioned"),
    "bank": N_("The Bank keeps them"),
    "buildings": N_("Buildings"),
    "cash": N_("Cash"),
    "hp": N_("HP"),
    "items": N_("Items"),
    "jail": N_("Jail"),
    "jail_card": N_("A jail card"),
    "mortgage": N_("A mortgage"),
    "owner": N_("Whose a place is"),
    "place": N_("Where a player is"),
    "points": N_("Points"),
    "pot": N_("The pot"),
    "storm": N_("The storm"),
    "turn": N_("Whose turn it is"),
    "wall": N_("A wall"),
    "worms": N_("Worms"),
}


def plain(rule: Rule) -> Rule:
    """Returns the rule inside ``needed(...)``, or any other rule unchanged."""
    return rule.of if rule.kind == schema.NEEDED else rule


def is_text(rule: Rule) -> bool:
    """Returns whether a rule allows any text."""
    return bool(plain(rule).kind == schema.TEXT)


def label(name: str) -> str:
    """Returns the words above an argument in a form, by default its name."""
    before, _under, thing = name.partition("_")
    name = thing if before in _SIDES else name
    return _(_LABELS[name]) if name in _LABELS else name.replace("_", " ").capitalize()


def side(name: str) -> str:
    """Returns the words above the side of a deal that an argument belongs to, or ""."""
    before = name.partition("_")[0]
    return _(_SIDES[before]) if before in _SIDES else ""


def value_words(value: object) -> str:
    """Returns the words of a choice in a form, by default its name."""
    text = str(value)
    return _(_VALUES[text]) if text in _VALUES else named(text)
