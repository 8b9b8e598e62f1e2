"""Ledger of experiments: a line of JSON for each, so that a long run can be stopped and continued.

It is below ``build/reliability``, in a folder for each version that is tested, usually of the
firmware and its MicroPython.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pingblock.image.frozen import base_modules, firmware_modules
from pingblock.image.uf2 import micropython_in
from pingblock.virtual.engines import image_of

_ROOT = Path(__file__).resolve().parents[1] / "build" / "reliability"
_DIGITS = 12
LOST = "lost"


@cache
def firmware_mark() -> str:
    """Returns a digest that identifies the firmware."""
    return mark_of({**base_modules(), **firmware_modules()})


@cache
def micropython_version() -> str:
    """Returns the version of the MicroPython of the download."""
    return micropython_in(image_of().read_bytes())


def mark_on(version: str) -> str:
    """Returns the digest of this firmware on a version of MicroPython."""
    return f"{firmware_mark()}/{version}"


def versions(root: Path = _ROOT) -> list[str]:
    """Returns the versions of MicroPython on which this firmware was tried, in order."""
    return sorted(path.name for path in (root / firmware_mark()).glob("*"))


def mark_of(files: Mapping[str, bytes]) -> str:
    """Returns a digest of files (name to content)."""
    parts = (f"{name} {sha256(files[name]).hexdigest()}\n" for name in sorted(files))
    return sha256("".join(parts).encode()).hexdigest()[:_DIGITS]


class Ledger:
    """The results of one kind of experiment.

    Args:
        kind: name of the file.
        root: folder of all ledgers.
        mark: digest of the version that is tested. The default is that of firmware and
            MicroPython.
    """

    def __init__(self, kind: str, root: Path = _ROOT, mark: str | None = None) -> None:
        self._path = root / (mark or mark_on(micropython_version())) / f"{kind}.jsonl"
        self.rows: dict[str, dict[str, Any]] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                self._take(line)

    def _take(self, line: str) -> None:
        try:
            row = json.loads(line)
            self.rows[row["key"]] = row
        except (ValueError, KeyError):
            return  # This line was being written when the run was stopped.

    def __contains__(self, key: str) -> bool:
        return key in self.rows

    def add(self, key: str, group: str, result: str, **numbers: object) -> None:
        """Stores the result of an experiment.

        Args:
            key: name of the experiment.
            group: row of the table in which it counts.
            result: a word, or a sentence that begins with "lost".
            numbers: other measurements.
        """
        row = {"key": key, "group": group, "result": result, **numbers}
        self.rows[key] = row
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def counts(self, group: str) -> Counter[str]:
        """Returns how often each result occurs. All that begin with "lost" count as ``lost``."""
        mine = (str(row["result"]) for row in self.rows.values() if row["group"] == group)
        return Counter(LOST if result.startswith(LOST) else result for result in mine)

    def groups(self) -> list[str]:
        """Returns the rows that have results, in the order of their first experiment."""
        return list(dict.fromkeys(str(row["group"]) for row in self.rows.values()))
