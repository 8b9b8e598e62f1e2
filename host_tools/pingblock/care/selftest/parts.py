"""Tests of a device's parts, a function for each.

Each function returns its result, and stops everything that it has started.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Protocol

from pingblock.care.selftest.report import FAIL, PASS, SKIPPED, PartResult
from pingblock.connection.answers import is_muted
from pingblock.connection.device import Device
from pingblock.connection.session import Message
from pingblock.errors import NoAnswer, Refused

COLOURS = ("red", "green", "blue")
SWEEP_S = 2.6
LOOK_S = 0.3
QUIET_S = 20.0  # longer than the longest sound
BOB_S = 3.0
# Limits and likely mistakes, from the simulated circuit (`python -m tools.hardware`).
_TABLE: Any = json.loads(resources.files(__package__).joinpath("mistakes.json").read_text("utf-8"))
USB_LEAST_MV, USB_MOST_MV = _TABLE["usb_mv"]
LIKELY: Mapping[str, list[str]] = _TABLE["likely"]
_NAMED = 4  # maximum mistakes that a note lists


class Ended(KeyboardInterrupt):
    """Ends the self-test within a part that already has a result.

    Args:
        found: the result so far.
    """

    def __init__(self, found: PartResult) -> None:
        super().__init__()
        self.found = found


class Guide(Protocol):
    """Communicates with the person who builds the device."""

    def say(self, text: str) -> None:
        """Shows a sentence to the person."""

    def ask(self, part: str, question: str) -> bool:
        """Returns whether the answer is yes."""


Part = Callable[[Device, Guide, float], PartResult]


def inputs(device: Device, guide: Guide, _wait_s: float) -> PartResult:
    """Checks that no input reads as pressed while the device is not touched."""
    found = device.request("selftest")["inputs"]
    down = [name for name in sorted(found) if found[name]]
    if not down:
        return PartResult("inputs", PASS, "device")
    note = f"{' and '.join(down)} look pressed though nobody touches them"
    return PartResult("inputs", FAIL, "device", note + likely(*(f"inputs {one}" for one in down)))


def likely(*names: str) -> str:
    """Returns likely mistakes for a note. The mistakes that explain the most failed checks are
    first.

    Args:
        names: names of failed checks, such as ``light red``.
    """
    every = dict.fromkeys(mistake for name in names for mistake in LIKELY[name])
    fit = sorted(every, key=lambda mistake: -sum(mistake in LIKELY[name] for name in names))
    if not fit:
        return ""
    others = f"; {len(fit) - _NAMED} others" if len(fit) > _NAMED else ""
    return f". Likely: {'; '.join(fit[:_NAMED])}{others}"


def speaker(device: Device, guide: Guide, _wait_s: float) -> PartResult:
    """Plays a rising tone."""
    settings = device.status()["settings"]
    if is_muted(settings) or not min(settings["volume"], settings["cap"]):
        return PartResult(
            "speaker",
            FAIL,
            "device",
            "The device is muted: type 'pingblock volume 6 --unmute' first.",
        )
    guide.say("A tone rises from low to high.")
    _when_quiet(device, lambda: bool(device.request("selftest", sweep=True)["sweep"]))
    device.pause(SWEEP_S)
    return _asked(guide, "speaker", "Did the tone rise evenly, without rattling or a gap?")


def light(device: Device, guide: Guide, _wait_s: float) -> PartResult:
    """Shows each colour separately."""
    wrong: list[str] = []
    try:
        for colour in COLOURS:
            device.request("selftest", light=colour)
            device.pause(LOOK_S)
            if not guide.ask("light", f"Is the light {colour}?"):
                wrong.append(colour)
    except KeyboardInterrupt:
        if wrong:
            raise Ended(_lit(wrong)) from None
        raise
    device.request("selftest", light="off")
    return _lit(wrong)


def _lit(wrong: list[str]) -> PartResult:
    checks = [f"light {colour}" for colour in wrong]
    note = f"wrong: {', '.join(wrong)}{likely(*checks)}" if wrong else ""
    return PartResult("light", FAIL if wrong else PASS, "person", note)


def button(name: str, request: str) -> Part:
    """Returns the test of a button, which waits until the button is pressed."""

    def test(device: Device, guide: Guide, wait_s: float) -> PartResult:
        _until_quiet(device)
        _forget_events(device)
        guide.say(request)
        return _awaited(device, name, wait_s, "press", {"button": name})

    return test


def lever(device: Device, guide: Guide, wait_s: float) -> PartResult:
    """Waits until the lever is pulled and released. Stops the worms, which this starts."""
    if not _has_base(device):
        return PartResult("lever", SKIPPED, "device", "this board has no apple base")
    _forget_events(device)
    guide.say("Pull the lever back and hold it.")
    pulled = _awaited(device, "lever", wait_s, "run", {"state": "armed"})
    if pulled.verdict != PASS:
        return pulled
    guide.say("Let the lever go.")
    released = _awaited(device, "lever", wait_s, "run", {"state": "started"})
    device.stop_worms()
    return released


def servo(device: Device, guide: Guide, _wait_s: float) -> PartResult:
    """Moves the worms for a short time."""
    if not _has_base(device):
        return PartResult("servo", SKIPPED, "device", "this board has no apple base")
    guide.say("The worms bob for three seconds.")
    _when_quiet(device, lambda: device.request("worms", run="start")["reply"] == "done")
    device.pause(BOB_S)
    device.stop_worms()
    faults = device.status()["faults"]
    stalled = [name for name in faults if name.startswith("servo_")]
    if stalled:
        return PartResult("servo", FAIL, "device", f"the device reports {', '.join(stalled)}")
    return _asked(
        guide, "servo", "Did the worms go up and down all the way, and was it quiet afterwards?"
    )


def cells(device: Device, guide: Guide, _wait_s: float) -> PartResult:
    """Checks the supply voltage that the device reads, and the cells if the cable is out."""
    _until_quiet(device)
    try:
        found = device.battery()
    except (Refused, NoAnswer) as error:
        return PartResult("cells", FAIL, "device", str(error))
    volts = f"{found.open_mv / 1000:.2f} V"
    if found.fault != "battery_on_usb":
        good = found.verdict in ("good", "fair") and not found.fault
        note = f"{volts}, {found.milliohm} mOhm, {found.verdict}"
        return PartResult("cells", PASS if good else FAIL, "device", note)
    good = USB_LEAST_MV <= found.open_mv <= USB_MOST_MV
    note = (
        f"{volts} on USB; for the batteries pull the cable out and hold the check button for 2 s"
    )
    return PartResult("cells", PASS if good else FAIL, "device", note)


PARTS: Mapping[str, Part] = {
    "inputs": inputs,
    "speaker": speaker,
    "light": light,
    "block": button("block", "Press the button on top."),
    "check": button("check", "Press the check button at the rear for a moment."),
    "lever": lever,
    "servo": servo,
    "cells": cells,
}
# the parts that only a person can judge
JUDGED = ("speaker", "light", "servo")


def _asked(guide: Guide, part: str, question: str) -> PartResult:
    if guide.ask(part, question):
        return PartResult(part, PASS, "person")
    return PartResult(part, FAIL, "person", likely(part).removeprefix(". "))


def _forget_events(device: Device) -> None:
    """Drops events from before the question, all of which have arrived."""
    for _ in device.events(0.0):
        pass


def _awaited(device: Device, part: str, wait_s: float, kind: str, wanted: Message) -> PartResult:
    for event in device.events(wait_s):
        if event["event"] == kind and wanted.items() <= event.items():
            return PartResult(part, PASS, "device")
    note = f"the device did not notice it within {wait_s:g} s"
    return PartResult(part, FAIL, "device", note + likely(part))


def _has_base(device: Device) -> bool:
    try:
        device.worms()
    except Refused as refused:
        if refused.code != "no_base":
            raise
        return False
    return True


def _until_quiet(device: Device) -> None:
    """Waits for silence, because a sound could be confused with the next test or prevent it."""
    _when_quiet(device, lambda: not device.request("selftest")["sounds"])


def _when_quiet(device: Device, tried: Callable[[], bool]) -> None:
    for _ in range(round(QUIET_S / LOOK_S)):
        if tried():
            return
        device.pause(LOOK_S)
    raise NoAnswer(
        f"The device has been playing for {QUIET_S:g} s and does not stop: restart it and try "
        "again."
    )
