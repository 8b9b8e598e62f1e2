"""A whole game at a table whose dice are a virtual device's, played by bots."""

from pathlib import Path
from typing import Any

from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.device import Device
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.device_events import step_of
from pingblock.tables.device_link import DeviceSeat, prepare
from pingblock.tables.games import game_of
from pingblock.tables.table import Table, open_table
from pingblock.virtual.bench import Bench
from pingblock.virtual.bench_port import device_at, open_bench_with_port

NAMES = ["Ann", "Ben", "Cleo"]
QUIET_MS = 6000  # by then the longest roll or outcome has been told
# What a device rolls or draws, by table; the table draws the others itself.
ROLLED = {"celebration": ("dice", "outcome"), "fortune": ("card",), "storm": ("dice",)}


def played(name: str, log: Path, seed: int, **options: Any) -> tuple[Table[Any], int]:
    """Plays a game to its end through a device on the desk; returns it, and the rolls taken."""
    if name == "celebration":
        options["board"] = filled_board()
    table = Table(game_of(name), options, NAMES, seed)
    table.save_to(log)
    bench, port = open_bench_with_port("desk", seed)
    taken, whims = 0, SeededChance(seed, BOTS)
    with bench, device_at(port) as device:
        seat = DeviceSeat(table)
        prepare(device, name)
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


def _roll(bench: Bench, device: Device, seat: DeviceSeat, table: Table[Any], do: str) -> None:
    """Presses the button that gives what is due, and takes the event."""
    press = bench.check if do == "outcome" else bench.press
    press()
    while True:
        event = device.wait_for("outcome")
        step = step_of(table.game, table.state, event)
        if step and step.do == do:
            seat.take(event)
            bench.advance(QUIET_MS)
            return


def replayed(log: Path) -> Any:
    """Returns the state to which a log leads."""
    table, dropped = open_table(log, game_of, resume=False)
    assert dropped == ""
    return table.state
