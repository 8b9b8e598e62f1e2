"""Measures each device game on the chip: memory with the worms, and the time to choose it."""

from __future__ import annotations

from benchmarks.firmware_changes import Flashed
from benchmarks.schedule import PRESS_EVERY_MS
from benchmarks.subjects import OURS, Subject, no_traceback, open_chip
from pingblock.virtual.virtual_device import Bench

# The press games to measure, with their settings if those change what is loaded.
GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "dice": ("dice", {}),
    "dice of a celebration": ("dice", {"dice_rules": "celebration"}),
    "storm dice": ("storm_dice", {}),
    "fortune": ("fortune", {}),
    "fortune with skulls": ("fortune", {"fortune_press": "turn"}),
}
ROLL_EVERY_MS = 9 * PRESS_EVERY_MS  # time for twelve beeps and a pause
_STORED_MS = 4000  # By then, the settings are stored in the flash.


def _choose(bench: Bench, name: str) -> float:
    """Chooses a game. Returns how long the request took in ms."""
    game, settings = GAMES[name]
    start_ms = bench.now_ms
    answer = bench.request("game", name=game)
    took_ms = bench.now_ms - start_ms
    if answer.get("ok", {}).get("game") != game:
        raise RuntimeError(f"The device refused the game: {answer}")
    if settings and "ok" not in bench.request("settings", set=settings):
        raise RuntimeError(f"The device refused the settings: {settings}")
    return took_ms


def choose_ms(name: str, xip: bool) -> float:
    """Returns the time from the request for a game until it is ready for a press in ms."""
    with open_chip(Flashed(), xip) as bench:
        bench.advance_to(OURS.up_ms)
        took_ms = _choose(bench, name)
        bench.press()
        bench.advance(1000)
        no_traceback(bench)
        if len(bench.events("outcome")) != 1:
            raise RuntimeError(f"A press just after {name} was chosen did not count.")
        return took_ms


def ram_free_kb(name: str, xip: bool) -> float:
    """Returns the free memory after the next start, with the game and the worms loaded, in kB."""
    with open_chip(Flashed(), xip) as bench:
        bench.advance_to(OURS.up_ms)
        _choose(bench, name)
        bench.advance(_STORED_MS)
        bench.power_off()
        bench.power_on()
        bench.advance(OURS.up_ms)
        no_traceback(bench)
        if bench.events("hello")[-1]["game"] != GAMES[name][0]:
            raise RuntimeError(f"The game {name} was not stored.")
        return float(bench.request("status", memory=True)["ok"]["ram_free"]) / 1000


def _roll(bench: Bench) -> None:
    _choose(bench, "dice")


DICE = Subject("dice", OURS.device, OURS.up_ms, _roll, ROLL_EVERY_MS)
