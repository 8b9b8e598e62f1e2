"""Plays seeded games of bots for a study: a row for each game, the same on every computer."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pingblock.study.plan import StudyPlan
from pingblock.tables.bots import Played, play_out
from pingblock.tables.game import TableEvent
from pingblock.tables.games import game_of
from pingblock.tables.record import QuickGame
from pingblock.tables.registry import TABLES

CHUNK = 20  # number of games in one job
SEED_BITS = 32


class GameRow(NamedTuple):
    """Counts of a game."""

    seed: int  # the seed of this game
    turns: int
    commands: int
    # seats of the winners, or empty if the game was stopped before it had a winner
    winners: tuple[int, ...]
    out: int  # players who became bankrupt or lost their last HP
    scores: tuple[int, ...]
    reason: str
    events: dict[str, int]  # kind of event -> count
    tallies: dict[str, dict[str, int]]  # name of a tally -> its counts by key


class GameJob(NamedTuple):
    """Some games of a study."""

    game: str
    # Values of all options as a JSON text, which can be sent and be a key of the cache.
    options: str
    bots: tuple[str, ...]
    seeds: range


def jobs(plan: StudyPlan) -> list[GameJob]:
    """Returns the jobs of a study. Game number n has the seed ``seed * 2**32 + n``."""
    settled = json.dumps(dict(plan.options))
    first = plan.seed << SEED_BITS
    seeds = range(first, first + plan.games)
    return [
        GameJob(plan.game, settled, plan.bots, seeds[at : at + CHUNK])
        for at in range(0, plan.games, CHUNK)
    ]


def play(job: GameJob) -> list[GameRow]:
    """Plays the games of a job."""
    return [_row(job, seed) for seed in job.seeds]


def _row(job: GameJob, seed: int) -> GameRow:
    seen: Counter[str] = Counter()
    tallies: defaultdict[str, Counter[str]] = defaultdict(Counter)
    played = _played(job, seed, seen, tallies)
    state, result = played.state, played.result
    return GameRow(
        seed=seed,
        turns=state.turns,
        commands=played.commands,
        winners=result.winners if result else (),
        out=len(job.bots) - len(getattr(state, "alive", job.bots)),
        scores=result.scores if result else (),
        reason=result.reason if result else "The game was ended at the limit of commands.",
        events=dict(sorted(seen.items())),
        tallies={name: dict(each) for name, each in tallies.items()},
    )


def _played(
    job: GameJob, seed: int, seen: Counter[str], tallies: Mapping[str, Counter[str]]
) -> Played[Any]:
    """Plays a game. Counts events by kind in ``seen``, and other things in ``tallies``."""
    if quick := _quick(job.game, job.options, job.bots):
        return quick.play(seed, seen)
    game = game_of(job.game)
    tallied = getattr(game, "tallied", None)

    def watch(before: object, after: object, events: Sequence[TableEvent]) -> None:
        seen.update([event.kind for event in events])
        if tallied:
            for name, key, amount in tallied(before, after, events):
                tallies[name][key] += amount

    return play_out(game, json.loads(job.options), job.bots, seed, watch)


@lru_cache(maxsize=4)
def _quick(name: str, options: str, bots: tuple[str, ...]) -> QuickGame | None:
    """Returns a faster way to play a game, or None. The result is cached for the next seeds."""
    quick = TABLES[name].parts().quick
    return quick(json.loads(options), bots) if quick else None
