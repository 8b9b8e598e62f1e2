"""The files that the firmware's modules are joined into, for each stage, package and game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from pingblock.image.join import Files
from pingblock.tunes.tune_files import ENDING

# File -> its first modules, in an order in which they can use each other. There are few files,
# because each file makes every search for a module 0.3 ms longer.
_SHARED: Files = {
    "app": (
        "pingware.app.boot.boot",
        "pingware.drivers.mixer_thumb",
        "pingware.games.press_game",
        "pingware.shared.light_show",
        "pingware.shared.sounds.sound_table",
    ),
    "app_tasks": ("pingware.app.boot.tasks",),
    "app_other_pico": ("pingware.boards.radio_rp2", "pingware.boards.sense_rp2350"),
    "app_lever": ("pingware.app.lever.lever_tasks",),
    "ask_on_demand": (
        "pingware.shared.service_requests",
        "pingware.shared.fault_texts",
        "pingware.games.catalog",
        "pingware.app.requests.on_demand",
        "pingware.app.play.switch_game",
        "pingware.app.care.crash",
        "pingware.boards.resets_rp2",
        "pingware.storage.volume_fallback",
    ),
    "ask_cells": (
        "pingware.app.power.cell_test",
        "pingware.boards.naps_rp2",
    ),
    "ask_owner": (
        "pingware.app.requests.owner_requests",
        "pingware.app.requests.selftest_requests",
        "pingware.app.boot.boot_hold",
        "pingware.app.lever.servo_requests",
    ),
    "ask_sounds": ("pingware.app.play.own_sounds", "pingware.app.requests.sound_requests"),
    "ask_files": (
        "pingware.app.files.file_requests",
        "pingware.app.files.update_requests",
    ),
    "ask_slot": ("pingware.storage.partial_slot",),
    # Code that all timed games share. The first timed game that is chosen loads it.
    "app_timed": (
        "pingware.games.timed_game",
        "pingware.app.play.timed_stage",
        "pingware.games.coded_shows",
    ),
}
# The host and the builds need this module, but a device does not.
_LEFT_OUT = ("pingware.games.block.outcomes",)
_GAMES, _PLAY = "pingware.games.", ".play"


def files_of(sources: Mapping[str, bytes]) -> Files:
    """Returns the files of a firmware: name -> its first modules.

    A game can have two files, because the device does not need all of a game at once. Modules that
    several games share are in the file of the first stage, or in that of the timed games.

    Args:
        sources: dotted name of each module -> its source.
    """
    found: dict[str, tuple[str, ...]] = dict(_SHARED)
    for play in sorted(n for n in sources if n.startswith(_GAMES) and n.endswith(_PLAY)):
        package = play.removesuffix(_PLAY)
        file = "app_game_" + package.removeprefix(_GAMES)
        inside = (n for n in sorted(sources) if n.startswith(f"{package}."))
        found[file] = (package, play)
        found[f"{file}_more"] = tuple(n for n in inside if n not in _LEFT_OUT)
    return found


def firmware_sources(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the modules and tunes among a firmware folder's files, by their ``source_name``."""
    inside = (path for path in files if path.startswith("pingware/"))
    return {source_name(path): files[path] for path in inside if path.endswith((".py", ENDING))}


def source_name(path: str) -> str:
    """Returns the dotted name of the module at a path in the firmware's folder.

    A tune keeps its path as its name.
    """
    if path.endswith(ENDING):
        return path
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
