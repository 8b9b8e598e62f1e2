"""Settings and requests of the fortune deck, declared once for device and host."""

from typing import Any

from pingware.shared.schema import either, object_of, one_of, setting, such_that, switch, whole

CARDS = ("gold", "diamond", "captain", "sorceress", "chest", "monkey", "sea2", "sea3", "sea4") + (
    "skull1",
    "skull2",
    "storm",
    "truce",
    "zombie",
)
EACH_MOST = 35  # most cards of one kind
DRAWS_MOST = 5  # most draws in one request, because each draw shuffles a deck
PK35, GUESS35 = "pk35", "fortune35_guess"

# Meanings of a press.
CARD, TURN, SKULL = "card", "turn", "skull"
UNDO, NEXT, FINISH, SHUFFLE = "undo", "next", "finish", "shuffle"


def _is_deck(counts: "dict[str, int]") -> bool:
    return any(counts.values()) and all(name in CARDS for name in counts)


DECK = either(
    one_of(PK35, GUESS35),
    such_that(
        object_of(whole(0, EACH_MOST), len(CARDS)),
        _is_deck,
        "an object of cards (gold, diamond, captain, sorceress, chest, monkey, sea2, sea3, sea4, "
        "skull1, skull2, storm, truce, zombie) with their counts, 0 to 35, and at least one card",
    ),
)

SETTINGS = {
    "fortune_deck": setting(
        GUESS35,
        DECK,
        help="Deck of cards: pk35 is the published deck of a similar game, fortune35_guess is a"
        " guess. You can also enter the number of each of your cards.",
    ),
    "fortune_reshuffle": setting(
        False, switch, help="Shuffle when all cards are drawn, instead of repeating the order."
    ),
    "fortune_press": setting(
        CARD,
        one_of(CARD, TURN, SKULL),
        help="A press draws a card (card), draws a card and then counts skulls (turn), or only"
        " counts skulls while you use paper cards (skull).",
    ),
}


def _one_thing(message: "dict[str, Any]") -> str:
    return "" if ("act" in message) != ("draws" in message) else "either act or draws is needed."


REQUESTS = {
    "fortune": (
        {"act": one_of(UNDO, NEXT, FINISH, SHUFFLE), "draws": whole(1, DRAWS_MOST)},
        _one_thing,
    )
}
