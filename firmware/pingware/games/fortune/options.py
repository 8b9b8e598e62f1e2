"""Settings and requests of the fortune deck, declared once for device and host."""

from pingware.shared.rules import (
    either,
    needed,
    object_of,
    one_of,
    setting,
    such_that,
    switch,
    whole,
)

# Texts that are split: names by themselves would be interned on the device, and outgrow its table.
_CARDS = (
    "gold diamond captain sorceress chest monkey sea2 sea3 sea4 skull1 skull2 storm truce zombie"
)
CARDS = tuple(_CARDS.split())
EACH_MOST = 35  # cards of a kind
_DECKS = "pk35 fortune35_guess"
PK35, GUESS35 = _DECKS.split()

# Meanings of a press.
CARD, TURN, SKULL = "card", "turn", "skull"
_ACTS = "undo next finish shuffle"
UNDO, NEXT, FINISH, SHUFFLE = _ACTS.split()


def _is_deck(counts: "dict[str, int]") -> bool:
    return any(counts.values()) and all(name in CARDS for name in counts)


DECK = either(
    one_of(PK35, GUESS35),
    such_that(
        object_of(whole(0, EACH_MOST), len(CARDS)),
        _is_deck,
        "an object of cards (gold, diamond, captain, sorceress, chest, monkey, sea2, sea3, sea4, "
        "skull1, skull2, storm, truce, zombie) with their counts, 0 to 35, at least one in all",
    ),
)

SETTINGS = {
    "fortune_deck": setting(
        GUESS35,
        DECK,
        help="Deck of cards: pk35 is the published one of a sister edition, fortune35_guess is "
        "a guess. Count your own cards once and write them down.",
    ),
    "fortune_reshuffle": setting(
        False, switch, help="Shuffle when all cards were drawn, instead of the same order again."
    ),
    "fortune_press": setting(
        CARD,
        one_of(CARD, TURN, SKULL),
        help="What a press does: draw a card; draw one, then count the skulls of that turn; "
        "or count skulls beside cards of paper.",
    ),
}

REQUESTS = {"fortune": {"act": needed(one_of(UNDO, NEXT, FINISH, SHUFFLE))}}
