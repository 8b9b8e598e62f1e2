"""Corrections of a property game, transfers of money, and players who join or leave."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables import amend
from pingblock.tables.amend import Amend, Field, Outcome, of_seats
from pingblock.tables.command import Command, Refusal, Verb
from pingblock.tables.draft import changed
from pingblock.tables.property.board import BANK, HOTEL, LOCATION, POT
from pingblock.tables.property.debts import clear, drop_player
from pingblock.tables.property.ending import LEFT, TIME, finish
from pingblock.tables.property.flow import advance
from pingblock.tables.property.holdings import deeds_of, group_is_built, owns_group
from pingblock.tables.property.jail import take_card
from pingblock.tables.property.mending import mend, tell_dropped
from pingblock.tables.property.reasons import refusal
from pingblock.tables.property.state import FREE, PropertyDraft, PropertyState
from pingblock.tables.property.tasks import Estate
from pingblock.tables.verb import Arguments, Change
from pingware.shared.schema import needed, one_of, switch, text, whole

_MONEY, _SEAT, _OWNER = whole(0, 10**6), whole(0, 7), whole(BANK, 7)


def _run(
    state: PropertyState, step: Command, change: Change[PropertyDraft]
) -> Outcome[PropertyState]:
    draft = PropertyDraft(state)
    change(draft, step)
    mend(draft)
    tell_dropped(draft, state.todo)
    advance(draft)
    return draft.done()


def _no_owner(state: PropertyState, step: Command) -> Refusal | None:
    owner = step.arg("owner")
    return None if owner == BANK else amend.no_player(state, owner)


def _cash(draft: PropertyDraft, step: Command) -> None:
    """Sets a player's cash. The Bank pays or gets the difference, so the total stays the same."""
    seat, amount = step.arg("player"), step.arg("amount")
    before = draft.cash[seat]
    draft.pay(BANK, seat, amount - before)
    draft.tell("cash_corrected", "", seat, before, amount)


def _no_place(state: PropertyState, step: Command) -> Refusal | None:
    if step.arg("space") >= len(state.edition.spaces):
        return refusal(state, "turn", "The board has no such space.")
    return None


def _place(draft: PropertyDraft, step: Command) -> None:
    seat, space = step.arg("player"), step.arg("space")
    before = draft.place[seat]
    draft.place = changed(draft.place, seat, space)
    draft.jail = changed(draft.jail, seat, FREE)
    draft.tell_at("place_corrected", "", seat, space, draft.edition.spaces[before].name)


def _no_jail(state: PropertyState, step: Command) -> Refusal | None:
    most = state.edition.rules.jail_tries - 1
    if step.arg("tries") > most:
        say = N_("A player in jail can have at most {most} failed tries.")
        return refusal(state, "jail last", say, most=most)
    return None


def _jail(draft: PropertyDraft, step: Command) -> None:
    """Puts a player into jail, or makes a player in jail a visitor."""
    seat, tries = step.arg("player"), step.arg("tries")
    if tries == FREE:
        draft.jail = changed(draft.jail, seat, FREE)
        draft.tell("jail_corrected_away", "", seat)
        return
    draft.place = changed(draft.place, seat, draft.edition.jail)
    draft.jail = changed(draft.jail, seat, tries)
    draft.tell("jail_corrected", "", seat, tries)


def _no_deed(state: PropertyState, space: int) -> Refusal | None:
    if space in state.edition.deeds:
        return None
    return refusal(state, "deal", "This space has no deed.")


def _no_new_owner(state: PropertyState, step: Command) -> Refusal | None:
    space = step.arg("space")
    if fault := _no_deed(state, space) or _no_owner(state, step):
        return fault
    if step.arg("owner") != state.owner[space] and group_is_built(state, space):
        say = N_("Its set has buildings: correct those to 0 first.")
        return refusal(state, "deal", say)
    return None


def _owner(draft: PropertyDraft, step: Command) -> None:
    space, owner = step.arg("space"), step.arg("owner")
    before = draft.owner[space]
    draft.put(space, owner)
    draft.claims = tuple(claim for claim in draft.claims if claim.space != space)
    if owner == BANK:
        draft.set_mortgaged(space, False)
    draft.tell_at("owner_corrected", "", None, space, owner, before)


def _after(state: PropertyState, space: int, level: int) -> tuple[int, int]:
    """Returns the stock of houses and hotels after a location gets this level."""
    before = state.built[space]
    houses = state.houses + (before if before != HOTEL else 0) - (level if level != HOTEL else 0)
    return houses, state.hotels + (before == HOTEL) - (level == HOTEL)


def _no_buildings(state: PropertyState, step: Command) -> Refusal | None:
    space, level = step.arg("space"), step.arg("level")
    if fault := _no_deed(state, space):
        return fault
    group = state.edition.groups[space]
    owned = state.edition.spaces[space].kind == LOCATION and state.owner[space] != BANK
    if not owned or (level and not owns_group(state, space)):
        return refusal(state, "build", "You need all locations of a set to build on it.")
    if level and any(state.mortgaged[each] for each in group):
        return refusal(state, "build mortgaged", "A location of this set is mortgaged.")
    most = state.edition.rules.houses_before_hotel
    if most < level < HOTEL:
        say = N_("A location can have up to {most} houses. {hotel} is for the largest building.")
        return refusal(state, "hotel", say, most=most, hotel=HOTEL)
    if min(_after(state, space, level)) < 0:
        say = N_("The Bank has too few: {houses} houses and {hotels} hotels.")
        return refusal(state, "shortage", say, houses=state.houses, hotels=state.hotels)
    return None


def _buildings(draft: PropertyDraft, step: Command) -> None:
    space, level = step.arg("space"), step.arg("level")
    before = draft.built[space]
    draft.houses, draft.hotels = _after(draft, space, level)
    draft.set_built(space, level)
    draft.tell_at("buildings_corrected", "", None, space, before, level)


def _no_turned_deed(state: PropertyState, step: Command) -> Refusal | None:
    space = step.arg("space")
    if fault := _no_deed(state, space):
        return fault
    if state.owner[space] == BANK:
        return refusal(state, "mortgage", "The Bank has this deed.")
    if step.arg("on") and group_is_built(state, space):
        return refusal(state, "mortgage", "First sell the buildings of its set.")
    return None


def _mortgage(draft: PropertyDraft, step: Command) -> None:
    space, turned = step.arg("space"), step.arg("on")
    draft.set_mortgaged(space, turned)
    kind = "mortgage_corrected" if turned else "mortgage_corrected_away"
    draft.tell_at(kind, "", None, space)


def _no_jail_card(state: PropertyState, step: Command) -> Refusal | None:
    if step.arg("deck") not in state.edition.decks:
        say = N_("There is no deck '{deck}': {names}.")
        deck, decks = step.arg("deck"), state.edition.decks
        return refusal(state, "jail card", say, deck=deck, names=decks)
    return _no_owner(state, step)


def _jail_card(draft: PropertyDraft, step: Command) -> None:
    owner, deck = step.arg("owner"), step.arg("deck")
    before = _holder(draft, deck)
    if before != BANK:
        take_card(draft, before, deck)
    if owner != BANK:
        draft.held = changed(draft.held, owner, (*draft.held[owner], deck))
    draft.tell("jail_card_corrected", "", None, deck, owner, before)


def _holder(state: PropertyState, deck: str) -> int:
    return next((seat for seat, held in enumerate(state.held) if deck in held), BANK)


def _pot(draft: PropertyDraft, step: Command) -> None:
    before, amount = draft.pot, step.arg("amount")
    draft.pay(BANK, POT, amount - before)
    draft.tell("pot_corrected", "", None, before, amount)


def _turn(draft: PropertyDraft, step: Command) -> None:
    """Lets a player roll next, and drops open decisions."""
    draft.todo = draft.claims = ()
    draft.rolling = draft.moving = draft.again = False
    draft.streak = draft.spent = 0
    draft.turn = step.arg("player")
    draft.tell("turn_corrected", "", draft.turn)


def _pot_now(state: PropertyState) -> Arguments:
    if state.pot or state.edition.rules.parking_pot:
        yield {"amount": state.pot}


def _buildings_now(state: PropertyState) -> Arguments:
    for group in state.edition.sets:
        yield from ({"space": each, "level": state.built[each]} for each in group)


def _deeds_now(state: PropertyState, name: str, values: tuple[object, ...]) -> Arguments:
    return ({"space": space, name: values[space]} for space in state.edition.deeds)


FIELDS = {
    "cash": Field(("player", "amount"), _cash, of_seats("amount", "cash")),
    "place": Field(("player", "space"), _place, of_seats("space", "place"), _no_place),
    "jail": Field(("player", "tries"), _jail, of_seats("tries", "jail"), _no_jail),
    "owner": Field(
        ("space", "owner"), _owner, lambda s: _deeds_now(s, "owner", s.owner), _no_new_owner
    ),
    "mortgage": Field(
        ("space", "on"), _mortgage, lambda s: _deeds_now(s, "on", s.mortgaged), _no_turned_deed
    ),
    "buildings": Field(("space", "level"), _buildings, _buildings_now, _no_buildings),
    "jail_card": Field(
        ("owner", "deck"),
        _jail_card,
        lambda s: ({"deck": deck, "owner": _holder(s, deck)} for deck in s.edition.decks),
        _no_jail_card,
    ),
    "pot": Field(("amount",), _pot, _pot_now),
    "turn": Field(("player",), _turn, lambda s: [{"player": s.turn}]),
}
_RULES = {
    "player": _SEAT,
    "space": whole(0, 200),
    "owner": _OWNER,
    "amount": _MONEY,
    "tries": whole(FREE, 8),
    "on": switch,
    "level": whole(0, HOTEL),
    "deck": text(30, 1),
}


def _no_transfer(state: PropertyState, step: Command) -> Refusal | None:
    giver, taker, amount = (step.arg(name) for name in ("giver", "taker", "amount"))
    if giver == taker:
        return Refusal("A transfer must have two sides: one gives, the other takes.")
    for seat in {giver, taker} - {BANK}:
        if fault := amend.no_player(state, seat):
            return fault
    if giver != BANK and state.cash[giver] < amount:
        say = N_("A player has {cash} and cannot give {cash2}.")
        return refusal(state, "deal", say, cash=state.cash[giver], cash2=amount)
    return None


def _transfer(draft: PropertyDraft, step: Command) -> None:
    giver, taker, amount = (step.arg(name) for name in ("giver", "taker", "amount"))
    draft.pay(giver, taker, amount)
    kind = {giver: "cash_taken_from_bank", taker: "cash_given_to_bank"}.get(BANK)
    draft.tell(kind or "cash_transferred", "", None, giver, taker, amount)


def _full(state: PropertyState) -> Refusal | None:
    most = state.edition.rules.players[1]
    return amend.no_seat(len(state.cash), most, state.ids["players"])


def _join(draft: PropertyDraft, step: Command) -> None:
    """Adds a seat with the start money, to the right of the first player."""
    seat = len(draft.cash)
    draft.alive = (*draft.alive, seat)
    draft.cash, draft.place = (*draft.cash, 0), (*draft.place, 0)
    draft.jail, draft.held = (*draft.jail, FREE), (*draft.held, ())
    draft.laps = (*draft.laps, 0)
    draft.pay(BANK, seat, draft.edition.start_cash)
    draft.tell("player_joined", "", None, step.arg("name"), draft.edition.start_cash)


def _leave(draft: PropertyDraft, step: Command) -> None:
    """Gives all property of a player to the Bank, which auctions the deeds or keeps them."""
    seat = step.arg("player")
    deeds = deeds_of(draft, seat)
    for space in deeds:
        clear(draft, space)
        draft.put(space, BANK)
        draft.set_mortgaged(space, False)
    draft.pay(seat, BANK, draft.cash[seat])
    draft.held = changed(draft.held, seat, ())
    draft.tell("player_left", "", seat)
    drop_player(draft, seat)
    draft.rolling = False
    if len(draft.alive) == 1:
        finish(draft, LEFT, "end")
    elif deeds and draft.edition.rules.auctions and _auctions(draft, step):
        # The auction comes after the open decisions that other players have begun.
        draft.todo = (*draft.todo, Estate(tuple(deeds)))


def _auctions(draft: PropertyDraft, step: Command) -> bool:
    return (step.arg("deeds") or draft.edition.rules.leaver_deeds) == "auction"


def _time_up(draft: PropertyDraft, step: Command) -> None:
    draft.tell("time_over", "")
    finish(draft, TIME, "HR-08")


AMENDS = {
    amend.JOIN: amend.joining(_full, _join, _run),
    amend.LEAVE: amend.leaving(
        lambda state: len(state.cash), _leave, _run, {"deeds": one_of("auction", "bank")}
    ),
    amend.CORRECT: amend.correction(
        FIELDS, _RULES, {"what": "cash", "player": 0, "amount": 1200}, _run
    ),
    amend.TRANSFER: Amend(
        Verb(
            N_("Move money between two players, or between a player and the Bank."),
            {"giver": needed(_OWNER), "taker": needed(_OWNER), "amount": needed(whole(1, 10**6))},
            example={"giver": 0, "taker": 1, "amount": 50},
            table=True,
            free=True,
            menu=N_("Move money …"),
        ),
        _no_transfer,
        lambda state, step: _run(state, step, _transfer),
    ),
    "time_up": Amend(
        Verb(
            N_("The clock ends the game. The cash, deeds and buildings of all are counted."),
            table=True,
            menu=N_("The time is up"),
        ),
        lambda state, step: None,
        lambda state, step: _run(state, step, _time_up),
    ),
}
