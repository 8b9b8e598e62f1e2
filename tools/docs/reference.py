"""Reference pages made from declarations: commands, settings, faults, the link, the library."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import typer
from tools.docs import library_page, link_pages
from tools.docs.markdown import MADE, plain, table

from pingblock.care.owner import notes
from pingblock.cli.commands import COMMANDS
from pingblock.cli.frame import app
from pingblock.common.options import OPTIONS
from pingware.shared import fault_texts


@cache
def pages() -> Mapping[str, str]:
    """Returns the pages: name to text."""
    made: dict[str, Callable[[], str]] = {
        "commands": _commands,
        "settings": _settings,
        "requests": link_pages.requests_page,
        "events": link_pages.events_page,
        "faults": _faults,
        "library": library_page.page,
    }
    return {f"reference/{name}.md": page() for name, page in made.items()}


def _commands() -> str:
    group: Any = typer.main.get_command(app)
    text = "# Every command\n\n" + MADE + "Type `pingblock` before each command.\n"
    for heading, names in COMMANDS.items():
        text += f"\n## {heading}\n"
        for name in names:
            text += "".join(_command(group.get_command(None, name), name))
    return text


def _command(command: Any, words: str) -> Iterator[str]:
    """Yields the chapters of a command and its subcommands."""
    inner = getattr(command, "commands", None)
    for name, each in (inner or {}).items():
        yield from _command(each, f"{words} {name}")
    if inner and not command.invoke_without_command:
        return
    yield f"\n### `{words}`\n\n{plain(command.help or '')}\n\n"
    rows = [row for parameter in command.params if (row := _parameter(parameter))]
    if rows:
        yield table(("argument or option", "meaning"), rows)


def _parameter(parameter: Any) -> tuple[str, str] | None:
    if getattr(parameter, "hidden", False) or parameter.name == "help":
        return None
    if parameter.param_type_name == "argument":
        return f"`{parameter.name.upper()}`", plain(parameter.help or "")
    return ", ".join(f"`{word}`" for word in parameter.opts), plain(parameter.help or "")


def _settings() -> str:
    rows = (
        (f"`{name}`", option.allowed, f"`{json.dumps(option.default)}`", plain(option.help))
        for name, option in OPTIONS.items()
    )
    head = "# Every setting\n\n" + MADE
    how = (
        "`pingblock settings set NAME=VALUE` changes a setting, and `pingblock settings get` shows"
        " all of them.\n\n"
    )
    return head + how + table(("setting", "allowed", "default", "meaning"), rows)


def _faults() -> str:
    codes = sorted({*fault_texts.FAULT_BLINKS, *fault_texts.FAULT_TEXTS})
    rows = ((f"`{code}`", _blinks(code), plain(notes.meaning(code))) for code in codes)
    how = (
        "A device reports a fault with the event `fault`, and blinks."
        " [Faults and safe mode](../faults.md) lists the remedies, in the order of the blinks.\n\n"
    )
    head = "# Every fault\n\n" + MADE
    return head + how + table(("code", "blinks", "message"), rows)


def _blinks(code: str) -> str:
    long, short = divmod(fault_texts.FAULT_BLINKS.get(code, fault_texts.FAULT_BLINKS_OTHER), 10)
    return f"{long} long, {short} short"
