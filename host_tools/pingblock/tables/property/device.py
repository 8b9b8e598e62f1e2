"""A device in a property game: its dice, block, auction clock and sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pingblock.tables.calls import JAIL, PAY, SOLD, WINNER
from pingblock.tables.command import Command, command
from pingblock.tables.device_side import DeviceSide
from pingblock.tables.game import TableGame
from pingblock.tables.property.board import GO_TO_JAIL, PropertyRules
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import DICE_TASKS, Auction, BlockPress
from pingware.games.block.outcomes import COINS, FAMILIES
from pingware.games.dice.options import PRESSES, RULES
from pingware.games.dice.rules import TRIES, rules_of

_DO = "dice"  # name of the request
_HEARD = [family.kind for family in FAMILIES]
_NO_TURN = 3  # number of bonus rolls which means: do not judge this roll
# Events of the device's auction clock -> verbs: a player declines to buy, or the time is up.
_HAMMER = {"auction": "decline", "sold": "sold", "unsold": "sold"}
_, _PLAIN, _CELEBRATION, _HIDEOUT, _WASTELAND, _SPEED = RULES


class PropertyDevice(DeviceSide[PropertyState]):
    """The device's part in a property game."""

    calls: ClassVar = {
        "debt_made": PAY,
        "paid": PAY,
        "deed_sold": SOLD,
        "jailed": JAIL,
        "won": WINNER,
    }
    gives: ClassVar = ("dice", "outcome")

    def settings(self, options: Mapping[str, Any], state: PropertyState) -> dict[str, object]:
        """Returns the rules for the dice. The referee decides when a press is for the block."""
        rules = dice_rules_of(state.edition.rules)
        return {"dice_rules": rules, "dice_press": PRESSES[0]}

    def outcome(
        self, game: TableGame[PropertyState], state: PropertyState, event: Mapping[str, object]
    ) -> Command | None:
        """See ``DeviceSide.outcome``."""
        kind, dice = event.get("outcome"), event.get("dice")
        if kind in _HEARD:
            coins = {"coins": event.get("coins")} if kind == COINS else {}
            return command("outcome", None, kind=kind, **coins)
        # Holding the block makes a roll a try to leave jail, which counts once.
        if kind in ("roll", "jail_try"):
            return command("dice", dice=dice) if type(dice) is list and dice else None
        if do := _HAMMER.get(str(kind)):
            return next((step for step in game.legal(state) if step.do == do), None)
        return None

    def next_roll(self, state: PropertyState) -> dict[str, object] | None:
        """See ``DeviceSide.next_roll``."""
        task = state.task
        known = {"do": _DO, "block": isinstance(task, BlockPress)}
        if task is not None:
            plain = isinstance(task, DICE_TASKS)
            return {**known, "jail": False, "row": _NO_TURN} if plain else None
        tries = state.jail[state.turn]
        if tries == FREE:
            return {**known, "jail": False, "row": state.streak, "ends": _totals_to_jail(state)}
        rules = state.edition.rules
        left = rules.jail_tries - tries
        tries = max(0, rules_of(dice_rules_of(rules))[TRIES] - left)
        return {**known, "jail": True, "player": state.turn + 1, "tries": tries, "row": 0}

    def bid(self, state: PropertyState) -> int:
        """See ``DeviceSide.bid``."""
        task = state.task
        return task.bid if isinstance(task, Auction) else -1


def dice_rules_of(rules: PropertyRules) -> str:
    """Returns the device's ``dice_rules`` that judge a roll like the switches of a board.

    The number of tries to leave jail can differ, because the referee sends the remaining tries
    before a roll.
    """
    if rules.dice == 1:
        return _CELEBRATION
    if rules.bonus_roll == "doubles_or_eleven":
        return _HIDEOUT
    if rules.bonus_roll == "none":
        return _PLAIN
    return _SPEED if rules.jail_tries == 1 else _WASTELAND


def _totals_to_jail(state: PropertyState) -> list[int]:
    """Returns the totals of two dice that would lead to jail in this turn."""
    spaces, at = state.edition.spaces, state.place[state.turn]
    ahead = ((total, spaces[(at + total) % len(spaces)]) for total in range(2, 13))
    return [total for total, space in ahead if space.kind == GO_TO_JAIL]
