"""Scenario files: what a hand does to a Pingblock and when, one JSON object a line.

``{"at_ms": 1200, "do": "press", "for_ms": 60}``; blank lines and lines that begin with ``#`` are
skipped. Times are emulated ms from power-on, fractions allowed, never going back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pingblock.errors import BadInput
from pingblock.virtual.parts.battery import CHEMISTRIES, PRESETS
from pingblock.virtual.parts.button import PRESS_MS
from pingblock.virtual.scenario_values import (
    ScenarioError,
    a_base64,
    a_bool,
    a_bounce,
    a_line,
    one_of,
    one_or_more,
    range_of,
)

SCENARIO_BYTES_MOST = 100_000_000
MAX_AT_MS = 24 * 3600 * 1000.0

PRESSES = ("press", "check")
LEVER = ("pull_lever", "release_lever")

Check = Callable[[Any], Any]

_TIME = range_of(0, MAX_AT_MS, "ms")
_ANGLE = range_of(0, 180, "deg")
_PRESS: dict[str, Check] = {
    "for_ms": range_of(0.01, 600_000, "ms"),
    "bounce": a_bounce,
}
ACTIONS: dict[str, dict[str, Check]] = {
    "press": _PRESS,
    "check": _PRESS,
    "pull_lever": {"bounce": a_bounce},
    "release_lever": {"bounce": a_bounce},
    "battery": {
        "preset": one_of(PRESETS),
        "chemistry": one_of(CHEMISTRIES),
        "cell_mv": one_or_more(range_of(0, 2000, "mV")),
        "ohm": one_or_more(range_of(0, 1000, "ohm")),
    },
    "block_worms": {"from_deg": _ANGLE, "to_deg": _ANGLE},
    "free_worms": {},
    "serial": {"line": a_line, "raw": a_bool, "base64": a_base64},
    "unplug": {},
    "plug": {},
    "power_off": {},
    "power_on": {},
}


@dataclass(frozen=True)
class Action:
    """One checked line. Args: line: 1 up; at_ms: when; do: what; options: as in the file."""

    line: int
    at_ms: float
    do: str
    options: dict[str, Any]

    @property
    def stuck(self) -> bool:
        """True if the button never comes up again."""
        bounce = self.options.get("bounce")
        return bounce is not None and bounce.stuck

    @property
    def ends_ms(self) -> float:
        """When the finger leaves the button; ``at_ms`` for what is done at once."""
        if self.do not in PRESSES:
            return self.at_ms
        bounce = self.options.get("bounce")
        if bounce is not None and bounce.spike_us:
            return self.at_ms + float(bounce.spike_us) / 1000
        return self.at_ms + float(self.options.get("for_ms", PRESS_MS))


def parse(data: bytes) -> list[Action]:
    """Reads a scenario.

    Args:
        data: the file's content, UTF-8.

    Raises:
        BadInput: the message names the line and the reason.
    """
    actions: list[Action] = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            text = _text(raw)
            if text and not text.startswith("#"):
                actions.append(_after(actions, _action(number, text)))
        except ScenarioError as fault:
            raise BadInput(f"line {number}: {fault}") from None
    return actions


def _text(raw: bytes) -> str:
    try:
        return raw.decode().strip()
    except UnicodeDecodeError:
        raise ScenarioError("this is not UTF-8 text.") from None


def _action(number: int, text: str) -> Action:
    fields = _object(text)
    for name in ("at_ms", "do"):
        if name not in fields:
            raise ScenarioError(f"'{name}' is missing.")
    at_ms, do = _value("at_ms", _TIME, fields.pop("at_ms")), fields.pop("do")
    if not isinstance(do, str) or do not in ACTIONS:
        raise ScenarioError(f"'do' is {json.dumps(do)}; it can be {', '.join(ACTIONS)}.")
    options = {name: _option(do, name, value) for name, value in fields.items()}
    if do == "serial" and "base64" not in options and "line" not in options:
        raise ScenarioError("'line' is missing.")
    if do == "battery":
        _check_battery(options)
    if do == "block_worms" and options.get("from_deg", 0) > options.get("to_deg", 180):
        raise ScenarioError("'from_deg' is above 'to_deg'.")
    return Action(number, at_ms, do, options)


def _option(do: str, name: str, value: Any) -> Any:
    allowed = ACTIONS[do]
    if name not in allowed:
        known = ", ".join(["at_ms", "do", *allowed])
        raise ScenarioError(f"'{name}' is not known for '{do}'; known are {known}.")
    return _value(name, allowed[name], value)


def _value(name: str, check: Check, value: Any) -> Any:
    try:
        return check(value)
    except ScenarioError as fault:
        raise ScenarioError(f"'{name}' {fault}") from None


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, object_pairs_hook=_no_twins)
    except json.JSONDecodeError as wrong:
        raise ScenarioError(f"this is no JSON: {wrong.msg} at column {wrong.colno}.") from None
    except RecursionError:
        raise ScenarioError("this is no JSON: nested too deep.") from None
    except ScenarioError:
        raise
    except ValueError:  # of Python's own: it converts up to 4300 digits
        raise ScenarioError("a number has too many digits.") from None
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as wrong:
        lone = ascii(wrong.object[wrong.start])[1:-1]
        raise ScenarioError(f"{lone} is half of a character, a lone surrogate.") from None
    if not isinstance(value, dict):
        raise ScenarioError('a line is an object, such as {"at_ms": 1200, "do": "press"}.')
    return value


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ScenarioError(f"'{name}' is there twice.")
    return dict(pairs)


def _check_battery(options: dict[str, Any]) -> None:
    if not options:
        raise ScenarioError("a battery needs 'preset', 'chemistry', 'cell_mv' or 'ohm'.")
    if "preset" in options and "chemistry" in options:
        raise ScenarioError("'preset' and 'chemistry' both say what cells: give one.")
    counts = {len(value) for value in options.values() if isinstance(value, list)}
    if len(counts) > 1:
        raise ScenarioError("'cell_mv' and 'ohm' list different numbers of cells.")


def _after(before: list[Action], action: Action) -> Action:
    """Returns ``action`` if it can follow what is ``before`` it."""
    if before and action.at_ms < before[-1].at_ms:
        last = before[-1]
        raise ScenarioError(f"at_ms {action.at_ms:g} is before line {last.line}'s {last.at_ms:g}.")
    if action.do in PRESSES:
        earlier = next((other for other in reversed(before) if other.do == action.do), None)
        if earlier and (earlier.stuck or earlier.ends_ms > action.at_ms):
            raise ScenarioError(f"the button is still held by line {earlier.line}.")
    if action.do in LEVER:
        last_move = next((other for other in reversed(before) if other.do in LEVER), None)
        pulled = last_move is not None and last_move.do == "pull_lever"
        if last_move and pulled and action.do == "pull_lever":
            raise ScenarioError(f"the lever is still pulled by line {last_move.line}.")
        if not pulled and action.do == "release_lever":
            raise ScenarioError("the lever is not pulled.")
    return action
