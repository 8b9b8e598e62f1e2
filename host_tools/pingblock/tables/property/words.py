"""Events and states of a property game for people and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pingblock.cards.strings import Card, card_in, languages
from pingblock.tables.game import TableEvent
from pingblock.tables.property.board import BANK
from pingblock.tables.property.holdings import rent, worth
from pingblock.tables.property.state import FREE, PropertyState
from pingware.games.block.rules import COINS, GAME_OVER, LAUGH, POWER_UP

BANK_NAME = "the Bank"

# {who}: the player of the event; {0}, {1}: its values; {p0}, {p1}: a value as a player's name.
SENTENCES = {
    "accepts": "{who} accepts the deal with {p0}.",
    "asks": "{who} asks {p1} for the rent of {0}.",
    "begins": "{who} begins.",
    "bids": "{who} bids {0}.",
    "builds a hotel": "{who} builds the largest building on {0} for {1}.",
    "builds a house": "{who} builds on {0} for {1}.",
    "buys": "{who} buys {0} for {1}.",
    "goes to jail": "{who} goes to jail. The turn is over.",
    "hands over": "{who} receives {0}.",
    "hears": "{who}: {heard}",
    "is at home": "{who} is at home on {0}.",
    "is bankrupt": "{who} is bankrupt and leaves the game. All goes to {p0}.",
    "is dealt": "{who} is dealt {0}.",
    "is forgotten": "{who} did not ask for the rent of {0}: nothing is due.",
    "is not sold": "Nobody bids for {0}: the Bank keeps it.",
    "is on turn": "It is {who}'s turn.",
    "is put up": "{0} is put up for auction.",
    "is sold": "{0} is sold to {who} for {1}.",
    "leaves jail": "{who} leaves jail by the roll.",
    "lifts": "{who} lifts the mortgage of {0} for {1}.",
    "mortgages": "{who} mortgages {0} for {1}.",
    "moves": "{who} moves to {0}.",
    "offers": "{who} offers {p0} a deal: {1} for {2}.",
    "owes": "{who} owes {p1} {0}.",
    "owes nothing": "{0} is mortgaged: {who} owes nothing.",
    "passes": "{who} passes.",
    "passes go": "{who} reaches or passes the start and receives {0}.",
    "pays": "{who} pays {p1} {0}.",
    "reads a card": "{who} reads a card ({0}): {1}.",
    "reaches a block": "{who}: {press}",
    "receives": "{who} receives {0} from the Bank.",
    "refuses": "{who} refuses the deal with {p0}.",
    "rests": "{who} rests: nothing happens.",
    "rolls": "{who} rolls {dice}.",
    "rolls again": "{who} rolls again.",
    "rolls for coins": "{who}: {silent}",
    "rolls for the start": "{who} rolls {0} for the start.",
    "rolls too well": "{who} has rolled the third bonus roll of this turn.",
    "sells buildings": "{who} sells what stood on {0} and receives {1}.",
    "stays in jail": "{who} stays in jail: try {0} has failed.",
    "uses a card": "{who} hands in a jail card ({0}).",
    "only visits": "{who} only visits the jail: nothing happens.",
    "visits": "{who} visits {0}: {p1} may ask for the rent.",
    "wants a building": "{who} wants one of the last buildings, for {0}.",
    "wins": "{who} wins with {0}.",
}


# Order of the sounds on a reminder card.
_HEARD = (COINS, POWER_UP, LAUGH, GAME_OVER)


def say(event: TableEvent, players: Sequence[str], language: str = "en") -> str:
    """Returns an event as a sentence; the block's outcomes as the reminder cards have them.

    Args:
        players: names by seat.
        language: code such as "de"; English where it has no words.
    """
    known = {f"p{at}": _name(value, players) for at, value in enumerate(event.args)}
    who = "" if event.seat is None else players[event.seat]
    dice = " and ".join(map(str, event.args))
    card = words_of_block(language)
    known |= {"press": card.press, "silent": card.silent[0]}
    if event.kind == "hears":
        known["heard"] = heard(event.args[0], language)
    args = event.args
    if event.kind == "reads a card":
        args = (args[0], args[1].replace("_", " "))
    return SENTENCES[event.kind].format(*args, who=who, dice=dice, **known)


def words_of_block(language: str) -> Card:
    """Returns the reminder card of the block in a language, the English one where it has none."""
    return card_in(language if language in languages() else "en")


def heard(kind: str, language: str) -> str:
    """Returns the words for a sound of the block (QB-15)."""
    return words_of_block(language).sounds[_HEARD.index(kind)][1]


def _name(value: Any, players: Sequence[str]) -> str:
    if value == BANK:
        return BANK_NAME
    return players[value] if type(value) is int and 0 <= value < len(players) else ""


def _space(state: PropertyState, at: int) -> dict[str, Any]:
    space = state.edition.spaces[at]
    return {
        "name": space.name,
        "kind": space.kind,
        "set": space.set,
        "owner": None if state.owner[at] == BANK else state.owner[at],
        "built": state.built[at],
        "mortgaged": state.mortgaged[at],
        "price": space.price,
        "rent": _rent(state, at),
    }


def _rent(state: PropertyState, at: int) -> int | None:
    """Returns what a visitor owes the owner, or would owe one; None where dice say it."""
    space = state.edition.spaces[at]
    if state.owner[at] == BANK:
        return space.rent[0] if space.rent else None
    return rent(state, at)[0] or None


def view(state: PropertyState) -> dict[str, Any]:
    """Returns a state as JSON has it; nothing in these games is hidden."""
    spaces = [_space(state, at) for at in range(len(state.edition.spaces))]
    players = [
        {
            "cash": state.cash[seat],
            "worth": worth(state, seat),
            "place": state.place[seat],
            "in_jail": state.jail[seat] != FREE,
            "jail_tries": max(0, state.jail[seat]),
            "jail_cards": list(state.held[seat]),
            "in_game": seat in state.alive,
        }
        for seat in range(len(state.cash))
    ]
    task = state.todo[0] if state.todo else None
    return {
        "edition": state.edition.name,
        "turn": state.turn,
        "turns": state.turns,
        "at_hand": None if task is None else {"what": type(task).__name__, **task._asdict()},
        "rents": [claim._asdict() for claim in state.claims],
        "bank": state.bank,
        "houses": state.houses,
        "hotels": state.hotels,
        "unverified": list(state.edition.unverified),
        "players": players,
        "spaces": spaces,
    }
