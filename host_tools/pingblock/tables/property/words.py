"""Events and states of a property game for people and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pingblock.cards.strings import Card, card_in, languages, outcome_in
from pingblock.languages import N_, _, spoken
from pingblock.languages.later import listed, said
from pingblock.tables.game import TableEvent
from pingblock.tables.property.board import BANK, POT
from pingblock.tables.property.card_effects import EFFECTS
from pingblock.tables.property.holdings import building_word, rent, worth
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import Task

# {who} is the player of the event. {0} and {1} are its values. {p0} and {p1} are values that are
# shown as the name of a player.
SENTENCES = {
    "deal_accepted": N_("{who} accepts the deal with {p0}."),
    "rent_asked": N_("{who} asks {p1} for the rent of {0}."),
    "first_chosen": N_("{who} begins."),
    "bid_made": N_("{who} bids {0}."),
    "hotel_built": N_("{who} builds the largest building on {0} for {1}."),
    "house_built": N_("{who} builds on {0} for {1}."),
    "deed_bought": N_("{who} buys {0} for {1}."),
    "jailed": N_("{who} goes to jail. The turn is over."),
    "deed_received": N_("{who} receives {0}."),
    "sound_heard": N_("{who}: {heard}"),
    "own_place_visited": N_("{who} lands on their own {0}."),
    "bankrupted": N_("{who} is bankrupt and leaves the game. All goes to {p0}."),
    "deed_dealt": N_("{who} is dealt {0}."),
    "rent_forgotten": N_("{who} did not ask for the rent of {0}, so no rent is due."),
    "deed_unsold": N_("No player bids for {0}, so the Bank keeps it."),
    "turn_begun": N_("It is {who}'s turn."),
    "deed_auctioned": N_("{0} is put up for auction."),
    "deed_sold": N_("{0} is sold to {who} for {1}."),
    "jail_left": N_("{who} leaves jail with this roll."),
    "mortgage_lifted": N_("{who} lifts the mortgage of {0} for {1}."),
    "deed_mortgaged": N_("{who} mortgages {0} for {1}."),
    "moved": N_("{who} moves to {0}."),
    "deal_offered": N_("{who} offers {p0} a deal: {1} for {2}."),
    "debt_made": N_("{who} owes {p1} {0}."),
    "nothing_owed": N_("{0} is mortgaged, so {who} owes no rent."),
    "bid_passed": N_("{who} passes."),
    "start_passed": N_("{who} reaches or passes the start and receives {0}."),
    "paid": N_("{who} pays {p1} {0}."),
    "card_read": N_("{who} reads a card ({0}): {1}."),
    "card_turned": N_("{who} draws a card ({0}): {1}"),
    "block_reached": N_("{who}: {press}"),
    "cash_received": N_("{who} receives {0} from the Bank."),
    "deal_dropped": N_("{who} and {p0}: the offered deal no longer holds."),
    "auction_dropped": N_("The auction of {0} is called off."),
    "bid_dropped": N_("{who}: the bid of {0} no longer holds."),
    "deal_refused": N_("{who} refuses the deal with {p0}."),
    "rested": N_("{who} rests here."),
    "rolled": N_("{who} rolls {dice}."),
    "roll_repeated": N_("{who} rolls again."),
    "coins_rolled": N_("{who}: {silent}"),
    "start_rolled": N_("{who} rolls {0} for the start."),
    "rolled_too_well": N_("{who} has rolled the third bonus roll of this turn."),
    "buildings_sold": N_("{who} sells the buildings on {0} and receives {1}."),
    "jail_stayed": N_("{who} stays in jail: try {0} has failed."),
    "jail_card_used": N_("{who} hands in a jail card ({0})."),
    "jail_visited": N_("{who} only visits the jail."),
    "place_visited": N_("{who} visits {0}: {p1} can ask for the rent."),
    "building_wanted": N_("{who} wants one of the few buildings that are left, for {0}."),
    "won": N_("{who} wins with {0}: cash, deeds and buildings together."),
    "pot_taken": N_("{who} takes the pot on free parking: {0}."),
    "owner_jailed": N_("The owner of {0} is in jail, so {who} owes no rent."),
    "lap_wanted": N_("{who} can buy {0} only after passing the start once."),
    "double_ones_paid": N_("{who} rolls two ones and receives {0}."),
    "deed_left": N_("{0} stays with the Bank: there are no auctions."),
    "time_over": N_(
        "The time is over: the cash, deeds and buildings of all players were counted."
    ),
    "pot_corrected": N_("Corrected: the pot has {1}, and not {0}."),
    "cash_corrected": N_("Corrected: {who} has {1}, and not {0}."),
    "place_corrected": N_("Corrected: {who} is on {0}, and not on {1}."),
    "jail_corrected": N_("Corrected: {who} is in jail, failed tries: {0}."),
    "jail_corrected_away": N_("Corrected: {who} is not in jail."),
    "owner_corrected": N_("Corrected: the deed of {0} belongs to {p1}, and not to {p2}."),
    "mortgage_corrected": N_("Corrected: {0} is mortgaged."),
    "mortgage_corrected_away": N_("Corrected: {0} is not mortgaged."),
    "buildings_corrected": N_("Corrected: buildings on {0}: {2}, and not {1} (5: the largest)."),
    "jail_card_corrected": N_("Corrected: the jail card ({0}) belongs to {p1}, and not to {p2}."),
    "turn_corrected": N_("Corrected: it is {who}'s turn."),
    "cash_transferred": N_("{p0} gives {p1} {2}."),
    "cash_given_to_bank": N_("{p0} gives the Bank {2}."),
    "cash_taken_from_bank": N_("The Bank gives {p1} {2}."),
    "player_joined": N_("{0} joins with {1}."),
    "player_left": N_("{who} gives up: all goes to the Bank."),
}

_OF_THINGS = ("deed_auctioned", "deed_sold")


def say(event: TableEvent, players: Sequence[str]) -> str:
    """Returns an event as a sentence. For outcomes of the block, it uses the words of the reminder
    cards.

    Args:
        players: names by seat.
    """
    known = {f"p{at}": _name(value, players) for at, value in enumerate(event.args)}
    who = "" if event.seat is None else players[event.seat]
    dice = listed(map(str, event.args))
    card = words_of_block()
    known |= {"press": card.press, "silent": card.silent[0]}
    if event.kind == "sound_heard":
        known["heard"] = heard(event.args[0])
    args = event.args
    if event.kind == "card_read":
        args = (args[0], _(EFFECTS[args[1]].ask))
    if event.kind == "card_turned":
        args = (args[0], read_out(args[1], args[2]))
    args = tuple(said(each) if isinstance(each, str) else each for each in args)
    sentence = _(SENTENCES[event.kind]).format(*args, who=who, dice=dice, **known)
    # Some sentences begin with the name of a place or building, which some languages write in
    # small letters.
    return sentence[0].upper() + sentence[1:] if event.kind in _OF_THINGS else sentence


def read_out(text: str, goal: str) -> str:
    """Returns the text of a card, with the name of the space that it leads to."""
    return said(text).replace("{space}", said(goal))


def words_of_block() -> Card:
    """Returns the reminder card of the block in the current language."""
    language = spoken().language
    return card_in(language if language in languages() else "en")


def heard(kind: str) -> str:
    """Returns the words for a sound of the block (QB-15)."""
    return outcome_in(words_of_block().language, kind)


def _name(value: Any, players: Sequence[str]) -> str:
    if value == BANK:
        return _("the Bank")
    if value == POT:
        return _("the pot")
    return players[value] if type(value) is int and 0 <= value < len(players) else ""


def _as_dict(state: PropertyState, task: Task) -> dict[str, object]:
    """Returns an open decision as an object for JSON."""
    fields = {"what": type(task).__name__, **task._asdict()}
    if "acts" in fields:
        fields["acts"] = [dict(act.args) for act in fields["acts"]]
    if fields.get("building"):
        fields["building"] = building_word(state.edition, fields["building"])
    return fields


def _space(state: PropertyState, at: int) -> dict[str, object]:
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
    """Returns the rent of a space even if it has no owner, or None if dice decide it."""
    space = state.edition.spaces[at]
    if state.owner[at] == BANK:
        return space.rent[0] if space.rent else None
    return rent(state, at)[0] or None


def view(state: PropertyState) -> dict[str, object]:
    """Returns a state as an object for JSON. These games have no hidden information."""
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
    task = state.task
    return {
        "edition": state.edition.name,
        "turn": state.turn,
        "roller": state.roller,
        "turns": state.turns,
        "at_hand": None if task is None else _as_dict(state, task),
        "rents": [claim._asdict() for claim in state.claims],
        "bank": state.bank,
        "pot": state.pot,
        "houses": state.houses,
        "hotels": state.hotels,
        "unverified": list(state.edition.unverified),
        "players": players,
        "spaces": spaces,
    }
