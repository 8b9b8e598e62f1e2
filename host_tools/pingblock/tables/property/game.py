"""Referee of the property games: celebration, hideout, wasteland and its speed game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from pingblock.common.options import Option, by_name
from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, command
from pingblock.tables.game import TableEvent, TableGame
from pingblock.tables.property import board_file, house_rules, words
from pingblock.tables.property.board import Edition
from pingblock.tables.property.board_check import missing_in_words
from pingblock.tables.property.bots import plain_step, random_step
from pingblock.tables.property.corrections import AMENDS
from pingblock.tables.property.decks import drawable
from pingblock.tables.property.flow import advance, waits_for
from pingblock.tables.property.rule_ids import ids_of
from pingblock.tables.property.state import (
    DECK,
    HAND,
    NONE,
    PropertyDraft,
    PropertyState,
    first_state,
)
from pingblock.tables.property.tallies import tallied
from pingblock.tables.property.tasks import (
    CHANCE_TASKS,
    BlockPress,
    CardDrawn,
    CardDue,
    HandOut,
    RollOff,
    Task,
)
from pingblock.tables.property.verbs import VERBS
from pingware.games.block.options import MANUAL
from pingware.games.block.rules import OUTCOMES, PROFILES
from pingware.shared.schema import one_of, switch, text, whole

OPTIONS = by_name(
    Option("board", "", text(100_000), N_("Your own board, as @FILE (empty: the shipped one).")),
    Option(
        "roll_off",
        True,
        switch,
        N_("Dice decide who begins. Without this, the first player does."),
    ),
    Option(
        "cards",
        HAND,
        one_of(HAND, DECK, NONE),
        N_(
            "Cards: hand (you draw them from the box and enter them), deck (the table draws them)"
            " or none."
        ),
    ),
    Option(
        "turns",
        2000,
        whole(1, 1_000_000),
        N_("The game ends after this number of turns. The richest player wins."),
    ),
)
_NO_FIGURES = N_(
    "{count} spaces of this board have no figures yet, and the referee must know the rents. The "
    "first: {first}"
)
_NO_CARDS = N_("This board file has no cards: write them as [[card]], or choose cards=hand.")
_FILL_IN = N_("Type in the figures of your deeds, and play on that file:\n{how}")
_HOW = """\
{new}    pingblock table board edit FILE
    pingblock table {name} --option board=@FILE"""
_NEW = "    pingblock table board new {name} FILE\n"
# Number of dice -> every roll as a command, in the order of the numbers.
_ROLLED = {
    count: [command("dice", dice=dice) for dice in product(range(1, 7), repeat=count)]
    for count in (1, 2)
}
_ODDS = [outcome for outcome, n in zip(OUTCOMES, PROFILES[MANUAL], strict=True) for _ in range(n)]


@lru_cache(maxsize=32)
def _edition(name: str, board: str, chosen: tuple[tuple[str, Any], ...] = ()) -> Edition:
    """Returns a board. It is cached for all languages, so it must not contain translated words.

    Args:
        name: name of the edition.
        board: text of a board file, or "" for the shipped board.
        chosen: switches whose values differ from those of the board.
    """
    if chosen:
        found = _edition(name, board)
        return replace(found, rules=replace(found.rules, **dict(chosen)))
    if board:
        return board_file.read_board(board, _("the board file"))
    return board_file.load_shipped(name)


def _roll(state: PropertyState, chance: SeededChance) -> Command:
    dice = state.edition.rules.dice
    way = chance.below(6)
    if dice == 2:
        way = 6 * way + chance.below(6)
    return _ROLLED[dice][way]


class PropertyGame(TableGame[PropertyState]):
    """An edition, which implements ``TableGame[PropertyState]``.

    Args:
        name: name of a shipped edition.
    """

    version = 3
    # Other players can also build, sell or deal. Owners come before the player who must roll,
    # because the roll ends their time to ask for rent.
    to_act = staticmethod(waits_for)
    amends = AMENDS
    say = staticmethod(words.say)
    view = staticmethod(words.view)

    def __init__(self, name: str) -> None:
        least, most = _edition(name, "").rules.players
        self.name = name
        self.players = range(least, most + 1)
        self.options = {**OPTIONS, **by_name(*house_rules.options(name))}
        verbs = {do: verb.form for do, verb in VERBS.items()}
        shown = [3, 4][: _edition(name, "").rules.dice]
        self.verbs = {
            **verbs,
            "dice": replace(verbs["dice"], example={"dice": shown}),
        }
        self.bots = {
            "random": random_step,
            "plain": plain_step,
        }

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> PropertyState:
        """Returns the state before the first command.

        Raises:
            BadInput: the board is wrong, lacks figures, or is not for this number of players.
        """
        edition = _edition(self.name, options["board"], house_rules.chosen(options))
        if edition.missing:
            place = _("the board file") if options["board"] else self.name
            first, count = missing_in_words(edition.missing[0], place), len(edition.missing)
            new = "" if options["board"] else _NEW.format(name=self.name)
            how = _HOW.format(name=self.name, new=new)
            option = _(_FILL_IN).format(how=how)
            raise BadInput(_(_NO_FIGURES).format(first=first, count=count), option)
        least, most = edition.rules.players
        count = len(players)
        if not least <= count <= most:
            say = _("{least} to {most} play on this board, not {count}.")
            raise BadInput(say.format(least=least, most=most, count=count))
        todo: tuple[Task, ...] = (RollOff(tuple(range(count))),) if options["roll_off"] else ()
        if edition.rules.free_deeds:
            todo = (HandOut(), *todo)
        cards, most = options["cards"], options["turns"]
        if cards == DECK and not edition.cards:
            raise BadInput(_(_NO_CARDS))
        return first_state(edition, ids_of(edition.spec), count, todo, cards, most)

    def legal(self, state: PropertyState) -> tuple[Command, ...]:
        """Returns every legal command. Commands of players that the game waits for come first, and
        deals come last.

        For bids, deals, cards and dealt deeds it lists only examples. Players can roll without
        taking the dice first, so rolls are listed when they are due.
        """
        if state.result:
            return ()
        found = []
        for do, verb in VERBS.items():
            if state.rolling and do != "dice":
                continue
            for seat in (-1,) if verb.form.chance else state.alive:
                actor = None if verb.form.chance else seat
                found += [command(do, actor, **args) for args in verb.options(state, seat)]
        waited = waits_for(state)
        if state.claims:  # A roll ends the time to ask for rent.
            found.sort(key=lambda step: step.do not in ("ask", "waive"))
        found.sort(key=lambda step: step.do == "offer")
        found.sort(key=lambda step: step.seat is not None and step.seat not in waited)
        return tuple(found)

    def why_not(self, state: PropertyState, step: Command) -> Refusal | None:
        """Returns the reason against a well-formed command, or None if it is legal."""
        if state.result:
            return Refusal("The game is over.", state.result.rule)
        if state.rolling and step.do != "dice":
            return Refusal("The dice are rolling.", state.ids["turn"])
        if step.seat is not None and step.seat not in state.alive:
            return Refusal("This player is out of the game.", state.ids["bankrupt"])
        return VERBS[step.do].why_not(state, step)

    def apply(
        self, state: PropertyState, step: Command
    ) -> tuple[PropertyState, tuple[TableEvent, ...]]:
        """Returns the state after a legal command, and its events."""
        draft = PropertyDraft(state)
        VERBS[step.do].do(draft, step)
        advance(draft)
        return draft.done()

    def draw(self, state: PropertyState, chance: SeededChance) -> Command | None:
        """Returns the outcome of chance that is due, drawn fairly, or None."""
        if state.rolling:
            return _roll(state, chance)
        task = state.task
        if state.result or not isinstance(task, CHANCE_TASKS):
            return None
        if isinstance(task, CardDue):
            found = drawable(state, task.deck)
            return command("turn_card", card=found[chance.below(len(found))])
        if isinstance(task, BlockPress):
            outcome = _ODDS[chance.below(len(_ODDS))]
            coins = {"coins": outcome.coins} if outcome.coins else {}
            return command("outcome", kind=outcome.kind, **coins)
        if isinstance(task, HandOut):
            deck = list(state.edition.deeds)
            count = state.edition.rules.free_deeds * len(state.alive)
            for at in range(count):
                other = at + chance.below(len(deck) - at)
                deck[at], deck[other] = deck[other], deck[at]
            return command("hand_out", spaces=deck[:count])
        return _roll(state, chance)

    tallied = staticmethod(tallied)

    def by_people(self, state: PropertyState) -> bool:
        """Returns whether a paper card must be read, which a bot cannot do (SM-18, ST-08)."""
        return isinstance(state.task, CardDrawn)
