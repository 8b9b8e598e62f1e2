"""A device in a game of ``storm``: its two dice, its Storm cards and its sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pingblock.tables.calls import JAIL, PAY, WINNER, seat_of
from pingblock.tables.command import Command, command
from pingblock.tables.device_side import DeviceSide
from pingblock.tables.game import TableGame
from pingblock.tables.storm.state import ACTIONS, DROP_IN, ROLL_OFF, StormState
from pingblock.tables.storm.turns import closed, in_jail
from pingware.games.storm_dice.options import JAIL as JAIL_TRY
from pingware.games.storm_dice.options import NUMBER, ROLL, SPACE_LAST
from pingware.games.storm_dice.rules import ACTIONS as DEVICE_ACTIONS

_DO = "storm_dice"  # name of the request
# face of the action die in the rules -> name of the face on the device
FACES = {"bandages": "heal", "crosshair": "shot", "brick": "hammer", "bomb": "dance"}
_OWN = {device: own for own, device in FACES.items()}


class StormDevice(DeviceSide[StormState]):
    """The device's part in ``storm``."""

    calls: ClassVar = {"hp_lost": PAY, "jailed": JAIL, "won": WINNER}
    gives: ClassVar = ("dice", "storm")
    new_game: ClassVar = {"do": _DO, "act": "new_game"}  # puts all Storm cards back into the deck

    def settings(self, options: Mapping[str, Any], state: StormState) -> dict[str, object]:
        """Returns the faces of the action die, and the spaces of the Storm cards if they are
        known.

        If the deck has a card twice, or a space that is too far away, the device gets no cards.
        """
        table_faces = dict(zip(ACTIONS, options["faces"], strict=True))
        faces = {FACES[name]: count for name, count in table_faces.items()}
        found: dict[str, object] = {"action_weights": [faces[name] for name in DEVICE_ACTIONS]}
        if cards := state.board.storm_cards:
            spaces = [at + 1 for at in cards]  # The device counts spaces from 1, which is GO.
            fits = len(set(spaces)) == len(spaces) and max(spaces) <= SPACE_LAST
            found["storm_spaces"] = spaces if fits else []
        return found

    def outcome(
        self, game: TableGame[StormState], state: StormState, event: Mapping[str, object]
    ) -> Command | None:
        """See ``DeviceSide.outcome``."""
        if event.get("outcome") in ("roll", "jail_try"):
            return _dice(game, state, event)
        space, last = event.get("space"), len(state.board.spaces)
        if event.get("outcome") == "storm" and type(space) is int and 1 <= space <= last:
            return command("storm", space=space - 1)
        return None

    def next_roll(self, state: StormState) -> dict[str, object] | None:
        """Returns the purpose of the next roll: drop-in, jail or turn (FN-07, FN-29).

        The next roll closes a turn that can end. In that case, the roll belongs to the next
        player.
        """
        if state.phase == ROLL_OFF:
            return {"do": _DO, "next": NUMBER}
        state = closed(state)
        if state.phase == DROP_IN or state.due or state.result:
            return None
        if not in_jail(state):
            return {"do": _DO, "next": ROLL}
        tries = state.jail[state.turn]
        last = tries + 1 >= state.rules.jail_tries
        own = {"player": state.turn + 1, "tries": tries, "last": last}
        return {"do": _DO, "next": JAIL_TRY, **own}

    def roller(self, state: StormState) -> int | None:
        """See ``DeviceSide.roller``."""
        return seat_of(closed(state))


def _dice(
    game: TableGame[StormState], state: StormState, event: Mapping[str, object]
) -> Command | None:
    """Returns the dice. In jail and for the drop-in, only the numbered die counts."""
    dice = event.get("dice")
    if type(dice) is not list or not dice:
        return None
    alone = command("dice", number=dice[0])
    action = _OWN.get(str(event.get("action")))
    if action is None or game.why_not(state, alone) is None:
        return alone
    return command("dice", number=dice[0], action=action)
