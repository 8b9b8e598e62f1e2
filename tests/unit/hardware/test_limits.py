"""The limits of the simulations: all exist and none is looser, and each has a reason.

``limits.csv`` has the loosest allowed value of each limit. To loosen a limit, change both places.
"""

import csv
import io
from pathlib import Path

from tools.hardware import simulate, spread

ALLOWED = Path(__file__).with_name("limits.csv")


def limits():
    """Returns (case, measured) -> (least, most, reason), of cases and spreads."""
    found = {}
    for case in simulate.cases():
        for measured, (least, most, _, reason) in case["limits"].items():
            found[case["name"], measured] = (least, most, reason)
    for each in spread.spreads():
        least, most, _, reason = each["limits"]
        found["spread: " + each["case"], each["measured"]] = (least, most, reason)
    return found


def allowed(text):
    """Returns the same of the file's text, without reasons."""
    rows = csv.DictReader(io.StringIO(text))
    return {(r["case"], r["measured"]): (float(r["least"]), float(r["most"])) for r in rows}


def faults(now, before):
    """Yields limits that are gone, looser than allowed, or without a reason."""
    for key, (least, most) in before.items():
        if key not in now:
            yield f"{key} has no limit any more."
        elif now[key][0] < least or now[key][1] > most:
            yield f"{key} is looser than {least} to {most}."
    for key, (_, _, reason) in now.items():
        if not reason:
            yield f"{key} has no reason."
        if key not in before:
            yield f"{key} is not in limits.csv."


def test_no_limit_is_lost_or_loosened():
    before = allowed(ALLOWED.read_text(encoding="utf-8"))
    assert list(faults(limits(), before)) == []
    assert len(before) >= 92


def test_lost_loosened_or_unexplained_limit_is_found():
    before = allowed(ALLOWED.read_text(encoding="utf-8"))
    key = ("full sine", "speaker_mw")
    now = limits()
    least, most, reason = now[key]
    assert list(faults({**now, key: (least, 100 * most, reason)}, before)) == [
        f"{key} is looser than 70.0 to 100.0."
    ]
    assert list(faults({**now, key: (least, most, "")}, before)) == [f"{key} has no reason."]
    del now[key]
    assert list(faults(now, before)) == [f"{key} has no limit any more."]
