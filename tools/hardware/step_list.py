"""Steps of a guide as data: added parts, shown parts and the view of each picture.

``steps.toml`` next to the guide has them. Parts are named by patterns (``R*``). ``@board`` is a
group of the file. This module needs no model, because ``faults`` takes the names of its parts.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
THINGS = ("question_block", "apple_base")
_SECTION = re.compile(r"## (.+)")
_ITEM = re.compile(r"( *)(\d+)\. ")
_PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+)\)")


@dataclass(frozen=True)
class Step:
    """One step's picture.

    Args:
        name: number of the step, such as ``9.1``, or ``all``. A step of another section has a
            prefix, such as ``own 2``.
        title: title of the picture, in a few words.
        drawing: file next to the guide that shows it already, so that it is not rendered.
        add: parts that this step adds.
        mark: earlier parts that are drawn like new ones, because they are moved or measured.
        show: all other visible parts.
        apart: pattern -> (x, y, z) mm by which parts are pulled away, and turns about x, y, z.
        views: (azimuth, elevation) of each camera, from left to right.
        labels: (pattern, words).
        arrows: whether lines show the places of pulled parts.
        bed: whether printed parts are laid out as they are printed.
        focus: parts that fill the picture. If empty, all visible parts do.
        high: greatest height of the picture, px.
    """

    name: str
    title: str
    drawing: str = ""
    add: tuple[str, ...] = ()
    mark: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    apart: dict[str, tuple[float, ...]] = field(default_factory=dict)
    views: tuple[tuple[float, float], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    arrows: bool = True
    bed: bool = False
    focus: tuple[str, ...] = ()
    high: int = 600

    @property
    def file(self) -> str:
        """Path of its picture next to the guide."""
        return self.drawing or f"made/steps/{re.sub('[ .]', '_', self.name)}.png"

    def patterns(self) -> set[str]:
        """Returns all its patterns."""
        lists = (*self.add, *self.mark, *self.show, *self.focus)
        return {*lists, *self.apart, *(label for label, _ in self.labels)}


@dataclass(frozen=True)
class StepList:
    """All steps of a thing. Args: sections: heading of the guide -> prefix of its steps."""

    steps: tuple[Step, ...]
    groups: dict[str, tuple[str, ...]]
    sections: dict[str, str]

    def chosen(self, patterns: Sequence[str], names: Sequence[str]) -> list[str]:
        """Returns the names that match any of the patterns, in the names' order."""
        wanted = [each for pattern in patterns for each in self.groups.get(pattern, (pattern,))]
        return [name for name in names if any(fnmatchcase(name, each) for each in wanted)]

    def rendered(self) -> list[Step]:
        """Returns the steps whose pictures are made from the model."""
        return [step for step in self.steps if not step.drawing]


def read(thing: str) -> StepList:
    """Returns a thing's steps. Raises TypeError if a step has an unknown key."""
    path = ROOT / "hardware" / thing / "steps.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    groups = {f"@{name}": tuple(patterns) for name, patterns in data["groups"].items()}
    return StepList(tuple(_step(each) for each in data["step"]), groups, data["sections"])


def _step(data: dict[str, Any]) -> Step:
    lists: dict[str, Any] = {
        key: tuple(data[key]) for key in ("add", "mark", "show", "focus") if key in data
    }
    pairs: dict[str, Any] = {
        key: tuple(tuple(each) for each in data[key]) for key in ("views", "labels") if key in data
    }
    apart = {name: tuple(way) for name, way in data.get("apart", {}).items()}
    return Step(**{**data, **lists, **pairs, "apart": apart})


def faults(steps: StepList, names: Sequence[str]) -> list[str]:
    """Returns the faults of steps for a model of these parts, a sentence each."""
    found = []
    added: Counter[str] = Counter()
    for step in steps.rendered():
        for pattern in step.patterns():
            if not steps.chosen([pattern], names):
                found.append(f"Step {step.name}: no part is called {pattern}.")
        new = steps.chosen(step.add, names)
        for name in steps.chosen(step.mark, names):
            if not step.bed and not added[name]:
                found.append(f"Step {step.name} marks {name}, which no step before adds.")
        added.update(new)
    found += [f"{name} is added by {added[name]} steps." for name in names if added[name] != 1]
    return found


def shown_in(text: str, sections: dict[str, str]) -> dict[str, list[str]]:
    """Returns step -> pictures of each numbered item of a guide's sections, in order.

    A step with smaller steps below it has only the pictures before the first of them.
    """
    found: dict[str, list[str]] = {}
    prefix: str | None = None
    outer = here = ""
    for line in text.splitlines():
        if heading := _SECTION.match(line):
            prefix, here = sections.get(heading[1]), ""
        elif prefix is not None and (item := _ITEM.match(line)):
            outer = outer if item[1] else item[2]
            here = f"{prefix}{outer}.{item[2]}" if item[1] else f"{prefix}{outer}"
            found[here] = []
        if here:
            found[here] += _PICTURE.findall(line)
    return found


def unshown(steps: StepList, text: str) -> list[str]:
    """Returns the steps of a guide without a picture, and the pictures without a step."""
    shown = shown_in(text, steps.sections)
    files = {step.name: step for step in steps.steps}
    found = []
    for name, pictures in shown.items():
        step, outer = files.get(name), name.partition(".")[0]
        beside = [
            each for other in shown if other.startswith(f"{outer}.") for each in shown[other]
        ]
        if step is None and any(other.startswith(f"{name}.") for other in shown):
            continue  # because its smaller steps have pictures
        if step is None:
            found.append(f"Step {name} has no picture.")
        elif step.file not in (beside if step.drawing else pictures):
            found.append(f"Step {name} does not show {step.file}.")
    there = _PICTURE.findall(text)
    found += [f"No step shows {each.file}." for each in steps.steps if each.file not in there]
    return found


def guide(thing: str) -> Path:
    """Returns the guide of a thing."""
    return ROOT / "hardware" / thing / "GUIDE.md"
