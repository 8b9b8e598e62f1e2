"""A whole game of bots at a table with the dice of a virtual device."""

from pathlib import Path
from typing import Any

from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.connection.device import Device
from pingblock.connection.session import Message
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.device_seat import DeviceSeat
from pingblock.tables.games import device_of, game_of
from pingblock.tables.loan import Loan
from pingblock.tables.property.state import PropertyState
from pingblock.tables.storm.state import ROLL_OFF, StormState
from pingblock.tables.table import Table, open_table
from pingblock.virtual.bench_port import open_bench_with_port
from pingblock.virtual.virtual_device import Bench

NAMES = ["Ann", "Ben", "Cleo"]
QUIET_MS = 6000  # By then, the longest roll or outcome is over.
# Game -> the draws that a device makes. The referee makes the others.
ROLLED = {"celebration": ("dice", "outcome"), "fortune": ("card",), "storm": ("dice",)}


def played(name: str, log: Path, seed: int, **options: Any) -> tuple[Table[Any], int]:
    """Plays a game to its end through a device on the desk. Returns it and the number of rolls."""
    if name == "celebration":
        options["board"] = filled_board()
    table = Table(game_of(name), options, NAMES, seed)
    table.save_to(log)
    bench, port = open_bench_with_port("desk", seed)
    taken, whims = 0, SeededChance(seed, BOTS)
    with bench, Device(port, clock=port.clock) as device:
        seat = DeviceSeat(table)
        Loan().begin(device, table)
        bench.advance(QUIET_MS)
        while not table.state.result:
            due = table.next_draw()
            if due is None:
                player = table.game.to_act(table.state)[0]
                seat.do(decide(table.game, "plain", table.state, player, whims))
            elif due.do in ROLLED.get(name, ("dice",)):
                _roll(bench, device, seat, table, due.do)
                taken += 1
            else:
                seat.do(due)
    return table, taken


def _roll(bench: Bench, device: Device, seat: DeviceSeat, table: Table[Any], due: str) -> None:
    """Presses the button, which draws the outcome that is due, and takes the event."""
    seat.announce(device)
    bench.press()
    while True:
        event = device.wait_for("outcome")
        step = device_of(table.game).step(table.game, table.state, event)
        if step and step.do in ROLLED.get(table.game.name, ("dice",)):
            before = table.state
            assert step.do == due, "the press must give the outcome that the table waits for"
            taken = seat.take(event)
            assert taken is not None
            # FN-07, FN-29: the number counts without the action
            if isinstance(before, StormState):
                alone = before.phase == ROLL_OFF or "jail_rolled" in {
                    each.kind for each in taken[1]
                }
                assert (event["action"] == "none") == alone, (event, taken)
            if step.do == "dice" and isinstance(before, PropertyState):
                tried = before.jail[before.turn] >= 0 and not before.todo
                trial = device.wait_for("outcome") if tried else {}
                judge(before, event, trial, {each.kind for each in taken[1]})
            bench.advance(QUIET_MS)
            return


def judge(state: PropertyState, roll: Message, trial: Message, kinds: set[str]) -> None:
    """Fails if the device's verdict on a roll is not the table's.

    Rules: SM-16, SM-17, ST-15, STX-03, FO-09, FO-21.
    """
    dice, rules = roll["dice"], state.edition.rules.bonus_roll
    third = "rolled_too_well" in kinds
    earns = len(set(dice)) < len(dice) or (sum(dice) == 11 and rules == "doubles_or_eleven")
    bonus = earns and not (third or trial or state.todo or "jailed" in kinds)
    assert (roll["bonus"], roll.get("jail", False)) == (bonus, third), (roll, kinds)
    if trial:
        free, stay = "jail_left" in kinds, "jail_stayed" in kinds
        assert trial["outcome"] == "jail_try"
        assert trial["result"] == ("free" if free else "stay" if stay else "pay"), (trial, kinds)


def replayed(log: Path) -> Any:
    """Returns the state to which a log leads."""
    table, dropped = open_table(log, game_of, resume=False)
    assert dropped == ""
    return table.state
