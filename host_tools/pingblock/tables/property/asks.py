"""Questions in the forms of the property games, limited to the values that are possible now."""

from __future__ import annotations

from collections.abc import Sequence

from pingblock.languages import _
from pingblock.languages.later import name as named
from pingblock.tables.command import Command, command
from pingblock.tables.forms import Ask, Asks
from pingblock.tables.property.auctions import least_bid
from pingblock.tables.property.board import BANK, LOCATION, STATION, UTILITY
from pingblock.tables.property.board_rules import SPACES_MOST
from pingblock.tables.property.card_effects import EFFECT, EFFECTS, KEEP, PLAYER
from pingblock.tables.property.corrections import FIELDS
from pingblock.tables.property.deals import may_offer
from pingblock.tables.property.decks import card_is_out
from pingblock.tables.property.holdings import deeds_of
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import Auction, CardChoice, CardDrawn
from pingblock.tables.property.words import heard

BID_STEPS = (1, 10, 50)  # amounts above the highest bid


def asks(state: PropertyState, step: Command) -> Asks:
    """Returns the questions about a command that differ from the rules of its verb."""
    found = _ASKS.get(step.do)
    return found(state, step) if found else {}


def _bid(state: PropertyState, step: Command) -> Asks:
    auction = state.task
    if not isinstance(auction, Auction):
        return {}
    least = least_bid(state, auction)
    return {"amount": Ask(least=least, most=max(least, state.cash[step.player]))}


def _dice(state: PropertyState, step: Command) -> Asks:
    count = state.edition.rules.dice
    return {"dice": Ask(least=count, most=count)}


def _hand_out(state: PropertyState, step: Command) -> Asks:
    count = state.edition.rules.free_deeds * len(state.alive)
    return {"spaces": Ask(state.edition.deeds, least=count, most=count)}


def _outcome(state: PropertyState, step: Command) -> Asks:
    def words(kind: str) -> str:
        return heard(kind).partition(":")[0].rstrip()

    return {"kind": Ask(words=words)}


def _offer(state: PropertyState, step: Command) -> Asks:
    seat, to = step.player, step.arg("to")
    found = {"to": Ask(_others(state, seat))}
    for side, giver in (("give", seat), ("take", to)):
        if giver is not None:
            found[f"{side}_cash"] = Ask(least=0, most=state.cash[giver])
            found[f"{side}_deeds"] = Ask(deeds_of(state, giver), least=0)
            found[f"{side}_cards"] = Ask(state.held[giver], least=0)
    return found


def _others(state: PropertyState, seat: int) -> list[int]:
    return [each for each in state.alive if each != seat]


def _card(state: PropertyState, step: Command) -> Asks:
    task = state.task
    if isinstance(task, CardChoice):
        return _choice_of(task, step)
    effects = [each for each in EFFECTS if each not in (STATION, UTILITY)]
    effects += state.edition.nearest
    if isinstance(task, CardDrawn) and card_is_out(state, task.deck):
        effects.remove(KEEP)
    ends = step.arg(EFFECT) in EFFECTS and EFFECTS[step.arg(EFFECT)].ends
    return {
        EFFECT: Ask(effects, words=_effect),
        "deck": Ask(state.edition.decks, words=named),
        PLAYER: Ask(_others(state, step.player)),
        "steps": Ask(least=-min(12, SPACES_MOST), most=min(12, SPACES_MOST)),
        **({"more": Ask(())} if ends else {}),
    }


def _effect(effect: str) -> str:
    return _(EFFECTS[effect].ask)


def _choice_of(task: CardChoice, step: Command) -> Asks:
    """Returns questions that offer only the effects and values on a card."""
    acts = {act.arg(EFFECT): dict(act.args) for act in task.acts}
    values = acts.get(step.arg(EFFECT), {})
    asked: dict[str, Ask] = {name: Ask((value,)) for name, value in values.items()}
    return {**asked, EFFECT: Ask([*acts], words=_effect), "more": Ask(())}


def _correct(state: PropertyState, step: Command) -> Asks:
    what = step.arg("what")
    spaces: Sequence[int] = range(len(state.edition.spaces))
    if what in ("owner", "mortgage"):
        spaces = state.edition.deeds
    if what == "buildings":
        spaces = [each for each in spaces if state.edition.spaces[each].kind == LOCATION]
    most = state.edition.rules.houses_before_hotel
    has_pot = state.pot or state.edition.rules.parking_pot
    return {
        "what": Ask([each for each in FIELDS if has_pot or each != "pot"]),
        "player": Ask(state.alive),
        "owner": Ask((BANK, *state.alive)),
        "space": Ask(spaces),
        "deck": Ask(state.edition.decks, words=named),
        "tries": Ask(range(FREE, state.edition.rules.jail_tries)),
        "level": Ask([*range(most + 1), 5]),
    }


def _amend(state: PropertyState, step: Command) -> Asks:
    everybody = Ask((BANK, *state.alive))
    return {"player": Ask(state.alive), "giver": everybody, "taker": everybody}


_ASKS = {
    "bid": _bid,
    "dice": _dice,
    "hand_out": _hand_out,
    "outcome": _outcome,
    "offer": _offer,
    "card": _card,
    "correct": _correct,
    "leave": _amend,
    "transfer": _amend,
}


def quick(state: PropertyState, legal: Sequence[Command]) -> list[Command]:
    """Returns bids a little above the highest one, or the choices of a card."""
    auction = state.task
    if isinstance(auction, CardChoice):
        return [step for step in legal if step.do == "card"]
    if not isinstance(auction, Auction):
        return []
    seats = dict.fromkeys(step.player for step in legal if step.do == "bid")
    least = least_bid(state, auction)
    found = []
    for seat in seats:
        for bid in sorted({max(least, auction.bid + more) for more in BID_STEPS}):
            # A bid below half of the cash, so that a tap by mistake costs little.
            if bid == least or 2 * bid < state.cash[seat]:
                found.append(command("bid", seat, amount=bid))
    return found


def ready(state: PropertyState) -> list[tuple[str, int | None]]:
    """Returns the seats that can offer a deal."""
    return [("offer", seat) for seat in state.alive if may_offer(state, seat)]
