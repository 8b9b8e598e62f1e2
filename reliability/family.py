"""Days of a family with a device on the emulated chip: presses, cable, programs, nights. At the
end the device is checked.

The timer can start at any value, so that both of its wraps happen during play: 2^32 us, and 2^30
ms, at which MicroPython's ``ticks_ms`` restarts at 0 (after 12.4 days).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from random import Random

from benchmarks.firmware_changes import Flashed

from pingblock.virtual import report_tap
from pingblock.virtual.chip.corrections import Chip
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.contact import Bounce
from pingblock.virtual.virtual_device import Bench

WRAP_US = 2**32  # wrap of the timer's lower word
WRAP_TICKS_US = 2**30 * 1000  # wrap of ticks_ms, which is also the 250th wrap of the lower word
_READY_MS = 1500.0
_QUIET_MS = 9000.0  # time after a press until all sounds are over and the next press counts
_MINUTE_MS = 60_000.0
_ASKED = ("status", "hello", "settings", "worms", "help", "log", "sounds", "battery")
_ON_CELLS_MINUTES = (0.5, 5)


@dataclass
class Played:
    """Totals of a session.

    Args:
        hours: emulated hours.
        presses: number of presses that had to count.
        draws: number of draws that the device reported.
        runs: number of wiggles of the worms.
        requests: number of requests that were answered.
        underruns, faults, resets: numbers since power-on, which counts as a reset.
        wraps: number of wraps of the timer, one of them at the chosen moment.
        ram_first, ram_last: free memory after a garbage collection, soon after the start and at
            the end.
    """

    hours: float = 0.0
    presses: int = 0
    draws: int = 0
    runs: int = 0
    requests: int = 0
    underruns: int = 0
    faults: int = 0
    resets: int = 0
    wraps: int = 0
    ram_first: int = 0
    ram_last: int = 0

    def wrong(self, ram_bytes: int) -> list[str]:
        """Returns the values that are wrong. Free memory may have decreased by ``ram_bytes``."""
        found = []
        if self.presses != self.draws:
            found.append(f"{self.presses} presses and {self.draws} draws")
        if self.underruns or self.faults or self.resets != 1:
            found.append(f"{self.underruns} underruns, {self.faults} faults, {self.resets} starts")
        if self.ram_first - self.ram_last > ram_bytes:
            found.append(f"free memory fell from {self.ram_first} to {self.ram_last} bytes")
        return found

    def numbers(self) -> dict[str, object]:
        """Returns all figures by name."""
        return asdict(self)


@cache
def _flash() -> bytes:
    """Returns the flash of the download, whose events are copied by the tap."""
    return Flashed(report_tap.files(compiled=True)).flash()


def open_at(wraps_in_ms: float, wrap_us: int = WRAP_TICKS_US) -> Bench:
    """Opens a virtual device whose timer wraps this long after power-on."""
    bench = Bench(lambda sink: ChipEngine(sink, flash=_flash()))
    bench.engine.advance(0.0)
    _timer(bench)._epoch_nanos -= wrap_us * 1000 - wraps_in_ms * 1e6
    bench.advance_to(_READY_MS)
    return bench


def _timer(bench: Bench) -> Chip:
    engine = bench.engine
    assert isinstance(engine, ChipEngine)
    return engine.silicon.mcu.timer


class Family:
    """The people and programs that use a device.

    Args:
        bench: the device from ``open_at``.
        seed: seed for what happens, and when.
    """

    def __init__(self, bench: Bench, seed: int) -> None:
        self.bench = bench
        self._wrap_us = WRAP_US * (1 + int(_timer(bench)._micros() // WRAP_US))
        self.played = Played()
        self._chance = Random(seed)
        self._deeds: list[tuple[int, Callable[[], None]]] = [
            (12, self._press),
            (3, self._pull),
            (2, self._ask),
            (1, self._set),
            (1, self._check),
            (1, self._junk),
            (1, self._cells),
        ]

    def play(self, minutes: float, every_s: tuple[float, float]) -> None:
        """Lets a person or a program act every few seconds."""
        until_ms = self.bench.now_ms + minutes * _MINUTE_MS
        while self.bench.now_ms < until_ms:
            weights, deeds = zip(*self._deeds, strict=True)
            self._chance.choices(deeds, weights)[0]()
            self.bench.advance(self._chance.uniform(*every_s) * 1000)
            self._forget()

    def begin(self) -> None:
        """Does everything once to load each part, and measures the free memory."""
        for _weight, deed in self._deeds:
            deed()
        for name in _ASKED:
            self._request(name)
        self.played.ram_first = int(str(self._request("status", memory=True)["ram_free"]))

    def sleep_until(self, at_ms: float) -> None:
        """Lets time pass without people."""
        while at_ms - self.bench.now_ms > _MINUTE_MS:
            self.bench.advance(_MINUTE_MS)
        self.bench.advance_to(at_ms)
        self._forget()

    def press_at(self, at_ms: float) -> None:
        """Presses at a chosen time."""
        self.sleep_until(at_ms)
        self._press()

    def sum_up(self) -> Played:
        """Returns the totals until now."""
        status = self._request("status", memory=True)
        self._forget()
        played = self.played
        played.wraps = int(_timer(self.bench)._micros() // self._wrap_us)
        played.hours = self.bench.now_ms / 3_600_000
        played.draws = int(status["draws"])
        played.underruns = int(status["underruns"])
        played.faults = sum(status["faults"].values())
        played.ram_last = int(status["ram_free"])
        return played

    # actions of people and programs

    def _press(self) -> None:
        bounce = Bounce(self._chance.uniform(0, 5), self._chance.randrange(12))
        self.bench.press(for_ms=self._chance.uniform(25, 400), bounce=bounce)
        self.played.presses += 1
        self.bench.advance(_QUIET_MS)

    def _pull(self) -> None:
        self.bench.pull_lever()
        self.bench.advance(self._chance.uniform(250, 2000))
        self.bench.release_lever()
        self.played.runs += 1
        for _ in range(self._chance.randrange(4)):
            self._press()
        self.bench.advance(65_000)  # the longest wiggle ends within this time

    def _ask(self) -> None:
        self._request(self._chance.choice(_ASKED))

    def _set(self) -> None:
        level = self._chance.randint(0, 10)
        self._request("volume", level=level)
        self._request("profile", name=self._chance.choice(("manual", "junior")))

    def _check(self) -> None:
        self.bench.check(for_ms=self._chance.uniform(40, 400))
        self.bench.advance(_QUIET_MS)

    def _junk(self) -> None:
        size = self._chance.randrange(200)
        self.bench.send(self._chance.randbytes(size).replace(b"\x03", b"x") + b"\n")
        self.bench.advance(200)

    def _cells(self) -> None:
        """Unplugs the cable for a while: the device naps on its cells, and a press wakes it."""
        self.bench.unplug()
        self.bench.advance(self._chance.uniform(*_ON_CELLS_MINUTES) * _MINUTE_MS)
        self._press()
        self.bench.plug()
        self.bench.advance(3000)

    def _request(self, do: str, **fields: object) -> dict[str, object]:
        answer = self.bench.request(do, **fields)
        self.played.requests += 1
        return answer["ok"]

    def _forget(self) -> None:
        """Counts resets, and drops records of the parts, which would fill the memory over days."""
        bench = self.bench
        self.played.resets += len(bench.events("reset"))
        bench.parts.forget(bench.engine.now_us)


def half_an_hour(seed: int, wrap_us: int) -> Played:
    """Plays for half an hour, with a press just before the timer wraps and one just after."""
    wraps_ms = 26 * _MINUTE_MS
    with open_at(wraps_ms, wrap_us) as bench:
        family = Family(bench, seed)
        family.begin()
        family.press_at(wraps_ms - _QUIET_MS - 3)
        family.press_at(wraps_ms - 2)
        family.play(2, (1, 20))
        family.sleep_until(30 * _MINUTE_MS)
        return family.sum_up()


def days(seed: int, hours: float) -> Played:
    """Plays for these hours, with a family's evenings and nights and a wrap of the timer."""
    chance = Random(seed)
    with open_at(chance.uniform(0.1, 0.9) * hours * 3_600_000) as bench:
        family = Family(bench, seed)
        family.begin()
        while bench.now_ms < hours * 3_600_000:
            family.play(chance.uniform(3, 20), (1, 60))
            family.sleep_until(bench.now_ms + chance.uniform(20, 120) * _MINUTE_MS)
        return family.sum_up()
