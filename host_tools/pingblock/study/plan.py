"""Plan of a study: game, seats and options, which are checked before any work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pingblock.errors import BadInput
from pingblock.tables.bots import RANDOM
from pingblock.tables.games import game_of, options_of
from pingblock.tables.registry import TABLES
from pingblock.tables.table import check_seats

USUAL_PLAYERS = 4


class StudyPlan(NamedTuple):
    """The games of a study."""

    game: str
    options: Mapping[str, object]  # name -> value, for every option
    bots: tuple[str, ...]  # the bot of each seat
    games: int
    seed: int

    def __str__(self) -> str:
        about = f"{self.game}: {self.games} games of {', '.join(self.bots)}, seed {self.seed}"
        for name, value in TABLES[self.game].boxless.items():
            if self.options[name] == game_of(self.game).options[name].default != value:
                about += f"; {name}={self.options[name]} needs people, so bots pass over it"
        return about


def plan(
    game: str, options: Sequence[str], players: int | None, bots: str, games: int, seed: int
) -> StudyPlan:
    """Makes a plan from the words that a person typed.

    Args:
        game: name of the game.
        options: ``NAME=VALUE`` words.
        players: number of seats. None takes four, or the game's maximum if that is less.
        bots: names of bots with commas between them. If there are more seats, the names repeat.
        games: number of games.
        seed: the seed of the whole study.

    Raises:
        BadInput: any of these is wrong, or the board of the game lacks figures.
    """
    referee = game_of(game)
    least, most = referee.players[0], referee.players[-1]
    seats = min(max(USUAL_PLAYERS, least), most) if players is None else players
    check_seats(seats, referee.players)
    names = [each.strip() for each in bots.split(",")]
    known = sorted({*referee.bots, RANDOM})
    for name in names:
        if name not in known:
            raise BadInput(f"There is no bot '{name}'. There are: {', '.join(known)}.")
    chosen = tuple(names[seat % len(names)] for seat in range(seats))
    boxless = TABLES[game].boxless
    settled = options_of(
        referee, [*(f"{name}={value}" for name, value in boxless.items()), *options]
    )
    referee.start(settled, chosen)
    return StudyPlan(game, settled, chosen, games, seed)
