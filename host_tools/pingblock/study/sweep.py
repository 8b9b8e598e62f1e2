"""Sweep of emulated devices: plays scenarios with many seeds and reports differences and faults.

A run is compared with the same run on another engine, or in an earlier sweep: first its story
(presses, outcomes, faults, number of sounds), then all events and times.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from pingblock.common.input_file import parse_json, read_file, read_text
from pingblock.common.session_limits import TEXT_BYTES_MOST
from pingblock.connection.shapes import INT, TEXT, misfit
from pingblock.errors import BadInput, PingblockError
from pingblock.virtual.runner import run
from pingblock.virtual.scenario import parse
from pingblock.virtual.serial_tap import Event
from pingblock.virtual.virtual_device import open_bench

_BYTES_MOST = 30_000_000  # size of an earlier sweep with 60 000 runs
_TIMES = "the same story at other times, or with other values"
SHOWN_MOST = 20  # maximum number of findings that are listed in words
FAILED = "failed"  # kind of fault of a run that did not reach its end
_TOLD = {"press": "button", "outcome": "outcome", "replay": "outcome", "fault": "code"}


class SweepJob(NamedTuple):
    """One run of a device."""

    scenario: str  # name of the scenario's file
    text: bytes
    engine: str
    seed: int
    until_ms: float | None


class SweepRun(NamedTuple):
    """Result of a run."""

    scenario: str
    engine: str
    seed: int
    ran_ms: float
    story: tuple[str, ...]
    faults: tuple[str, ...]
    digest: str  # hash of all events with their times


class SweepFinding(NamedTuple):
    """A difference or a fault, with the run that reproduces it."""

    what: str  # "difference" or "fault"
    scenario: str
    engine: str
    seed: int
    say: str

    def __str__(self) -> str:
        return f"{self.what}: {self.scenario}, {self.engine}, seed {self.seed}: {self.say}"


_SAVED = {
    **{"scenario": TEXT, "engine": TEXT, "digest": TEXT, "seed": INT, "ran_ms": None},
    **{"story": [TEXT], "faults": [TEXT]},
}
Earlier = Mapping[tuple[str, str, int], SweepRun]  # scenario, engine and seed -> run


def jobs(
    scenarios: Sequence[str], engines: Sequence[str], seeds: range, until_ms: float | None
) -> list[SweepJob]:
    """Returns the runs of a sweep. Raises BadInput if a file is not a scenario."""
    texts = [(name, _text(name)) for name in scenarios]
    return [
        SweepJob(name, text, engine, seed, until_ms)
        for name, text in texts
        for seed in seeds
        for engine in engines
    ]


def _text(name: str) -> bytes:
    """Reads and checks a scenario. Raises BadInput with the file's name if it is wrong."""
    text = read_file(Path(name), TEXT_BYTES_MOST)
    try:
        parse(text)
    except BadInput as wrong:
        raise BadInput(f"{name}, {wrong}") from None
    return text


def play(job: SweepJob, trusted: bool = False) -> SweepRun:
    """Plays a scenario on a new device. ``trusted`` is as in ``runner.run``."""
    actions = parse(job.text)
    # A scenario can unplug the cable, which interrupts the link.
    tap = any(action.do == "unplug" for action in actions)
    head = (job.scenario, job.engine, job.seed)
    try:
        with open_bench(job.engine, job.seed, tap=tap) as bench:
            events = run(actions, bench, job.until_ms, trusted=trusted)
            ran_ms = bench.now_ms
    except PingblockError as fault:
        return SweepRun(*head, 0.0, (), (f"{FAILED}: {fault}",), "")
    faults = tuple(_line(each) for each in _firmware(events, "fault"))
    story = tuple(_story(events))
    digest = hashlib.sha256(json.dumps(events, sort_keys=True).encode()).hexdigest()
    return SweepRun(*head, ran_ms, story, faults, digest)


def _firmware(events: Iterable[Event], *kinds: str) -> Iterator[Event]:
    return (e for e in events if e["source"] == "firmware" and e["kind"] in kinds)


def _line(event: Event) -> str:
    coins = f" {event['coins']}" if event.get("coins") else ""
    return f"{event['kind']} {event.get(_TOLD[str(event['kind'])])}{coins}"


def _story(events: Sequence[Event]) -> Iterator[str]:
    """Yields the parts of a run that must be the same on each engine, without times."""
    yield from map(_line, _firmware(events, *_TOLD))
    yield f"{sum(e['source'] == 'sound' and e['kind'] == 'onset' for e in events)} sounds begin"


def findings(runs: Sequence[SweepRun], earlier: Earlier | None) -> list[SweepFinding]:
    """Returns each difference, and each fault that is new since an earlier sweep."""
    found = [*between_engines(runs), *faults(runs, earlier or {})]
    return found if earlier is None else [*found, *since(runs, earlier)]


def summary(
    runs: Sequence[SweepRun], found: Sequence[SweepFinding]
) -> tuple[dict[str, object], str]:
    """Returns a sweep as an object for JSON, and in words."""
    hours = sum(each.ran_ms for each in runs) / 3_600_000
    fields = {"runs": len(runs), "hours": round(hours, 3), "found": [e._asdict() for e in found]}
    lines = [f"{len(runs)} runs, {hours:.2f} emulated hours, {len(found)} findings."]
    lines += [str(each) for each in found[:SHOWN_MOST]]
    if len(found) > SHOWN_MOST:
        lines.append(f"{len(found) - SHOWN_MOST} more; --json shows all.")
    return fields, "\n".join(lines)


def between_engines(runs: Iterable[SweepRun]) -> Iterator[SweepFinding]:
    """Yields the runs whose story differs from the run on the previous engine."""
    first: dict[tuple[str, int], SweepRun] = {}
    for each in runs:
        other = first.setdefault((each.scenario, each.seed), each)
        if other.story != each.story:
            yield _difference(each, other.story, f"on {other.engine}")


def since(runs: Iterable[SweepRun], earlier: Earlier) -> Iterator[SweepFinding]:
    """Yields the runs that differ from an earlier sweep, or are missing in it."""
    for each in runs:
        before = earlier.get((each.scenario, each.engine, each.seed))
        if before is None:
            yield SweepFinding("difference", *each[:3], "the earlier sweep has no such run")
        elif before.story != each.story:
            yield _difference(each, before.story, "before")
        elif before.digest != each.digest:
            yield SweepFinding("difference", *each[:3], _TIMES)


def _difference(each: SweepRun, other: Sequence[str], where: str) -> SweepFinding:
    """Returns the first line in which two stories differ."""
    pairs = enumerate(zip_longest(each.story, other, fillvalue="nothing"), 1)
    at, (here, there) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    return SweepFinding(
        "difference", *each[:3], f"line {at} of the story: {here}; {where}: {there}"
    )


def faults(runs: Iterable[SweepRun], earlier: Earlier) -> Iterator[SweepFinding]:
    """Yields each fault of a device that is new since an earlier sweep."""
    for each in runs:
        before = earlier.get((each.scenario, each.engine, each.seed))
        for fault in each.faults:
            if before is None or fault not in before.faults:
                yield SweepFinding("fault", *each[:3], fault)


def as_lines(runs: Iterable[SweepRun]) -> str:
    """Returns the runs as JSON lines, for ``read_lines`` of a later sweep."""
    return "".join(json.dumps(each._asdict()) + "\n" for each in runs)


def read_lines(path: Path) -> dict[tuple[str, str, int], SweepRun]:
    """Reads an earlier sweep. Raises BadInput with the line if it is invalid."""
    lines = read_text(path, _BYTES_MOST).splitlines()
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            fields = parse_json(line)
        except BadInput:
            fields = None
        if misfit(_SAVED, fields, exact=True):
            raise BadInput(
                f"{path}, line {number}: this is not a line that --save of a sweep wrote."
            )
        each = SweepRun(**fields)
        each = each._replace(story=tuple(each.story), faults=tuple(each.faults))
        found[each.scenario, each.engine, each.seed] = each
    return found
