"""Random games of each referee with illegal commands mixed in. A run can be stopped and continued.

``python -m tests.soak.table_games GAMES [EDITION ...]`` plays the games that are not in its ledger
in ``WORKERS`` processes (default: one for each core), and lists the failures.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from reliability import long_runs
from reliability.ledger import LOST, Ledger, mark_of
from tests.unit.pingblock.tables.fortune import by_chance as fortune
from tests.unit.pingblock.tables.property import wild_games
from tests.unit.pingblock.tables.storm import by_chance as storm
from tests.unit.pingblock.tables.worms import by_chance as worms

from pingblock import tables
from pingblock.common.firmware import firmware_dir

CHUNK = 200  # number of games on a line of the ledger
_OF_STUDIES = "quick.py"
_FORTUNE_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"deck": "pk35", "floor_at_0": True},
    {"reshuffle": True, "nine_wins": True, "skull_alone": True, "truce_on_island": True},
)


def _property(name: str, seed: int) -> None:
    assert wild_games.play(name, seed).state.result is not None


def _storm(seed: int) -> None:
    assert storm.play_by_chance(seed)["won"] > 0


def _fortune(seed: int) -> None:
    options = _FORTUNE_OPTIONS[seed % len(_FORTUNE_OPTIONS)]
    assert fortune.play_by_chance(options, 2 + seed // len(_FORTUNE_OPTIONS) % 3, seed)["refused"]


def _worms(seed: int) -> None:
    assert sum(worms.play_by_chance(seed).values())


EDITIONS: dict[str, Callable[[int], None]] = {
    **{
        name: partial(_property, name)
        for name in ("celebration", "hideout", "wasteland", "wasteland_speed")
    },
    "storm": _storm,
    "fortune": _fortune,
    "worms": _worms,
}


class Games(NamedTuple):
    """Some games of an edition."""

    edition: str
    seeds: range

    @property
    def key(self) -> str:
        """Its name in the ledger of the soak tests."""
        return f"{self.edition} {self.seeds.start} to {self.seeds.stop - 1}"


def _mark() -> str:
    """Returns a digest of the referees, and of the device's rules that they share."""
    device = firmware_dir() / "pingware"
    files = {"rules.py": (device / "shared" / "rules.py").read_bytes()}
    for room in (Path(tables.__file__).parent, device / "games"):
        for path in room.rglob("*.*"):
            if path.suffix in (".py", ".toml") and path.name != _OF_STUDIES:
                files[path.relative_to(room.parent).as_posix()] = path.read_bytes()
    return mark_of(files)


def judge(games: Games) -> Mapping[str, Any]:
    """Plays games up to the first that fails."""
    result = "legal to the end"
    for seed in games.seeds:
        try:
            EDITIONS[games.edition](seed)
        except Exception as fault:
            result = f"{LOST}: seed {seed}: {type(fault).__name__}: {fault}"
            break
    return {"group": games.edition, "result": result, "games": len(games.seeds)}


def run(edition: str, count: int, workers: int | None = None) -> list[str]:
    """Plays those of the first ``count`` games that are missing. Returns all runs' failures."""
    starts = range(0, count, CHUNK)
    wanted = [Games(edition, range(at, min(at + CHUNK, count))) for at in starts]
    ledger = Ledger(f"games of {edition}", mark=f"tables {_mark()}")
    return long_runs.run(edition, ledger, wanted, judge, workers)


def main(words: list[str]) -> int:
    """Returns the exit code: 1 if a game failed, 2 for unknown words."""
    count, *names = words or [""]
    if not count.isdecimal() or not set(names) <= set(EDITIONS):
        print(f"Say how many games, and any of: {', '.join(EDITIONS)}.", file=sys.stderr)
        return 2
    workers = int(os.environ.get("WORKERS", "0")) or None
    failed = [each for name in names or EDITIONS for each in run(name, int(count), workers)]
    print("\n".join(failed) or "Every game was legal to its end.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
