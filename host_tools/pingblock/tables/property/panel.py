"""A property game in words: players, their deeds, the Bank, and open decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pingblock.languages import N_, _, ngettext
from pingblock.languages.later import listed, said
from pingblock.languages.later import name as named
from pingblock.tables.command import Command, command
from pingblock.tables.looks import Looks
from pingblock.tables.property.asks import asks, quick, ready
from pingblock.tables.property.auctions import may_raise, thing_of
from pingblock.tables.property.board import HOTEL
from pingblock.tables.property.building import building_cost, sale_plan
from pingblock.tables.property.card_effects import EFFECTS
from pingblock.tables.property.deals import REFUSED, side
from pingblock.tables.property.deeds import transfer_fee
from pingblock.tables.property.flow import waits_for
from pingblock.tables.property.holdings import (
    deeds_of,
    figures,
    interest,
    lift_cost,
    proceeds,
    rank,
)
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import (
    Auction,
    BlockPress,
    CardChoice,
    CardDrawn,
    CardDue,
    Claim,
    Debt,
    Estate,
    ExtraMove,
    HandOut,
    MortgageFee,
    Offer,
    Placing,
    Purchase,
    RollOff,
    Shortage,
    SilentCoins,
    UtilityRoll,
)
from pingblock.tables.property.verbs import VERBS
from pingblock.tables.property.words import heard, read_out, words_of_block


def board(state: PropertyState, players: Sequence[str]) -> list[str]:
    """Returns the lines that describe the game, with open decisions first."""
    lines = _at_hand(state, players)
    lines += [_rent(state, claim, players) for claim in state.claims]
    lines += [""] * bool(lines)
    for seat, name in enumerate(players):
        if seat not in state.alive:
            lines.append("  " + _("{name}: bankrupt").format(name=name))
            continue
        mark = "▶" if seat == state.turn and not state.result else " "
        say = _("{name} has {amount}, is on {space}")
        if state.jail[seat] != FREE:
            say = ngettext(
                "{name} has {amount}, is on {space}, in jail, {n} try",
                "{name} has {amount}, is on {space}, in jail, {n} tries",
                state.jail[seat],
            )
        at, cash = _name(state, state.place[seat]), state.cash[seat]
        line = say.format(name=name, amount=cash, space=at, n=state.jail[seat])
        lines.append(f"{mark} {line}")
        owned = [_deed(state, space) for space in deeds_of(state, seat)]
        owned += [_("jail card ({deck})").format(deck=named(deck)) for deck in state.held[seat]]
        if owned:
            lines.append(f"    {', '.join(owned)}")
    return [*lines, "", _bank(state)]


def _bank(state: PropertyState) -> str:
    """Returns the Bank's buildings, and its money if the box's total is known (SM-A-13)."""
    edition = state.edition
    stock = f"{state.houses} × {named(edition.house)}, {state.hotels} × {named(edition.hotel)}"
    if not edition.rules.box_coins:
        return _("The Bank has {stock}.").format(stock=stock)
    say = _("The Bank has {amount}, {stock}.")
    if state.bank < 0:
        say = _(
            "The Bank has {amount}, {stock}. It is out of money: note on paper the {owed} that it "
            "owes."
        )
    return say.format(amount=max(0, state.bank), stock=stock, owed=-state.bank)


def _deed(state: PropertyState, space: int) -> str:
    """Returns a deed with its buildings, such as "Brown 1 (2 × shack)"."""
    level = state.built[space]
    built = named(state.edition.hotel)
    if level < HOTEL:
        built = f"{level} × {named(state.edition.house)}"
    notes = [built] * bool(level) + [_("mortgaged")] * state.mortgaged[space]
    name = _name(state, space)
    return f"{name} ({', '.join(notes)})" if notes else name


def _rent(state: PropertyState, claim: Claim, players: Sequence[str]) -> str:
    owner, visitor = players[claim.owner], players[claim.visitor]
    say = _("{owner} can ask {visitor} for the rent of {space}: {amount}.")
    if claim.factor:
        say = _("{owner} can ask {visitor} for the rent of {space}: {factor} times a roll.")
    return say.format(
        owner=owner,
        visitor=visitor,
        space=_name(state, claim.space),
        amount=claim.amount,
        factor=claim.factor,
    )


def _at_hand(state: PropertyState, players: Sequence[str]) -> list[str]:
    """Returns lines about the first open decision, if any."""
    task = state.task
    if isinstance(task, Purchase):
        price = figures(state, task.space)[0]
        return [_("{space} costs {price}.").format(space=_name(state, task.space), price=price)]
    if isinstance(task, Debt):
        creditor = players[task.creditor] if task.creditor >= 0 else _("the Bank")
        owes = _("{name} owes {creditor} {amount}.")
        return [owes.format(name=players[task.seat], creditor=creditor, amount=task.amount)]
    if isinstance(task, Auction):
        say = _("Auction: {thing}. No bid yet.")
        if task.bidder >= 0:
            say = _("Auction: {thing}. {name} bids {amount}.")
        thing = named(thing_of(state, task))
        return [say.format(thing=thing, name=players[task.bidder], amount=task.bid)]
    if sentence := _waiting(state, players):
        return [sentence]
    if isinstance(task, BlockPress):
        card = words_of_block()
        table = [f"  {line}" for line in card.silent]
        return [f"{players[task.seat]}: {card.press}", f"{card.silent_title}:", *table]
    if isinstance(task, Offer):
        gives = side(state, task.give_cash, task.give_deeds, task.give_cards)
        takes = side(state, task.take_cash, task.take_deeds, task.take_cards)
        return [
            _("{name} offers {other} {gives} for {takes}.").format(
                name=players[task.seat],
                other=players[task.to],
                gives=said(gives),
                takes=said(takes),
            )
        ]
    return []


def _waiting(state: PropertyState, players: Sequence[str]) -> str:
    """Returns the reason why a player must roll or choose, or "" if other lines say so."""
    task = state.task
    who = players[state.turn if task is None else getattr(task, "seat", 0)]
    if task is None:
        return _("{name} rolls the dice.").format(name=who) if state.rolling else ""
    if state.roller is not None:
        who = players[state.roller]
    say = _WAITING.get(type(task), "")
    return _(say).format(name=who, factor=getattr(task, "factor", 0)) if say else ""


_WAITING = {
    RollOff: N_("{name} rolls: the highest begins."),
    UtilityRoll: N_("{name} rolls for the rent: {factor} times the dice."),
    Shortage: N_("{name} builds one of the few that are left. Who else wants one?"),
    HandOut: N_("Enter shuffles and deals."),
    SilentCoins: N_("{name} rolls once more, for coins."),
    ExtraMove: N_("{name} rolls and moves once more."),
    CardDrawn: N_("{name} takes a card."),
    CardDue: N_("{name} draws a card."),
    CardChoice: N_("{name} chooses the card's effect."),
    MortgageFee: N_("{name} has received a mortgaged deed."),
    Placing: N_("{name} has bought a building. On which location?"),
    Estate: N_("The Bank auctions the deeds of the bankrupt player. Which is next?"),
}


def hints(state: PropertyState) -> list[tuple[str, Command]]:
    """Returns sentences about commands to type instead of choosing, with a legal example."""
    task = state.task
    if isinstance(task, Auction):
        for seat in may_raise(state, task):
            if bids := list(VERBS["bid"].options(state, seat)):
                say = _("You can type any other bid, for example {example}")
                return [(say, command("bid", seat, **bids[len(bids) // 2]))]
    if isinstance(task, CardDrawn):
        pay = command("card", task.seat, effect="pay", amount=50)
        return [(_("If a card is not in the list, type its effect, for example {example}"), pay)]
    if isinstance(task, HandOut):
        [deal] = VERBS["hand_out"].options(state, -1)
        say = _("Type the deeds that you have dealt, one to each in turn, for example {example}")
        return [(say, command("hand_out", None, **deal))]
    return []


def _name(state: PropertyState, space: int) -> str:
    return named(state.edition.spaces[space].name)


# words of commands. {space} is the space of the command or of the open decision
_SAYS = {
    "roll": N_("roll"),
    "pass": N_("pass"),
    "sold": N_("sold: close the auction"),
    "want": N_("ask for that building, too, so that it is auctioned"),
    "refuse": N_("refuse the deal"),
    "bankrupt": N_("leave the game: the debt is too high, and all goes to the creditor"),
    "hand_out": N_("deal the deeds in the order of the board"),
    "waive": N_("do not ask for the rent of {space}"),
    "put_up": N_("auction {space} next"),
    "bid": N_("bid {amount}"),
    "buy": N_("buy {space} for {amount}"),
    "mortgage": N_("mortgage {space} for {amount}"),
    "lift": N_("lift the mortgage of {space} for {amount}"),
    "keep": N_("keep the mortgage of {space} and pay the interest of {amount}"),
    "pay_fee": N_("pay the fee of {amount} and leave jail"),
    "use_card": N_("hand in the jail card ({deck})"),
}
# the amount in the words of a command, for its space
_AMOUNTS: dict[str, Callable[[PropertyState, int], int]] = {
    "buy": lambda state, space: figures(state, space)[0],
    "mortgage": lambda state, space: figures(state, space)[1],
    "lift": lift_cost,
    "keep": interest,
    "pay_fee": lambda state, space: state.edition.rules.jail_fee,
}
_WITH: dict[str, Callable[[PropertyState, Command, str], str]] = {
    "ask": lambda state, step, name: _ask(state, step, name),
    "accept": lambda state, step, name: _accept(state),
    "decline": lambda state, step, name: (
        _("do not buy: auction it") if state.edition.rules.auctions else _("do not buy")
    ),
    "build": lambda state, step, name: _building(state, step, name),
    "sell": lambda state, step, name: _sale(state, step, name),
    "turn_card": lambda state, step, name: _turned(state, step),
    "dice": lambda state, step, name: _dice(state, step.arg("dice")),
}


def _dice(state: PropertyState, dice: Sequence[int]) -> str:
    """Returns a roll in words. For the block, it is a roll of silent play (QB-07)."""
    shown = listed(map(str, dice))
    if isinstance(state.task, BlockPress):
        return _("no sound, the die shows {dice}").format(dice=shown)
    return shown


def _turned(state: PropertyState, step: Command) -> str:
    card = state.edition.cards[step.arg("card")]
    return read_out(card.text, state.edition.spaces[card.goal].name)


def _building(state: PropertyState, step: Command, name: str) -> str:
    if isinstance(state.task, Placing):
        return _("build on {space}: it is paid").format(space=name)
    cost = building_cost(state, step.arg("space"))
    return _("build on {space} for {amount}").format(space=name, amount=cost)


def _ask(state: PropertyState, step: Command, name: str) -> str:
    claim = next(each for each in state.claims if each.space == step.arg("space"))
    if claim.factor:
        say = _("ask for the rent of {space}: {factor} times a roll")
        return say.format(space=name, factor=claim.factor)
    return _("ask for the rent of {space}: {amount}").format(space=name, amount=claim.amount)


def _accept(state: PropertyState) -> str:
    """Describes both sides of a deal for its receiver, with the fees for mortgages."""
    task = state.todo[0]
    assert isinstance(task, Offer)
    gives = side(state, task.take_cash, task.take_deeds, task.take_cards)
    gets = side(state, task.give_cash, task.give_deeds, task.give_cards)
    say = _("accept: give {gives} and get {gets}")
    fee = sum(transfer_fee(state, space) for space in task.give_deeds)
    if fee:
        say = _("accept: give {gives} and get {gets} (the mortgages cost {fee} more)")
    return say.format(gives=said(gives), gets=said(gets), fee=fee)


def _sale(state: PropertyState, step: Command, name: str) -> str:
    """Returns the sold buildings and their price. A hotel's sale can include others of its set."""
    plan = sale_plan(state, step.arg("space"))
    amount, n = sum(proceeds(state, *each) for each in plan.items()), sum(plan.values())
    if n == 1:
        say = _("sell the top building of {space} for {amount}")
        return say.format(space=name, amount=amount)
    spaces = listed(_name(state, space) for space in sorted(plan))
    say = ngettext(
        "sell {n} building of {spaces} for {amount}",
        "sell {n} buildings of {spaces} for {amount}",
        n,
    )
    if all(rank(state, space) == ranks for space, ranks in plan.items()):
        say = ngettext(
            "sell all of {spaces}: {n} building for {amount}",
            "sell all of {spaces}: {n} buildings for {amount}",
            n,
        )
    return say.format(n=n, spaces=spaces, amount=amount)


def label(state: PropertyState, step: Command, players: Sequence[str]) -> str:
    """Returns a legal command in words, with its player if the game waits for another player."""
    waited = waits_for(state)
    who = ""
    if step.seat is not None and len(waited) == 1 and step.seat != waited[0]:
        who = f"{players[step.seat]}: "
    space: Any = step.arg("space")
    space = getattr(state.task, "space", None) if space is None else space
    name = "" if space is None else _name(state, space)
    if step.do in _SAYS:
        amount = _AMOUNTS[step.do](state, space) if step.do in _AMOUNTS else step.arg("amount")
        deck = named(step.arg("deck") or "")
        return who + _(_SAYS[step.do]).format(space=name, amount=amount, deck=deck)
    if step.do in _WITH:
        return who + _WITH[step.do](state, step, name)
    if step.do == "outcome":
        sound = heard(step.arg("kind")).partition(":")[0].rstrip()
        sound += f", {step.arg('coins')}" if step.arg("coins") else ""
        return _("heard: {sound}").format(sound=sound)
    return who + _others(state, step, players)


def _others(state: PropertyState, step: Command, players: Sequence[str]) -> str:
    """Returns an offer or a card in words."""
    if step.do == "offer":
        deeds = ", ".join(_name(state, space) for space in step.arg("take_deeds"))
        return _("offer {name} {gives} for {takes}").format(
            name=players[step.arg("to")], gives=step.arg("give_cash"), takes=deeds
        )
    also = {name: str(value) for name, value in step.args if name != "effect"}
    if "space" in also:
        also["space"] = _name(state, step.arg("space"))
    if "player" in also:
        also["player"] = players[step.arg("player")]
    if "deck" in also:
        also["deck"] = named(step.arg("deck"))
    does = EFFECTS[step.arg("effect")].say
    return _("card: {does}").format(does=_(does).format(**also))


LOOKS = Looks(board, label, hints, asks, quick, ready, REFUSED)
