"""The commands under their headings. Each is loaded when it is called, or for ``--help``.

A command is a function in a module of this folder and has the same name (with ``_`` for ``-``). A
group of commands is a ``typer.Typer`` called ``commands``. Slow imports belong into the functions.
"""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc
from typing import Any

import typer
from typer.core import TyperGroup

from pingblock.cli.attached import between
from pingblock.errors import BadInput

# Heading -> {command: module}, in the order of the help.
COMMANDS: dict[str, dict[str, str]] = {
    "Play": {
        "play": "play",
        "game": "press",
        "press": "press",
        "replay": "press",
        "worms": "worms",
        "monitor": "monitor",
        "table": "tables",
        "rules": "rules",
        "study": "study",
    },
    "Look after it": {
        "status": "reports",
        "restart": "press",
        "battery": "reports",
        "volume": "volume",
        "mute": "volume",
        "sounds": "sounds",
        "odds": "odds",
        "settings": "settings",
        "support": "support",
        "cards": "cards",
    },
    "Firmware": {
        "install": "install",
        "update": "update",
        "image": "image",
        "flash": "flash",
        "pins": "pins",
    },
    "This computer": {
        "devices": "devices",
        "doctor": "doctor",
        "selftest": "selftest",
        "virtual": "virtual",
        "completion": "completion",
    },
}
# Former names of commands, and what replaces them. Lists do not show them.
FORMER = {"profile": "pingblock odds", "log": "pingblock status --log"}
HEADING = {name: heading for heading, places in COMMANDS.items() for name in places}


class Commands(TyperGroup):
    """The group ``pingblock``. It imports a command only when the command is needed.

    Importing all commands takes 0.2 s of CPU, which is more than the start of Python and typer.
    """

    commands: dict[str, Any]  # None if the command was not loaded

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = dict.fromkeys(HEADING)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Returns the command of this name, or None. Raises BadInput for a former name."""
        # For the Tab key, the parser must not fail.
        if cmd_name in FORMER and not ctx.resilient_parsing:
            raise BadInput(f"'{cmd_name}' is now '{FORMER[cmd_name]}'.")
        if cmd_name in HEADING and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _load(cmd_name, HEADING[cmd_name])
        return self.commands.get(cmd_name)


def _load(name: str, heading: str) -> Any:
    module = import_module(f"pingblock.cli.{COMMANDS[heading][name]}")
    around = typer.Typer(add_completion=False)
    if hasattr(module, "commands"):
        if module.commands.registered_callback is None:
            module.commands.callback()(between)
        around.add_typer(module.commands, name=name, rich_help_panel=heading)
    else:
        function = getattr(module, name.replace("-", "_"))
        around.command(name, rich_help_panel=heading)(function)
        around.callback()(_nothing)
    group: Any = typer.main.get_command(around)
    return _flowing(group.commands[name])


def _flowing(command: Any) -> Any:
    """Joins the lines of a docstring's paragraphs, because typer keeps the line breaks."""
    paragraphs = cleandoc(command.help or "").split("\n\n")
    command.help = "\n\n".join(each.replace("\n", " ") for each in paragraphs)
    for inner in getattr(command, "commands", {}).values():
        _flowing(inner)
    return command


def _nothing() -> None:
    """Makes typer treat a single command as a group."""
