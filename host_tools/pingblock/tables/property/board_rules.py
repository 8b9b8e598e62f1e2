"""Syntax of board files: the allowed values of each field, and the rule that they come from."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.property import board
from pingblock.tables.property.house_rules import HOUSE_RULES
from pingware.shared.schema import Rule, list_of, one_of, such_that, switch, text, whole, worded

FORMAT = 1
MONEY_MOST = 1_000_000
SPACES_LEAST, SPACES_MOST = 8, 80

NAME = text(30, 1)
MONEY = whole(0, MONEY_MOST)
_PRICE = whole(1, MONEY_MOST)
_RISING = such_that(
    list_of(MONEY, 6, 6),
    lambda rent: rent == sorted(rent),
    N_("six amounts that never fall: unbuilt, 1 to 4 houses, hotel"),
)
_PLAYERS = such_that(
    list_of(whole(2, 8), 2, 2), lambda pair: pair[0] <= pair[1], N_("two numbers, such as [2, 6]")
)
_PAIRS = N_("a list of pairs: value and number, such as [[1, 5]]")
_COINS, _SOME_COINS = (
    worded(list_of(list_of(_PRICE, 2, 2), 12, least), _PAIRS) for least in (0, 1)
)
_FEES = one_of("none", "interest", "interest_or_lift", "lift")

TOP: dict[str, Rule] = {
    "format": one_of(FORMAT),
    "name": such_that(
        NAME, lambda name: name.isidentifier(), N_("a word of letters, digits and _")
    ),
    "spec": one_of("SM", "ST", "FO", "FO-S"),
    "extends": NAME,
    "house": NAME,
    "hotel": NAME,
    "unverified": list_of(text(200, 1), 40),
    "rules": Rule(0, None, None, None, N_("a table")),
    "names": Rule(0, None, None, None, N_("a table")),
    "space": Rule(0, None, None, None, N_("a list of tables")),
    "card": Rule(0, None, None, None, N_("a list of tables")),
}

RULES: dict[str, Rule] = {
    "players": _PLAYERS,  # SM-02, STX-01, FO-01
    "start_coins": _SOME_COINS,  # SM-04, STX-02, FO-03
    "box_coins": _COINS,  # SM-01, or empty if not known
    "go_pay": MONEY,  # SM-15, ST-07, FO-08
    "houses": whole(0, 200),  # SM-01, STX-01, FO-01
    "hotels": whole(0, 200),
    "dice": one_of(1, 2),  # SM-09, ST-06, FO-08
    "bonus_roll": one_of("none", "doubles", "doubles_or_eleven"),  # SM-09, STX-03, FO-09
    "jail_exit": one_of("six", "doubles", "doubles_or_eleven"),  # SM-16, ST-15, FO-21
    "jail_tries": whole(1, 9),  # SM-17, ST-15, FO-21, FO-S3
    "jail_fee": MONEY,  # SM-16, ST-13, FO-21
    "jail_last_try": one_of("move_that_roll", "roll_again"),  # SM-17, SM-A-06
    "auction_from": whole(1, MONEY_MOST),  # SM-22, STX-06, FO-23
    "set_factor": whole(1, 10),  # SM-23, SM-A-21, ST-A-09, FO-13
    "mortgaged_partner_cancels": switch,  # SM-37, STX-15, FO-13
    "mortgaged_counts": switch,  # SM-37, STX-15, FO-A-05
    "station_rent": list_of(MONEY, 8),  # STX-05, FO-14
    "utility_factor": list_of(whole(1, 1000), 8),  # SM-26, ST-17, FO-15
    "interest_pct": whole(0, 100),  # SM-36 (0: the printed cost), STX-14, FO-27
    "transfer_fee": _FEES,  # SM-38, STX-12, FO-28
    "inherited_fee": _FEES,  # SM-39, STX-16, FO-29
    "rounding": one_of("up", "down"),  # SM-34, ST-A-07, FO-A-04
    "houses_before_hotel": whole(1, 4),  # SM-29, ST-23, FO-24, FO-S2
    "free_deeds": whole(0, 9),  # FO-S1
    "ends_at": one_of("last_player", "first_bankruptcy"),  # SM-41, ST-02, FO-06, FO-S4
}

# Fields that a board file can leave out, see ``PropertyRules``.
CHOICES: dict[str, Rule] = {
    "decliner_bids": switch,
    "estate_order": one_of("banker", "board"),
    "third_bonus": one_of("jail", "move_then_jail"),
    "shortage": one_of("last", "limited"),
    **{name: each.rule for name, each in HOUSE_RULES.items()},
    "hotel_houses": whole(0, 4),  # FO-A-16: number of houses as which a hotel counts at the end
}

_DEED: dict[str, Rule] = {"price": _PRICE, "mortgage": _PRICE, "unmortgage": _PRICE}
# Fields in addition to kind and name. A template need not have all figures, but a game needs them.
FIELDS: dict[str, dict[str, Rule]] = {
    board.GO: {},
    board.JAIL: {},
    board.PARKING: {},
    board.GO_TO_JAIL: {},
    board.LOCATION: {
        "set": NAME,
        **_DEED,
        "rent": _RISING,
        "set_rent": MONEY,
        "house_cost": _PRICE,
        "hotel_cost": _PRICE,
    },
    board.STATION: _DEED,
    board.UTILITY: _DEED,
    board.TAX: {"tax": MONEY},
    board.CARD: {"deck": NAME},
    board.BLOCK: {},
}
KIND = one_of(*FIELDS)
CARDS_MOST = 200
CARD: dict[str, Rule] = {
    "deck": NAME,
    "text": text(200, 1),
    "count": whole(1, 40),  # number of copies of this card in the deck
    "do": Rule(0, None, None, None, N_("a list of tables")),
    "choose": switch,  # whether the player chooses one of these effects
}
NEEDED = ("set", "deck")  # fields that every template needs
