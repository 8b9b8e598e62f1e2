"""Moves the buttons, lever and cable of a virtual device, and reports actions for a recording."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pingblock.serve_page.page_tap import Tell
from pingblock.virtual.parts.battery import Cell
from pingblock.virtual.parts.button import PRESS_MS, SHORTEST_MS, ButtonModel
from pingblock.virtual.runner import do
from pingblock.virtual.scenario import LEVER, PRESSES, Action
from pingblock.virtual.virtual_device import Bench

BUTTONS = {"block": "press", "check": "check"}  # name of a movable part -> action in a scenario
HANDS = (*BUTTONS, "lever")


class Hands:
    """All actions on a virtual device. Call these methods between two steps of the device.

    Args:
        bench: the virtual device.
        seed: seed for the random behaviour of its parts.
        script: actions in order, which this object performs at their times.
        tell: called with each movement, and with each action in the form of a scenario. A press is
            sent twice: at its beginning, and at its end with ``for_ms``.
    """

    def __init__(self, bench: Bench, seed: int, script: Sequence[Action], tell: Tell) -> None:
        self._bench = bench
        self._tell = tell
        self._script = list(script)
        gpio = bench.parts.gpio
        # Each button has its own random source, so that it bounces alike on every engine.
        self._fingers = {
            name: ButtonModel(bench.engine, gpio[f"{name}_button"], Random(f"{name} {seed}"))
            for name in BUTTONS
        }
        self._down_ms: dict[str, float] = {}
        self._pulled = False

    @property
    def next_ms(self) -> float:
        """Emulated time of the next action of the script, or infinity at its end."""
        return self._script[0].at_ms if self._script else float("inf")

    def go_on(self) -> None:
        """Performs the actions of the script whose time has come."""
        while self.next_ms <= self._bench.now_ms:
            action = self._script.pop(0)
            if action.do in PRESSES:
                name = next(hand for hand, done in BUTTONS.items() if done == action.do)
                for_ms = float(action.options.get("for_ms", PRESS_MS))
                if self._fingers[name].tap(for_ms):
                    self._moved(name, True)
                    self._moved(name, False, for_ms)
            else:
                do(action, self._bench)
                if action.do in LEVER:
                    self._pulled = action.do == LEVER[0]
            self._did(action.at_ms, action.do, **action.options)

    def take_over(self) -> None:
        """Drops the rest of the script, because a person acts now."""
        self._script.clear()

    def move(self, name: str, down: bool, by: str) -> None:
        """Moves one of ``HANDS`` now: presses or releases a button, pulls or releases the lever.

        Args:
            by: the page that moves it.
        """
        now_ms = self._bench.now_ms
        if name == "lever":
            if down == self._pulled:  # Another page has done it already.
                return
            self._pulled = down
            (self._bench.pull_lever if down else self._bench.release_lever)()
            self._did(now_ms, "pull_lever" if down else "release_lever")
        elif down:
            if not self._fingers[name].down():
                return
            self._down_ms[name] = now_ms
            self._did(now_ms, BUTTONS[name])  # The length of the press is sent at its end.
        elif name in self._down_ms:
            self._fingers[name].up()
            since_ms = self._down_ms.pop(name)
            self._did(since_ms, BUTTONS[name], for_ms=max(now_ms - since_ms, SHORTEST_MS))
        self._moved(name, down, by=by)

    def fit(self, cell: Cell, count: int) -> None:
        """Replaces the cells with ``count`` equal cells."""
        self._bench.set_battery([cell] * count)
        cells = {"cell_mv": [cell.open_mv] * count, "ohm": [cell.ohm] * count}
        self._did(self._bench.now_ms, "battery", **cells)

    def plug(self, on: bool) -> None:
        """Plugs the cable in, or unplugs it."""
        if on != self._bench.parts.battery.plugged:
            (self._bench.plug if on else self._bench.unplug)()
            self._did(self._bench.now_ms, "plug" if on else "unplug")

    def send(self, data: bytes) -> None:
        """Sends bytes over the serial link. Whole lines are added to the recording."""
        self._bench.engine.send(self._bench.engine.now_us, data)
        for line in data.decode(errors="replace").splitlines():
            self._did(self._bench.now_ms, "serial", line=line, raw=True)

    def _moved(self, name: str, down: bool, after_ms: float = 0.0, by: str = "") -> None:
        at_ms = self._bench.now_ms + after_ms
        self._tell({"kind": "hand", "atMs": at_ms, "name": name, "down": down, "by": by})

    def _did(self, at_ms: float, what: str, **options: object) -> None:
        self._tell({"kind": "did", "action": {"at_ms": at_ms, "do": what, **options}})
