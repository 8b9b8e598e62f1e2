"""Plays many games of bots quickly: computes each turn with the referee once and remembers it.

The same seeds give the same games as ``play_out``, about three times as fast. It makes no commands
and no events for dice, and looks up every turn that it has already computed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pingblock.errors import BadInput
from pingblock.tables.bots import Played
from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.draft import Draft
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import finish, turn
from pingblock.tables.fortune.bots import PLANS
from pingblock.tables.fortune.options import rules_of
from pingblock.tables.fortune.referee import after_card
from pingblock.tables.fortune.score import TurnScore
from pingblock.tables.fortune.state import FortuneState
from pingblock.tables.fortune.turn import PLACE, ROLL, STOP, Turn

_REMEMBERED_MOST = 1_000_000  # maximum remembered steps of all turns, about 100 MB

_Ways = tuple[tuple[int, ...], ...]  # for each verb that a bot can choose, the ways to do it


class QuickFortune:
    """Plays games of ``fortune`` by bots.

    Args:
        options: a value for every option.
        bots: the bot of each seat, a name in ``PLANS``.

    Raises:
        BadInput: a bot does not exist, or the options contradict each other.
    """

    def __init__(self, options: Mapping[str, object], bots: Sequence[str]) -> None:
        unknown = sorted(set(bots) - set(PLANS))
        if unknown:
            raise BadInput(f"There is no bot '{unknown[0]}'. There are: {', '.join(PLANS)}.")
        self._bots = tuple(bots)
        self._rules = rules_of(options)
        self._rolls = [(d.rolls(hand)[1], 6**hand) for hand in range(d.DICE + 1)]
        self._forget()

    def play(self, seed: int, seen: Counter[str] | None = None) -> Played[FortuneState]:
        """Plays a game to its end. The same seed gives the same game.

        Args:
            seed: seed of dice and decisions.
            seen: counts the events of each kind that end a turn.
        """
        dice, whims = SeededChance(seed, DICE), SeededChance(seed, BOTS)
        seats = len(self._bots)
        state = FortuneState(self._rules, (0,) * seats, self._rules.deck)
        state = state._replace(seat=dice.at(0).below(seats))
        drawn, decided = 1, 0
        while state.result is None:
            cards = state.next_cards
            card = cards[dice.at(drawn).below(len(cards))]
            state = after_card(state, card)
            assert state.turn is not None
            assert state.seat is not None
            drawn, more, score = self._turn(
                state.turn, self._bots[state.seat], dice, drawn + 1, whims
            )
            decided += more
            draft = Draft(state)
            finish.end_turn(draft, score)
            state = draft.state
            if seen is not None:
                for event in draft.events:
                    seen[event.kind] += 1
        return Played(state, state.result, drawn + decided)

    def _forget(self) -> None:
        """Empties the memory: lists with the number of a turn as index, and dicts of plain
        numbers.

        It contains only tuples and dicts of plain values, because the garbage collector skips
        those. Other objects would cost a fifth of the time.
        """
        self._number: dict[tuple[Any, ...], int] = {}
        self._turns: list[tuple[Any, ...]] = []
        self._hands: list[int] = []  # number of dice to roll
        self._after: list[dict[int, int]] = []  # way -> the next turn, or ~number of a score
        # Bot and turn -> the ways of each verb, among which the bot chooses at random.
        self._plans: dict[str, dict[int, _Ways]] = {bot: {} for bot in self._bots}
        self._scores: list[TurnScore] = []  # all different scores
        self._score_numbers: dict[TurnScore, int] = {}
        self._remembered = 0

    def _turn(
        self, begun: Turn, bot: str, dice: SeededChance, drawn: int, whims: SeededChance
    ) -> tuple[int, int, TurnScore]:
        """Returns the numbers of dice draws and of decision draws until now, and the score."""
        at = self._number_of(begun)
        decided = 0
        while at >= 0:
            if hand := self._hands[at]:
                up_to, number = self._rolls[hand]
                way = bisect_right(up_to, dice.at(drawn).below(number))
                drawn += 1
            else:
                plan = self._plans[bot].get(at) or self._plan(bot, at)
                ways = plan[whims.below(len(plan))] if len(plan) > 1 else plan[0]
                way = ways[whims.below(len(ways))] if len(ways) > 1 else ways[0]
                decided += 1
            after = self._after[at].get(way)
            at = self._step(at, way) if after is None else after
        return drawn, decided, self._scores[~at]

    def _plan(self, bot: str, at: int) -> _Ways:
        """Computes and remembers the decisions of a bot, see ``choose``."""
        plan = tuple(
            tuple([~some if verb == PLACE else some for some in selections])
            for verb, selections in PLANS[bot](self._rules, Turn(*self._turns[at]))
        )
        self._plans[bot][at] = plan
        return plan

    def _step(self, at: int, way: int) -> int:
        """Computes and remembers the result of a decision or a roll.

        Args:
            at: number of the turn.
            way: number of the roll's result. For a decision it is the dice to roll, the inverted
                dice for the chest, or 0 to stop.
        """
        if self._remembered >= _REMEMBERED_MOST:
            before = Turn(*self._turns[at])
            self._forget()
            at = self._number_of(before)
        before = Turn(*self._turns[at])
        score = None
        if before.hand:
            shown = d.rolls(before.hand)[0][way]
            now, score = turn.after_roll(self._rules, before, shown)
        else:
            verb, some = (PLACE, ~way) if way < 0 else (ROLL if way else STOP, way)
            if refusal := turn.judge(self._rules, before, verb, some):
                raise refusal
            if verb == STOP:
                score = turn.score_at_stop(self._rules, before)
            else:
                now = turn.after_decision(before, verb, some)
        after = self._number_of(now) if score is None else ~self._score_number_of(score)
        self._remembered += 1
        self._after[at][way] = after
        return after

    def _number_of(self, now: Turn) -> int:
        at = self._number.get(now)
        if at is None:
            plain = tuple(now)
            at = self._number[plain] = len(self._turns)
            self._turns.append(plain)
            self._hands.append(now.hand)
            self._after.append({})
        return at

    def _score_number_of(self, score: TurnScore) -> int:
        number = self._score_numbers.get(score)
        if number is None:
            number = self._score_numbers[score] = len(self._scores)
            self._scores.append(score)
        return number
