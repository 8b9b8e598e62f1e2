"""Scenario files: actions of a person on a Pingblock with their times, a JSON object on each line.

An example is ``{"at_ms": 1200, "do": "press", "for_ms": 60}``. Blank lines and lines that begin
with ``#`` are skipped. Times are emulated ms from power-on. They can be fractions, and must not
decrease.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pingblock.common.checked import checked, number
from pingblock.common.session_limits import (
    ACTIONS_MOST,
    CELL_MV_MOST,
    CELL_OHM_MOST,
    CELLS_MOST,
    MS_MOST,
    PRESS_MS_MOST,
    TEXT_BYTES_MOST,
)
from pingblock.errors import BadInput
from pingblock.virtual.parts.battery import CHEMISTRIES, PRESETS
from pingblock.virtual.parts.button import PRESS_MS
from pingblock.virtual.parts.contact import CLEAN, DEFAULT, Bounce
from pingware.shared.schema import (
    Rule,
    either,
    list_of,
    object_of,
    one_of,
    such_that,
    switch,
    text,
    whole,
    worded,
)

_NAME_SHOWN = 40  # characters of a wrong field's name in an error

PRESSES = ("press", "check")
LEVER = ("pull_lever", "release_lever")


def _is_base64(value: str) -> bool:
    try:
        b64decode(value, validate=True)
    except ValueError:
        return False
    return True


def _of_each_cell(rule: Rule) -> Rule:
    return either(rule, list_of(rule, CELLS_MOST, 1))


_CHATTER_MS, _ANGLE = number(0, 100, "ms"), number(0, 180, "deg")
_TEXT = text(TEXT_BYTES_MOST)
_BOUNCE: dict[str, Rule] = {
    "bounce_ms": _CHATTER_MS,
    "edges": whole(0, 100),
    "spike_us": number(0, 10_000, "us"),
    "stuck": switch,
}
_IN_FULL = worded(object_of(None, len(_BOUNCE)), f"an object of {', '.join(_BOUNCE)}")
_CONTACT = {"bounce": either(switch, _CHATTER_MS, _IN_FULL)}
_PRESS = {"for_ms": number(0.01, PRESS_MS_MOST, "ms"), **_CONTACT}
ACTIONS: dict[str, dict[str, Rule]] = {
    "press": _PRESS,
    "check": _PRESS,
    "pull_lever": _CONTACT,
    "release_lever": _CONTACT,
    "battery": {
        "preset": one_of(*PRESETS),
        "chemistry": one_of(*CHEMISTRIES),
        "cell_mv": _of_each_cell(number(0, CELL_MV_MOST, "mV")),
        "ohm": _of_each_cell(number(0, CELL_OHM_MOST, "ohm")),
    },
    "block_worms": {"from_deg": _ANGLE, "to_deg": _ANGLE},
    "free_worms": {},
    "serial": {
        "line": worded(either(_TEXT, object_of(None, TEXT_BYTES_MOST)), "a text or an object"),
        "raw": switch,
        "base64": such_that(_TEXT, _is_base64, "bytes in base64"),
    },
    "unplug": {},
    "plug": {},
    "power_off": {},
    "power_on": {},
}
_OF_ALL: dict[str, Rule] = {"at_ms": number(0, MS_MOST, "ms"), "do": one_of(*ACTIONS)}


@dataclass(frozen=True)
class Action:
    """A checked line of a scenario.

    Args:
        line: number of the line, from 1.
        at_ms: time of the action.
        do: kind of the action.
        options: fields of the action, as in the file.
    """

    line: int
    at_ms: float
    do: str
    options: dict[str, Any]

    @property
    def stuck(self) -> bool:
        """True if the button stays down forever."""
        bounce = self.options.get("bounce")
        return bounce is not None and bounce.stuck

    @property
    def ends_ms(self) -> float:
        """The time at which the finger leaves the button, or ``at_ms`` for an immediate action."""
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
    if len(data) > TEXT_BYTES_MOST:
        raise BadInput(f"line 1: a scenario has at most {TEXT_BYTES_MOST} bytes.")
    actions: list[Action] = []
    for line, raw in enumerate(BytesIO(data.removeprefix(b"\xef\xbb\xbf")), 1):
        try:
            written = _text(raw)
            if written and not written.startswith("#"):
                if len(actions) == ACTIONS_MOST:
                    raise BadInput(f"a scenario has at most {ACTIONS_MOST} actions.")
                actions.append(_after(actions, _action(line, written)))
        except BadInput as fault:
            raise BadInput(f"line {line}: {fault}") from None
    return actions


def _text(raw: bytes) -> str:
    try:
        return raw.decode().strip()
    except UnicodeDecodeError:
        raise BadInput("this is not UTF-8 text. Save it as UTF-8.") from None


def _action(line: int, written: str) -> Action:
    fields = _object(written)
    for name, rule in _OF_ALL.items():
        if name not in fields:
            raise BadInput(f"'{name}' is missing.")
        checked(name, rule, fields[name])
    do = fields["do"]
    _check(do, {**_OF_ALL, **ACTIONS[do]}, fields)
    options = {
        name: _READ[name](value) if name in _READ else value
        for name, value in fields.items()
        if name not in _OF_ALL
    }
    if do == "serial" and "base64" not in options and "line" not in options:
        raise BadInput("'line' is missing.")
    if do == "battery":
        _check_battery(options)
    if do == "block_worms" and options.get("from_deg", 0) > options.get("to_deg", 180):
        raise BadInput("'from_deg' is above 'to_deg'.")
    return Action(line, float(fields["at_ms"]), do, options)


def _check(of: str, rules: Mapping[str, Rule], fields: Mapping[str, Any]) -> None:
    """Raises BadInput unless each field is known and valid."""
    for name, value in fields.items():
        if name not in rules:
            wrong = name[:_NAME_SHOWN]
            raise BadInput(f"'{wrong}' is not known for '{of}'. Use {', '.join(rules)}.")
        checked(name, rules[name], value)


def _bounce(value: object) -> Bounce:
    if isinstance(value, bool):
        return DEFAULT if value else CLEAN
    fields = value if isinstance(value, dict) else {"bounce_ms": value}
    _check("bounce", _BOUNCE, fields)
    return Bounce(**fields)


def _line(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


_READ: dict[str, Callable[[Any], Any]] = {"bounce": _bounce, "line": _line, "base64": b64decode}


def _object(written: str) -> dict[str, Any]:
    try:
        value = json.loads(written, object_pairs_hook=_no_twins)
    except json.JSONDecodeError as wrong:
        raise BadInput(f"this is not JSON: {wrong.msg} at column {wrong.colno}.") from None
    except RecursionError:
        raise BadInput("this is not JSON: nested too deep.") from None
    except ValueError:  # Python itself raises this for a number of more than 4300 digits.
        raise BadInput("a number has too many digits.") from None
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as wrong:
        lone = ascii(wrong.object[wrong.start])[1:-1]
        raise BadInput(f"{lone} is half of a character (a lone surrogate).") from None
    if not isinstance(value, dict):
        raise BadInput('a line must be an object, such as {"at_ms": 1200, "do": "press"}.')
    return value


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(name, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise BadInput(f"'{name[:_NAME_SHOWN]}' is given twice: leave one out.")
    return found


def _check_battery(options: dict[str, Any]) -> None:
    if not options:
        raise BadInput("a battery needs 'preset', 'chemistry', 'cell_mv' or 'ohm'.")
    if "preset" in options and "chemistry" in options:
        raise BadInput("'preset' and 'chemistry' cannot be used together: leave one out.")
    counts = {len(value) for value in options.values() if isinstance(value, list)}
    if len(counts) > 1:
        raise BadInput("'cell_mv' and 'ohm' list different numbers of cells.")


def _after(before: list[Action], action: Action) -> Action:
    """Returns ``action`` if it can follow the actions ``before`` it."""
    if before and action.at_ms < before[-1].at_ms:
        last = before[-1]
        raise BadInput(f"at_ms {action.at_ms:g} is before line {last.line}'s {last.at_ms:g}.")
    if action.do in PRESSES:
        earlier = next((other for other in reversed(before) if other.do == action.do), None)
        if earlier and (earlier.stuck or earlier.ends_ms > action.at_ms):
            raise BadInput(f"the button is still held by line {earlier.line}.")
    if action.do in LEVER:
        last_move = next((other for other in reversed(before) if other.do in LEVER), None)
        pulled = last_move is not None and last_move.do == "pull_lever"
        if last_move and pulled and action.do == "pull_lever":
            raise BadInput(f"the lever is still pulled by line {last_move.line}.")
        if not pulled and action.do == "release_lever":
            raise BadInput("the lever is not pulled.")
    return action
