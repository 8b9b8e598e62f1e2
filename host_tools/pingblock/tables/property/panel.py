"""Table of a property game in words: players with their deeds, the Bank, and what is at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pingblock.tables.command import Command, command
from pingblock.tables.looks import Looks
from pingblock.tables.property.auctions import may_raise
from pingblock.tables.property.board import HOTEL
from pingblock.tables.property.building import building_cost
from pingblock.tables.property.flow import waits_for
from pingblock.tables.property.holdings import deeds_of, figures, lift_cost
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import (
    Auction,
    BlockPress,
    CardDrawn,
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
from pingblock.tables.property.words import heard, words_of_block


def board(state: PropertyState, players: Sequence[str], language: str = "en") -> list[str]:
    """Returns the lines of the table, what is at hand first; the block's in a language."""
    lines = _at_hand(state, players, language)
    lines += [_rent(state, claim, players) for claim in state.claims]
    lines += [""] * bool(lines)
    for seat, name in enumerate(players):
        if seat not in state.alive:
            lines.append(f"  {name}: bankrupt")
            continue
        mark = "▶" if seat == state.turn and not state.result else " "
        at = state.edition.spaces[state.place[seat]].name
        tries = f", in jail, {state.jail[seat]} tries" if state.jail[seat] != FREE else ""
        lines.append(f"{mark} {name} has {state.cash[seat]}, stands on {at}{tries}")
        owned = [_deed(state, space) for space in deeds_of(state, seat)]
        owned += [f"jail card ({deck})" for deck in state.held[seat]]
        if owned:
            lines.append(f"    {', '.join(owned)}")
    return [*lines, "", _bank(state)]


def _bank(state: PropertyState) -> str:
    """Returns the Bank's buildings, and its money where the box's total is known (SM-A-13)."""
    edition = state.edition
    stock = f"{state.houses} × {edition.house}, {state.hotels} × {edition.hotel}"
    if not edition.rules.box_coins:
        return f"The Bank has {stock}."
    short = f" It is out of money: note on paper the {-state.bank} that it owes."
    return f"The Bank has {max(0, state.bank)}, {stock}." + short * (state.bank < 0)


def _deed(state: PropertyState, space: int) -> str:
    """Returns a deed with its buildings, such as "Brown 1 (2 × shack)"."""
    level = state.built[space]
    built = f"{level} × {state.edition.house}" if level < HOTEL else state.edition.hotel
    notes = [built] * bool(level) + ["mortgaged"] * state.mortgaged[space]
    name = state.edition.spaces[space].name
    return f"{name} ({', '.join(notes)})" if notes else name


def _rent(state: PropertyState, claim: Claim, players: Sequence[str]) -> str:
    owner, visitor = players[claim.owner], players[claim.visitor]
    amount = f"{claim.factor} times a roll" if claim.factor else str(claim.amount)
    return f"{owner} may ask {visitor} for the rent of {_name(state, claim.space)}: {amount}."


def _at_hand(state: PropertyState, players: Sequence[str], language: str) -> list[str]:
    """Returns lines about the open matter that needs some."""
    task = state.todo[0] if state.todo else None
    if isinstance(task, Purchase):
        price = figures(state, task.space)[0]
        return [f"{_name(state, task.space)} costs {price}."]
    if isinstance(task, Debt):
        creditor = players[task.creditor] if task.creditor >= 0 else "the Bank"
        return [f"{players[task.seat]} owes {creditor} {task.amount}."]
    if isinstance(task, Auction):
        thing = task.building or _name(state, task.space)
        bid = f"{players[task.bidder]} bids {task.bid}" if task.bidder >= 0 else "no bid yet"
        return [f"Auction of {thing}: {bid}."]
    if sentence := _waiting(state, players):
        return [sentence]
    if isinstance(task, BlockPress):
        card = words_of_block(language)
        table = [f"  {line}" for line in card.silent]
        return [f"{players[task.seat]}: {card.press}", f"{card.silent_title}:", *table]
    if isinstance(task, Offer):
        gives = _side(state, task.give_cash, task.give_deeds, task.give_cards)
        takes = _side(state, task.take_cash, task.take_deeds, task.take_cards)
        return [f"{players[task.seat]} offers {players[task.to]} {gives} for {takes}."]
    return []


def _waiting(state: PropertyState, players: Sequence[str]) -> str:
    """Returns why somebody is to roll or to choose; "" where other lines say so."""
    task = state.todo[0] if state.todo else None
    who = players[state.turn if task is None else getattr(task, "seat", 0)]
    if task is None:
        return f"{who} rolls the dice." * state.rolling
    if isinstance(task, RollOff):
        return f"{players[task.seats[len(task.rolled)]]} rolls: the highest begins."
    if isinstance(task, UtilityRoll):
        return f"{who} rolls for the rent: {task.factor} times the dice."
    if isinstance(task, Shortage):
        return f"{who} builds one of the last. Who else wants one?"
    words = {
        HandOut: "Enter shuffles and deals.",
        SilentCoins: f"{who} rolls once more, for coins.",
        ExtraMove: f"{who} rolls and moves once more.",
        CardDrawn: f"{who} takes a card.",
        MortgageFee: f"{who} has received a mortgaged deed.",
        Placing: f"{who} has bought a building. Where does it stand?",
        Estate: "The Bank auctions the deeds of the bankrupt player. Which is next?",
    }
    return words.get(type(task), "")


def hints(state: PropertyState) -> list[tuple[str, Command]]:
    """Returns sentences about what is typed rather than chosen, each with a legal example."""
    task = state.todo[0] if state.todo else None
    if isinstance(task, Auction):
        for seat in may_raise(state, task):
            if bids := list(VERBS["bid"].options(state, seat)):
                return [("Any other bid is typed", command("bid", seat, **bids[len(bids) // 2]))]
    if isinstance(task, CardDrawn):
        pay = command("card", task.seat, effect="pay", amount=50)
        return [("A card that is not in the list is typed", pay)]
    if isinstance(task, HandOut):
        [deal] = VERBS["hand_out"].options(state, -1)
        return [
            (
                "Deeds that you have dealt are typed, one to each in turn",
                command("hand_out", **deal),
            )
        ]
    return []


def _name(state: PropertyState, space: int) -> str:
    return state.edition.spaces[space].name


def _side(state: PropertyState, cash: int, deeds: Sequence[int], cards: Sequence[str]) -> str:
    names = [_name(state, space) for space in deeds]
    names += [f"a jail card ({deck})" for deck in cards]
    return " and ".join([str(cash)] * bool(cash) + names)


_PLAIN = {
    "roll": "roll",
    "decline": "do not buy: auction it",
    "pass": "pass",
    "sold": "sold: close the auction",
    "keep": "keep the mortgage and pay the interest",
    "want": "want that building too",
    "accept": "accept the deal",
    "refuse": "refuse the deal",
    "pay_fee": "pay the fee and leave jail",
    "bankrupt": "leave the game: the debt is too high",
}
_WITH: dict[str, Callable[[PropertyState, Command, str], str]] = {
    "buy": lambda state, step, name: _purchase(state),
    "ask": lambda state, step, name: f"ask for the rent of {name}",
    "waive": lambda state, step, name: f"do not ask for the rent of {name}",
    "bid": lambda state, step, name: f"bid {step.arg('amount')}",
    "build": lambda state, step, name: (
        f"build on {name} for {building_cost(state, step.arg('space'))}"
    ),
    "sell": lambda state, step, name: f"sell the top building of {name}",
    "mortgage": lambda state, step, name: (
        f"mortgage {name} for {figures(state, step.arg('space'))[1]}"
    ),
    "lift": lambda state, step, name: (
        f"lift the mortgage of {name} for {lift_cost(state, step.arg('space'))}"
    ),
    "put_up": lambda state, step, name: f"auction {name} next",
    "use_card": lambda state, step, name: f"hand in the jail card ({step.arg('deck')})",
    "dice": lambda state, step, name: _dice(state, step.arg("dice")),
    "hand_out": lambda state, step, name: "deal the deeds in the order of the board",
}


def _dice(state: PropertyState, dice: Sequence[int]) -> str:
    """Returns a roll; on a block it is silent play (QB-07)."""
    silent = "no sound, the die shows " * bool(
        state.todo and isinstance(state.todo[0], BlockPress)
    )
    return silent + " and ".join(map(str, dice))


# Of each effect of a card.
_CARDS = {
    "nothing": "nothing to do",
    "receive": "receive {amount} from the Bank",
    "pay": "pay the Bank {amount}",
    "collect": "collect {amount} from each player",
    "share": "pay each player {amount}",
    "give": "pay {player} {amount}",
    "take": "receive {amount} from {player}",
    "repairs": "pay {house} for each small building, {hotel} for each large one",
    "go_to": "go on to {space}",
    "step": "go {steps} spaces",
    "jail": "go to jail",
    "keep": "keep it, to leave jail",
}


def _purchase(state: PropertyState) -> str:
    task = state.todo[0]
    assert isinstance(task, Purchase)
    return f"buy {_name(state, task.space)} for {figures(state, task.space)[0]}"


def label(
    state: PropertyState, step: Command, players: Sequence[str], language: str = "en"
) -> str:
    """Returns a legal command in words; with its player if the game waits for another one."""
    waited = waits_for(state)
    who = ""
    if step.seat is not None and len(waited) == 1 and step.seat != waited[0]:
        who = f"{players[step.seat]}: "
    space = step.arg("space")
    name = "" if space is None else _name(state, space)
    if step.do in _PLAIN:
        return who + _PLAIN[step.do]
    if step.do in _WITH:
        return who + _WITH[step.do](state, step, name)
    if step.do == "outcome":
        sound = heard(step.arg("kind"), language).partition(":")[0]
        return f"heard: {sound}" + (f", {step.arg('coins')}" if step.arg("coins") else "")
    return who + _others(state, step, players)


def _others(state: PropertyState, step: Command, players: Sequence[str]) -> str:
    """Returns an offer or a card in words."""
    given: dict[str, Any] = dict(step.args)
    if step.do == "offer":
        deeds = ", ".join(_name(state, space) for space in given["take_deeds"])
        return f"offer {players[given['to']]} {given['give_cash']} for {deeds}"
    also = {name: str(value) for name, value in step.args if name != "effect"}
    if "space" in also:
        also["space"] = _name(state, given["space"])
    if "player" in also:
        also["player"] = players[given["player"]]
    return " ".join(["card:", _CARDS[given["effect"]].format(**also)])


def looks(language: str) -> Looks:
    """Returns the words for the panels; those of the block are in a language."""
    said_in = partial(board, language=language), partial(label, language=language)
    return Looks(*said_in, hints)
