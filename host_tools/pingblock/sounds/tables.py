"""All tunes and light shows of the device and its games, for the host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pingblock.tunes.tune_files import tunes_of
from pingware.games import catalog
from pingware.games.coded_shows import CodedShows
from pingware.games.fortune import turns
from pingware.shared import battery, device_shows
from pingware.shared.light_show import Show
from pingware.shared.sounds import device_sounds
from pingware.shared.sounds.sound_table import SoundTable

# The tunes that games with dice and with jails share.
ROLLS = SoundTable("games/roll_tunes", {"first": "beeps"})


def _plays() -> Iterator[Any]:
    return (game.load() for game in catalog.CATALOG.games())


@cache
def sound_tables() -> tuple[SoundTable, ...]:
    """Returns the device's sounds, the sounds that games share, then the sounds of each game."""
    shared = (device_sounds.SOUNDS, ROLLS, turns.SOUNDS)
    return (*shared, *(play.SOUNDS for play in _plays()))


@cache
def tunes() -> Mapping[str, Any]:
    """Returns all tunes by name."""
    return {name: tune for table in sound_tables() for name, tune in tunes_of(table).items()}


@cache
def shows() -> Mapping[str, Show]:
    """Returns all light shows by name."""
    found = {**device_shows.SHOWS, **battery.SHOWS, **device_shows.LAMPS}
    for each in (turns.SHOWS, *(play.SHOWS for play in _plays())):
        rows = each.shows.decode().split(";") if isinstance(each, CodedShows) else each
        found |= {name: each.get(name) for name in (row.split()[0] for row in rows)}
    return found


@cache
def names_played() -> Mapping[str, list[str]]:
    """Returns the names under which each tune is played: "ping" is played for ["coins"]."""
    found: dict[str, list[str]] = {name: [] for name in tunes()}
    for table in sound_tables():
        for name, tune in table.names.items():
            if name not in found[tune]:
                found[tune].append(name)
    return {tune: names or [tune] for tune, names in found.items()}
