"""Runs the whole self-test: the chosen parts in order."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from importlib.metadata import version

from pingblock.care.selftest.parts import PARTS, Ended, Guide, Part
from pingblock.care.selftest.report import FAIL, SKIPPED, PartResult, Report
from pingblock.common.suggestion import no_such
from pingblock.connection.device import Device
from pingblock.errors import BadInput, PingblockError, Refused


def run(device: Device, guide: Guide, skip: Collection[str], wait_s: float) -> Report:
    """Tests all parts except those to skip. Each part stops everything that it has started.

    Ctrl-C ends the test. The report notes this, and has the results until then.

    Args:
        device: an open device.
        guide: asks and informs the person.
        skip: names of the parts to skip.
        wait_s: how long to wait for a press or a pull, in seconds.

    Raises:
        BadInput: a part is unknown.
        LinkError: the link is lost.
    """
    if unknown := sorted(set(skip) - set(PARTS)):
        raise BadInput(no_such("part", unknown[0], PARTS))
    results: list[PartResult] = []
    stopped = False
    try:
        for name, part in PARTS.items():
            if name in skip:
                results.append(PartResult(name, SKIPPED, "person"))
                continue
            results.append(_tried(name, part, device, guide, wait_s))
            guide.say(f"{results[-1].part}: {results[-1].verdict} {results[-1].note}".strip())
    except KeyboardInterrupt as end:
        stopped = True
        results += [end.found] if isinstance(end, Ended) else []
        untried = list(PARTS)[len(results) :]
        results += [
            PartResult(name, SKIPPED, "person", "not tested: stopped by Ctrl-C")
            for name in untried
        ]
    finally:
        _calm(device)
    return _report(device, results, stopped)


def _report(device: Device, results: list[PartResult], stopped: bool) -> Report:
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    me, hello = version("pingblock"), device.hello
    return Report(at, me, hello.uid, hello.board, hello.version, tuple(results), stopped)


def _tried(name: str, part: Part, device: Device, guide: Guide, wait_s: float) -> PartResult:
    try:
        return part(device, guide, wait_s)
    except Refused as refused:
        return PartResult(name, FAIL, "device", str(refused))


def _calm(device: Device) -> None:
    """Switches off lights and sounds that an interrupted test can leave on for a while."""
    with suppress(PingblockError):
        device.request("selftest", light="off")
        device.stop_worms()
