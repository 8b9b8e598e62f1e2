"""House rules: switches of the game whose defaults are the rules of the editions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pingblock.common.options import Option
from pingblock.languages import N_
from pingware.shared.schema import ONE_OF, Rule, either, one_of, switch, whole, worded

AS_THE_BOARD = "board"  # value of an option that keeps the value in the board file
_ON, _OFF = "on", "off"
_AMOUNT_MOST = 1_000_000


class HouseRule(NamedTuple):
    """A switch of a board file that is also an option of the game.

    Args:
        rule: allowed values.
        say: a sentence about the rule, with its id.
    """

    rule: Rule
    say: str


HOUSE_RULES: Mapping[str, HouseRule] = {
    "parking_pot": HouseRule(
        switch, N_("Taxes, fees and card payments go to free parking (HR-01).")
    ),
    "go_double": HouseRule(switch, N_("Landing on the start pays double (HR-02).")),
    "jail_rent": HouseRule(switch, N_("An owner in jail receives rent (HR-03).")),
    "lap_first": HouseRule(
        switch, N_("A player can buy only after passing the start once (HR-04).")
    ),
    "double_ones": HouseRule(
        whole(0, _AMOUNT_MOST), N_("The Bank pays this amount for two ones, such as 500 (HR-05).")
    ),
    "auctions": HouseRule(switch, N_("A deed that is declined is auctioned (HR-06).")),
    "ask_rent": HouseRule(
        switch, N_("Rent is due only if its owner asks for it in time (HR-07).")
    ),
    "laps": HouseRule(
        whole(0, 1000),
        N_("The game ends after this number of laps of one player (0: no end) (HR-08)."),
    ),
    "auction_deals": HouseRule(switch, N_("Deals are allowed during an auction (HR-09).")),
    "leaver_deeds": HouseRule(
        one_of("auction", "bank"),
        N_("Deeds of a player who gives up: auctioned, or kept by the Bank (HR-10)."),
    ),
}
# Amounts of a board that are options, because families play with the play money that they have.
AMOUNTS: Mapping[str, str] = {
    "start_money": N_("Money of each player at the beginning."),
    "go_pay": N_("Pay for reaching or passing the start."),
    "jail_fee": N_("Fee to leave jail."),
}
# Differences of the booklets of celebration by language (SM-A-06, SM-A-10).
BOOKLETS: Mapping[str, Mapping[str, str]] = {
    "en": {},
    "de": {"transfer_fee": "lift"},
    "pt": {"inherited_fee": "lift"},
    "pl": {"jail_last_try": "roll_again"},
}
_BOOKLET = "booklet"


def options(name: str) -> list[Option]:
    """Returns the options of an edition's game that change its board's switches."""
    amount = whole(0, _AMOUNT_MOST)
    rules = {**HOUSE_RULES, **{key: HouseRule(amount, say) for key, say in AMOUNTS.items()}}
    found = [_option(key, each) for key, each in rules.items()]
    if name == "celebration":
        say = N_("Language of your booklet, where they differ (SM-A-06, SM-A-10).")
        found.append(Option(_BOOKLET, "en", one_of(*BOOKLETS), say))
    return found


def _option(name: str, house: HouseRule) -> Option:
    if house.rule is switch:
        rule = one_of(AS_THE_BOARD, _ON, _OFF)
    elif house.rule.kind == ONE_OF:
        rule = one_of(AS_THE_BOARD, *house.rule.of)
    else:
        rule = worded(
            either(one_of(AS_THE_BOARD), house.rule), N_("board, or a whole number from 0")
        )
    return Option(name, AS_THE_BOARD, rule, house.say)


def chosen(given: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    """Returns the switches that the options change, with their values."""
    changes: dict[str, object] = dict(BOOKLETS[str(given.get(_BOOKLET, "en"))])
    for name in HOUSE_RULES:
        value = given[name]
        if value != AS_THE_BOARD:
            changes[name] = value == _ON if value in (_ON, _OFF) else value
    changes |= {key: given[key] for key in AMOUNTS if given[key] != AS_THE_BOARD}
    if (money := changes.pop("start_money", None)) is not None:
        changes["start_coins"] = ((money, 1),)
    return tuple(changes.items())
