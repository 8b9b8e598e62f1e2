"""Stories of the command line: its help, and the most frequent uses."""

from __future__ import annotations

from typing import Any

import typer

from pingblock.cli.commands import HEADING
from pingblock.cli.frame import app

# A minute with a device, for docs/commands.md.
FILM = [
    "devices",
    "press",
    "press --json",
    "(press)",
    "monitor --only outcome --once",
    "volume 3 --cap 5",
    "odds",
    "odds --test 300",
    "settings export mine.json",
    "sounds render power_up power_up.wav",
    "worms start",
    "worms stop",
    "status",
    "update state",
    "prss",
]
STORIES: dict[str, list[str]] = {
    "play": [
        "press",
        "press --json",
        "replay",
        "(press)",
        "monitor --only outcome --once",
        "(press)",
        "monitor --only outcome --once --json",
    ],
    "worms": [
        "worms status",
        "worms start",
        "worms start",
        "worms stop",
        "(pull the lever)",
        "worms status --json",
        "(let go)",
        "worms stop",
    ],
    "look_after_it": [
        "status",
        "volume",
        "volume 3 --cap 5 --chime 0",
        "mute on",
        "volume --json",
        "mute off",
        "odds junior",
        "odds custom --weights 2,2,1,1",
        "odds --test 300",
        "settings get volume profile",
        "settings set volume=4 cells=2xaaa --no-wait",
        "settings get --json",
        "battery",
        "status --log",
        "sounds list",
    ],
    "mistakes": [
        "prss",
        "press --hard",
        "volume 11",
        "odds kind",
        "profile junior",
        "settings set loudness=3",
        "settings reset",
        "sounds check nothing.wav",
        "virtual run nothing.jsonl",
        "completion tcsh",
        "selftest",
        "press --prot x --json",
        "volume loud --json",
        "virtual run nothing.jsonl --json",
    ],
}


def commands() -> dict[str, Any]:
    """Returns each command that can be called, by its words."""
    found: dict[str, Any] = {}
    _walk(typer.main.get_command(app), (), found)
    return found


def _walk(command: Any, words: tuple[str, ...], found: dict[str, Any]) -> None:
    inside = getattr(command, "commands", None)
    if inside is None and command.hidden:
        return
    if inside is None:
        found[" ".join(words)] = command
        return
    for name in inside:
        _walk(command.get_command(None, name), (*words, name), found)


def help_lines() -> dict[str, list[str]]:
    """Returns, for each file of help, its command lines: a heading of the list of commands."""
    files = {"help": ["--help"]}
    for words in commands():
        first = words.split()[0]
        lines = files.setdefault(f"help_{HEADING[first].lower().replace(' ', '_')}", [])
        for each in (f"{first} --help", f"{words} --help"):
            if each not in lines:
                lines.append(each)
    return files
