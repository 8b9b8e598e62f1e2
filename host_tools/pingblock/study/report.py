"""Report of a study: length, winners by seat, losers, and odds, each with its bounds."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any

from pingblock.study import bounds
from pingblock.study.bounds import Estimate
from pingblock.study.games import GameRow
from pingblock.tables.tally import TALLIES

Fields = dict[str, Any]
_LENGTHS = ("turns", "commands")  # The fields of a row that say how long the game was.


def fields(rows: Sequence[GameRow], players: int) -> Fields:
    """Returns the results of a study as an object for JSON.

    Args:
        rows: at least one game.
        players: number of seats.
    """
    turns = [row.turns for row in rows]
    wins = Counter(seat for row in rows for seat in row.winners)
    kinds = sorted({kind for row in rows for kind in row.events})
    found: Fields = {
        "games": len(rows),
        "turns": _length(turns),
        "commands": _length([row.commands for row in rows]),
        "winners": [_share(wins[seat], len(rows)) for seat in range(players)],
        "shared": sum(len(row.winners) > 1 for row in rows),
        "ends": dict(Counter(_class(row.reason) for row in rows).most_common()),
        "odds": {
            kind: _estimate(bounds.rate([row.events.get(kind, 0) for row in rows], turns))
            for kind in kinds
        },
    }
    for name, tally in TALLIES.items():
        if any(name in row.tallies for row in rows):
            found[name] = _tally(rows, name, tally.is_share)
    if any(row.out for row in rows):
        out = [row.out for row in rows]
        found["out"] = {
            "a_game": _estimate(bounds.mean(out)),
            "games_with": _share(sum(map(bool, out)), len(rows)),
        }
    return found


def _tally(rows: Sequence[GameRow], name: str, is_share: bool) -> Fields:
    """Returns an estimate for each key of a tally, the greatest first."""
    counts = [row.tallies.get(name, {}) for row in rows]
    sizes = [sum(each.values()) for each in counts]
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    by_key = {key: [each.get(key, 0) for each in counts] for key, _amount in total.most_common()}
    return {
        key: _estimate(bounds.rate(values, sizes) if is_share else bounds.mean(values))
        for key, values in by_key.items()
    }


def compared(rows: Sequence[GameRow], others: Sequence[GameRow]) -> Fields:
    """Compares ``others`` with ``rows``: the ratio of the games' lengths, and the losers."""
    found = {
        name: bounds.ratio(*([getattr(row, name) for row in each] for each in (rows, others)))
        for name in _LENGTHS
    }
    found["out"] = bounds.mean([row.out for row in others])
    return {name: _estimate(each) for name, each in found.items()}


def compared_text(found: Fields) -> str:
    """Returns a comparison as text for people."""
    lines = [f"  {name:<9} {_between(found[name])} times as many" for name in _LENGTHS]
    return "\n".join((*lines, f"  out       {_between(found['out'])} players a game"))


def text(found: Fields) -> str:
    """Returns a report as text for people."""
    lines = []
    for name in _LENGTHS:
        each = found[name]
        lines.append(
            f"{name:<9} {_between(each)} a game; median {each['median']:g}, "
            f"from {each['least']} to {each['most']}"
        )
    for seat, each in enumerate(found["winners"]):
        lines.append(f"seat {seat + 1}    wins {_between(each, 100)} % ({each['count']})")
    if found["shared"]:
        games = f"{found['shared']} game{'s' * (found['shared'] > 1)}"
        lines.append(f"{games} had several winners, each of whom counts.")
    if out := found.get("out"):
        lines.append(
            f"out       {_between(out['a_game'])} players a game; somebody in "
            f"{_between(out['games_with'], 100)} % of the games"
        )
    lines += [f"ended     {count} × {reason}" for reason, count in found["ends"].items()]
    for name, tally in TALLIES.items():
        if counts := found.get(name):
            lines.append(f"{name:<9} {tally.title}")
            between = {key: _between(each, tally.factor) for key, each in counts.items()}
            lines += [f"  {key:<24} {each}" for key, each in between.items()]
    lines.append("odds      how often in 100 turns:")
    lines += [f"  {kind:<24} {_between(each, 100)}" for kind, each in found["odds"].items()]
    return "\n".join(lines)


def as_csv(rows: Sequence[GameRow], players: int) -> str:
    """Returns a CSV text for a spreadsheet, with a line for each game."""
    kinds = sorted({kind for row in rows for kind in row.events})
    head = ["seed", "turns", "commands", "winners", "out", "reason"]
    head += [f"score {seat + 1}" for seat in range(players)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*head, *kinds])
    for row in rows:
        winners = " ".join(str(seat + 1) for seat in row.winners)
        scores = row.scores or ("",) * players
        own = [row.seed, row.turns, row.commands, winners, row.out, row.reason]
        writer.writerow([*own, *scores, *(row.events.get(kind, 0) for kind in kinds)])
    return out.getvalue()


def _class(reason: str) -> str:
    """Returns the reason for the end of a game without the numbers of that game."""
    return re.sub(r"\d+", "…", reason)


def _length(values: Sequence[int]) -> Fields:
    return {
        **_estimate(bounds.mean(values)),
        "median": median(values),
        "least": min(values),
        "most": max(values),
    }


def _share(count: int, total: int) -> Fields:
    return {"count": count, **_estimate(bounds.share(count, total))}


def _estimate(found: Estimate) -> Fields:
    return {name: round(value, 6) for name, value in found._asdict().items()}


def _between(each: Fields, factor: int = 1) -> str:
    value, low, high = (factor * each[name] for name in ("value", "low", "high"))
    return f"{value:.2f} ({low:.2f} to {high:.2f})"
