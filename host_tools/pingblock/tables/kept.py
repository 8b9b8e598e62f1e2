"""Games that the screen keeps in the user's state folder, so that players can continue later."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pingblock.common.output_file import made_state_folder, state_folder
from pingblock.errors import BadInput
from pingblock.languages import N_, _, ngettext
from pingblock.languages.later import listed
from pingblock.tables.games import game_of
from pingblock.tables.table import open_table

OFFERED_MOST = 9
_FOLDER = "tables"
_LOGS = "*.jsonl"
_MONTHS = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)


class KeptGame(NamedTuple):
    """An unfinished game."""

    path: Path
    game: str
    players: tuple[str, ...]
    steps: int
    played_at: datetime  # date and time of the last step

    def __str__(self) -> str:
        """Returns a title such as "fortune, Ann and Ben: 23 steps, 20 November 21:14"."""
        say = ngettext(
            "{game}, {names}: {n} step, {when}", "{game}, {names}: {n} steps, {when}", self.steps
        )
        when = _("{day} {month} {time}").format(
            day=self.played_at.day,
            month=_(_MONTHS[self.played_at.month - 1]),
            time=f"{self.played_at:%H:%M}",
        )
        return say.format(game=self.game, names=listed(self.players), n=self.steps, when=when)


def folder() -> Path:
    """Returns the folder of the logs. It need not exist."""
    return state_folder(_FOLDER)


def new_place(game: str, now: datetime) -> Path:
    """Makes the folder, and returns a new log's path. Raises BadInput if that fails."""
    place = made_state_folder(_FOLDER)
    stem = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    names = (place / f"{stem}{suffix}.jsonl" for suffix in ("", *(f"-{n}" for n in range(2, 100))))
    return next(path for path in names if not path.exists())


def games_to_go_on() -> list[KeptGame]:
    """Returns the stored games that are not over, the last played one first.

    Reads only the newest logs, and skips logs that cannot be read.

    Raises:
        BadInput: the folder of the logs cannot be read.
    """
    try:
        logs = sorted(folder().glob(_LOGS), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError as fault:
        raise BadInput(
            f"The folder {folder()} cannot be read: {fault.strerror}. Fix that, or set "
            "XDG_STATE_HOME to a folder that you can write to."
        ) from None
    found = (_kept(path) for path in logs[:OFFERED_MOST])
    return [game for game in found if game]


def _kept(path: Path) -> KeptGame | None:
    try:
        table, _ = open_table(path, game_of, resume=False)
    except BadInput:
        return None
    if table.game.result(table.state) or not table.steps:
        return None
    played_at = datetime.fromtimestamp(path.stat().st_mtime)
    return KeptGame(path, table.game.name, table.players, len(table.steps), played_at)
