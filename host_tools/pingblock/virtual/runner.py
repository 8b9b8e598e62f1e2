"""Plays a scenario on a virtual device, and returns everything that happened as events in order of
time.

Each event has ``at_ms`` (emulated ms since power-on), ``source`` (firmware, sound, servo, light,
link) and ``kind``. Sound events come from the audible sound, not from the firmware's reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pingblock.virtual.engines import check_sealed
from pingblock.virtual.heard import Feature, Onset
from pingblock.virtual.parts.battery import CHEMISTRIES, FRESH_PACK, PRESETS, Cell
from pingblock.virtual.parts.servo import ServoRow
from pingblock.virtual.scenario import LEVER, PRESSES, Action
from pingblock.virtual.serial_tap import Event
from pingblock.virtual.virtual_device import Bench

# Without a given end, a run ends when the speaker has been silent for QUIET_MS, or after
# LONGEST_MS.
SHORTEST_MS, QUIET_MS, LONGEST_MS, STEP_MS = 1000.0, 700.0, 10_000.0, 50.0
FORGET_MS = 60_000.0


def run(
    actions: Iterable[Action],
    bench: Bench,
    until_ms: float | None = None,
    keep_sound: bool = True,
    trusted: bool = False,
) -> list[Event]:
    """Plays ``actions`` on ``bench`` and returns all events, sorted by ``at_ms``.

    Args:
        actions: actions in order of time. Those after ``until_ms`` are skipped.
        bench: a new virtual device.
        until_ms: end of the run in emulated ms. None ends it when all actions are done and the
            sound has ended.
        keep_sound: False drops the recorded sound during the run, so that long runs need little
            memory.
        trusted: whether the caller wrote the actions, as a test does. Only trusted actions can run
            on the desk, because there a program typed at the device's prompt has the rights of
            this user.

    Raises:
        BadInput: the device's engine is the desk, and the actions are not trusted.
    """
    if not trusted:
        check_sealed(bench.engine.name, "a scenario")
        bench.limit(long=until_ms is not None)
    end_ms = 0.0
    for action in actions:
        if until_ms is not None and action.at_ms > until_ms:
            break
        _advance_to(bench, action.at_ms, keep_sound)
        do(action, bench)
        end_ms = max(end_ms, action.ends_ms)
    if until_ms is not None:
        _advance_to(bench, until_ms, keep_sound)
    else:
        _advance_to(bench, end_ms + SHORTEST_MS, keep_sound)
        while bench.now_ms < end_ms + LONGEST_MS and _sounds(bench):
            bench.advance(STEP_MS)
    return events(bench)


def _advance_to(bench: Bench, at_ms: float, keep_sound: bool) -> None:
    if not keep_sound:
        for minute in range(int(bench.now_ms // FORGET_MS) + 1, int(at_ms // FORGET_MS) + 1):
            bench.advance_to(minute * FORGET_MS)
            bench.forget_sound()
    bench.advance_to(at_ms)


def _sounds(bench: Bench) -> bool:
    return bench.now_ms - bench.parts.sound.last_us / 1000 < QUIET_MS


def do(action: Action, bench: Bench) -> None:
    """Performs an action at its own time, which must not be in the past."""
    if action.do in _DOING:
        _DOING[action.do](bench, action)
    elif action.do in (*PRESSES, *LEVER):
        getattr(bench, action.do)(action.at_ms, **action.options)
    else:
        getattr(bench, action.do)()


def _serial(bench: Bench, action: Action) -> None:
    if "base64" in action.options:
        bench.send(action.options["base64"])
        return
    line = action.options["line"]
    bench.send(line.encode() + b"\n" if action.options.get("raw") else line)


# The other actions have the names of methods.
_DOING: dict[str, Callable[[Bench, Action], None]] = {
    "battery": lambda bench, action: bench.set_battery(
        cells(action.options, len(bench.parts.battery.cells))
    ),
    "block_worms": lambda bench, action: bench.block_servo(
        action.options.get("from_deg", 0.0), action.options.get("to_deg", 180.0)
    ),
    "free_worms": lambda bench, action: bench.free_servo(),
    "serial": _serial,
}


def cells(options: dict[str, Any], count: int) -> list[Cell]:
    """Returns the cells of a ``battery`` action, or ``count`` equal cells if it has no list."""
    kind = CHEMISTRIES.get(options.get("chemistry", ""), FRESH_PACK[0])
    kind = PRESETS.get(options.get("preset", ""), kind)
    open_mv, ohm = options.get("cell_mv", kind.open_mv), options.get("ohm", kind.ohm)
    for value in (open_mv, ohm):
        count = len(value) if isinstance(value, list) else count
    pairs = zip(_each(open_mv, count), _each(ohm, count), strict=True)
    return [Cell(mv, ohms) for mv, ohms in pairs]


def _each(value: float | list[float], count: int) -> list[float]:
    return value if isinstance(value, list) else [value] * count


def events(bench: Bench) -> list[Event]:
    """Returns all events of ``bench`` until now, sorted by ``at_ms``."""
    found = [
        *bench.events(),
        *(_sound(feature) for feature in bench.heard().features),
        *(
            _event(at_us / 1000, "light", "colour", rgb=list(colour))
            for at_us, colour in bench.parts.light.changes
        ),
        *_servo(bench.servo()),
    ]
    return sorted(found, key=lambda event: float(event["at_ms"]))


def _event(at_ms: float, source: str, kind: str, **fields: object) -> Event:
    return {"at_ms": round(at_ms, 3), "source": source, "kind": kind, **fields}


def _sound(feature: Feature) -> Event:
    if isinstance(feature, Onset):
        hz, level_db = round(feature.hz, 1), round(feature.level_db, 1)
        return _event(feature.at_ms, "sound", "onset", hz=hz, level_db=level_db)
    return _event(feature.at_ms, "sound", "end")


def _servo(rows: list[ServoRow]) -> Iterator[Event]:
    """Yields changes of the pulse. The CSV file contains the angle at each moment."""
    last = 0.0
    for row in rows:
        if row.pulse_us != last:
            last = row.pulse_us
            deg = row.commanded_deg
            yield _event(row.time_ms, "servo", "pulse", pulse_us=last, commanded_deg=deg)
