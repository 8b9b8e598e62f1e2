"""Rules of a whole game of ``fortune``: cards, turns, the finish and the final round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pingblock.languages import N_
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, Verb, command
from pingblock.tables.draft import Draft
from pingblock.tables.fortune import bots, finish, odds, turn, words
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune.cards import CARDS, title
from pingblock.tables.fortune.corrections import AMENDS, PLAYERS_MOST
from pingblock.tables.fortune.options import OPTIONS, rules_of
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.fortune.turn import DICE, PLACE, ROLL, STOP
from pingblock.tables.game import TableEvent, TableGame
from pingware.shared.schema import Rule, needed, one_of, such_that, text, whole

FIRST, CARD = "first", "card"
_SOME = {"dice": "S2M2"}
_FACES = N_(
    "letters of faces with their counts: G gold coin, D diamond, S sword, M monkey, P parrot, "
    "X skull"
)


def _dice(least: int) -> Rule:
    def is_so(written: str) -> bool:
        found = d.read(written)
        return found is not None and d.size(found) >= least

    return needed(such_that(text(40), is_so, _FACES))


VERBS = {
    ROLL: Verb(N_("roll these dice again"), {"dice": _dice(1)}, example=_SOME, menu=N_("Roll …")),
    STOP: Verb(N_("end the turn and score")),
    PLACE: Verb(
        N_("have exactly these dice on the Treasure Chest"),
        {"dice": _dice(0)},
        example=_SOME,
        menu=N_("To the chest …"),
    ),
    FIRST: Verb(
        N_("this player begins"),
        {"player": needed(whole(0, PLAYERS_MOST - 1))},
        chance=True,
        example={"player": 1},
        menu=N_("Choose a player …"),
    ),
    CARD: Verb(
        N_("this card was drawn"),
        {"card": needed(one_of(*CARDS))},
        chance=True,
        example={"card": "gold"},
        menu=N_("The card is …"),
    ),
    DICE: Verb(
        N_("the dice that were rolled show this"),
        {"dice": _dice(1)},
        chance=True,
        example={"dice": "G3S4X1"},
        menu=N_("They show …"),
        free=True,
    ),
}


class FortuneGame(TableGame[FortuneState]):
    """The referee of ``fortune``, a ``TableGame``."""

    name = "fortune"
    version = 2
    players = range(2, PLAYERS_MOST + 1)  # FT-01
    amends = AMENDS
    options = OPTIONS
    bots = bots.BOTS
    say = staticmethod(words.sentence)
    verbs = VERBS

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> FortuneState:
        """Returns the state before the first player has begun."""
        rules = rules_of(options)
        return FortuneState(rules, (0,) * len(players), rules.deck)

    def things(self) -> list[tuple[str, str]]:
        """Returns the name and the title of each card that a deck can have."""
        return [(name, title(name)) for name in CARDS]

    def to_act(self, state: FortuneState) -> tuple[int, ...]:
        """Returns the seat whose turn it is, unless dice must be rolled."""
        if state.seat is None or state.turn is None or state.turn.hand or state.result:
            return ()
        return (state.seat,)

    def legal(self, state: FortuneState) -> tuple[Command, ...]:
        """Returns every legal decision, or every outcome of dice or cards."""
        if state.result:
            return ()
        if state.seat is None:
            return tuple(command(FIRST, player=seat) for seat in state.alive)
        if state.turn is None:
            next_cards = sorted(set(state.next_cards))
            return tuple(command(CARD, card=name) for name in dict.fromkeys((*next_cards, *CARDS)))
        if state.turn.hand:
            return turn.outcomes(state.turn.hand)
        return turn.legal(state.rules, state.turn, state.seat)

    def why_not(self, state: FortuneState, step: Command) -> Refusal | None:
        """Returns the reason against a well-formed command, or None if it is legal."""
        if state.result:
            return Refusal("The game is over.", "FT-14")
        due = _due(state)
        if step.do != due and (due or step.seat is None):
            return _out_of_order(due)
        if step.seat is not None and step.seat != state.seat:
            return Refusal("It is another player's turn.", "FT-09")
        if state.seat is None:
            known = step.arg("player") in state.alive
            return None if known else Refusal("There is no such player.", "FT-01")
        # The card counts even if this game's deck lacks it (FT-A-02).
        if state.turn is None:
            return None
        if state.turn.hand:
            rolled = d.size(turn.new_dice(state.turn, d.read(step.arg("dice")) or 0))
            if rolled == state.turn.hand:
                return None
            say = N_(
                "{hand} dice were rolled, not {rolled}: type only the rolled dice, or all eight."
            )
            return Refusal(say, "FT-05", hand=state.turn.hand, rolled=rolled)
        return turn.why_not(state.rules, state.turn, step)

    def apply(
        self, state: FortuneState, step: Command
    ) -> tuple[FortuneState, tuple[TableEvent, ...]]:
        """Returns the state after a legal command, and its events."""
        draft = Draft(state)
        if step.do == FIRST:
            draft.set(seat=step.arg("player"))
            draft.tell("first_chosen", "FT-A-25", step.arg("player"))
        elif step.do == CARD:
            _turn_over(draft, step.arg("card"))
        else:
            _play(draft, step)
        return draft.done()

    def draw(self, state: FortuneState, chance: SeededChance) -> Command | None:
        """Returns the due outcome of chance, drawn fairly, or None."""
        if state.result:
            return None
        if state.seat is None:
            return command(FIRST, player=state.alive[chance.below(len(state.alive))])
        if state.turn is None:
            cards = state.next_cards
            return command(CARD, card=cards[chance.below(len(cards))])
        return turn.draw(state.turn.hand, chance) if state.turn.hand else None

    def view(self, state: FortuneState) -> dict[str, object]:
        """Returns the public part of a state in its JSON form."""
        now, result = state.turn, state.result
        shown: dict[str, object] = {"scores": list(state.scores), "turns": state.turns}
        if state.out:
            shown["out"] = list(state.out)
        if now is not None and state.seat is not None:
            shown |= {"card": now.card, "dice": d.text(now.dice), "skulls": turn.skulls(now)}
            shown |= {"rolling": now.hand, "island": now.island, "on_card": d.text(now.chest)}
            if not now.hand:
                shown["stop_scores"] = turn.score_at_stop(state.rules, now).points
                shown["out_chances"] = {} if now.island else _out_chances(state, now)
        if state.last_round is not None:
            shown["last_round"] = list(state.last_round)
        if result is not None:
            shown |= {"winners": list(result.winners), "reason": result.reason}
        return shown


def _out_chances(state: FortuneState, now: turn.Turn) -> dict[str, str]:
    """Returns the chance of being out for each number of dice. X: a skull is among them."""
    return {
        f"{d.size(each.dice)}{'X' if d.skulls(each.dice) else ''}": str(each.out)
        for each in odds.risks(state.rules, now)
    }


def _due(state: FortuneState) -> str:
    """Returns the due outcome of chance, or ""."""
    if state.seat is None:
        return FIRST
    if state.turn is None:
        return CARD
    return DICE if state.turn.hand else ""


def _out_of_order(due: str) -> Refusal:
    if due == FIRST:
        return Refusal("First draw the player who begins.", "FT-A-25")
    if due == CARD:
        return Refusal("First draw a card: each turn begins with one.", "FT-04")
    if due == DICE:
        return Refusal("Roll the dice now.", "FT-05")
    return Refusal("Don't draw or roll now: first the player must decide.", "FT-06")


def _turn_over(draft: Draft[FortuneState], card: str) -> None:
    """Turns a card over. Adds a note if this game's deck has no such card left."""
    state = draft.state
    draft.tell("card_drawn", "FT-04", state.seat, card)
    if card not in state.next_cards and not state.rules.paper:
        kind, rule = ("deck_exceeded", "FT-A-02") if state.left else ("pile_shuffled", "FT-A-19")
        draft.tell(kind, rule, state.seat, card)
    draft.state = after_card(state, card)


def after_card(state: FortuneState, card: str) -> FortuneState:
    """Returns the state after a card was turned over and its turn has begun.

    The number of cards stays the same. A card that the deck lacks replaces the most frequent one
    that is left. A card that is not on top of the known pile begins a newly shuffled pile.
    """
    left, drawn = state.left, state.drawn
    if not state.rules.paper:
        if not left and card == drawn[0]:
            drawn = (*drawn[1:], card)
        else:
            left, drawn = (left, drawn) if left else (tuple(sorted(drawn)), ())
            at = left.index(card if card in left else max(left, key=left.count))
            left, drawn = left[:at] + left[at + 1 :], (*drawn, card)
        if not left and state.rules.reshuffle:
            left, drawn = state.rules.deck, ()
    return state._replace(left=left, drawn=drawn, turn=turn.begin(card))


def _play(draft: Draft[FortuneState], step: Command) -> None:
    """Carries out a roll or a decision in a turn."""
    state = draft.state
    now, rules, seat = state.turn, state.rules, state.seat
    assert now is not None
    if step.do == STOP:
        return finish.end_turn(draft, turn.score_at_stop(rules, now))
    if step.do != DICE:
        draft.set(turn=turn.after_decision(now, step.do, d.read(step.arg("dice")) or 0))
        kind = "reroll_chosen" if step.do == ROLL else "dice_placed"
        return draft.tell(kind, "", seat, step.arg("dice"))
    shown = turn.new_dice(now, d.read(step.arg("dice")) or 0)
    after, score = turn.after_roll(rules, now, shown)
    draft.set(turn=after)
    draft.tell("rolled", "", seat, d.text(after.dice), turn.skulls(after))
    if after.island and not now.island:
        draft.tell("island_reached", "FT-15", seat, turn.skulls(after))
    if score is not None:
        finish.end_turn(draft, score)
    return None
