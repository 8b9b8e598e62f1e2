"""Reference pages made of the declarations: commands, settings, requests, events, the library."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import typer

import pingblock
from pingblock import errors
from pingblock.cli.commands import COMMANDS
from pingblock.cli.frame import app
from pingblock.cli.offers import EVENTS
from pingblock.owner.options import OPTIONS
from pingblock.virtual.bench import Bench, open_bench
from pingware.games import catalog
from pingware.shared import schema
from pingware.shared.wording import words_of

_MADE = "This page is made of the declarations in the sources.\n\n"


@cache
def pages() -> Mapping[str, str]:
    """Returns the pages: name to text."""
    made: dict[str, Callable[[], str]] = {
        "commands": _commands,
        "settings": _settings,
        "requests": _requests,
        "events": _events,
        "library": _library,
    }
    return {f"reference/{name}.md": page() for name, page in made.items()}


def _table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(_cell(each) for each in line)} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").strip()


def _commands() -> str:
    group: Any = typer.main.get_command(app)
    text = "# Every command\n\n" + _MADE + "`pingblock` stands before each of them.\n"
    for heading, names in COMMANDS.items():
        text += f"\n## {heading}\n"
        for name in names:
            text += "".join(_command(group.commands[name], name))
    return text


def _command(command: Any, words: str) -> Iterator[str]:
    """Yields the chapters of a command, and of the commands in it."""
    inner = getattr(command, "commands", None)
    for name, each in (inner or {}).items():
        yield from _command(each, f"{words} {name}")
    if inner and not command.invoke_without_command:
        return
    yield f"\n### `{words}`\n\n{_plain(command.help or '')}\n\n"
    rows = [row for parameter in command.params if (row := _parameter(parameter))]
    if rows:
        yield _table(("word", "meaning"), iter(rows))


def _parameter(parameter: Any) -> tuple[str, str] | None:
    if getattr(parameter, "hidden", False) or parameter.name == "help":
        return None
    if parameter.param_type_name == "argument":
        return f"`{parameter.name.upper()}`", _plain(parameter.help or "")
    return ", ".join(f"`{word}`" for word in parameter.opts), _plain(parameter.help or "")


def _plain(text: str) -> str:
    """Returns a help text without what Markdown would take for a tag."""
    return text.replace("<", "&lt;").replace("*", "\\*")


def _settings() -> str:
    rows = (
        (f"`{name}`", option.allowed, f"`{json.dumps(option.default)}`", _plain(option.help))
        for name, option in OPTIONS.items()
    )
    head = "# Every setting\n\n" + _MADE
    how = "`pingblock settings set NAME=VALUE` changes one; `pingblock settings` shows them.\n\n"
    return head + how + _table(("setting", "may be", "is at first", "what it does"), rows)


def _requests() -> str:
    known = catalog.REQUESTS
    head = "# Every request of the link\n\n" + _MADE
    how = 'A program sends `{"id": 1, "do": NAME, ...}`; bold words are needed.\n\n'
    rows = ((f"`{name}`", _arguments(known[name])) for name in sorted(known))
    return head + how + _table(("request", "takes"), rows)


def _arguments(declared: Any) -> str:
    taken: Mapping[str, schema.Rule] = declared[0] if isinstance(declared, tuple) else declared
    said = []
    for name, rule in taken.items():
        mark = "**" if rule.kind == schema.NEEDED else ""
        said.append(f"{mark}`{name}`{mark}: {words_of(rule)}")
    return "; ".join(said) or "nothing"


def _events() -> str:
    told = {event["kind"]: event for event in reversed(_happened())}
    rows = ((f"`{kind}`", _line(told[kind]) if kind in told else "") for kind in EVENTS)
    head = (
        "# Every event\n\nWhat a device tells without being asked; `pingblock monitor` shows it. "
    )
    how = "The examples are what a virtual device said while this page was made.\n\n"
    return head + how + _table(("event", "for example"), rows)


def _happened() -> list[Any]:
    """Returns what a virtual device tells while hands and a host do this and that."""
    with open_bench(seed=10) as bench:
        bench.advance(_UP_MS)
        for hands, ms in _HANDS:
            hands(bench)
            bench.advance(ms)
        return bench.events()


def _pull(bench: Bench) -> None:
    bench.pull_lever()
    bench.advance(_SHORT_MS)
    bench.release_lever()


def _mute(bench: Bench) -> None:
    bench.power_off()
    bench.press(for_ms=_HELD_MS)
    bench.power_on()


_UP_MS, _SHORT_MS, _HELD_MS, _STUCK_MS = 1000.0, 300.0, 6000.0, 31_000.0
# What hands and a host do, and the ms after it, for each kind of event.
_HANDS: tuple[tuple[Callable[[Bench], object], float], ...] = (
    (lambda bench: bench.press(), 5000),
    (lambda bench: bench.check(), 5000),
    (lambda bench: bench.request("battery"), 5000),
    (lambda bench: bench.request("settings", set={"players": 2, "mixed": True}), 9000),
    (lambda bench: bench.check(), 9000),  # of a game of hands it tells one
    (lambda bench: bench.request("worms_score", player=1, by=1), 3000),
    (_pull, 30_000),
    (lambda bench: bench.pull_lever(), _STUCK_MS),
    (lambda bench: bench.release_lever(), 2000),
    (lambda bench: bench.request("game", name="fortune"), 3000),
    (lambda bench: bench.press(), 5000),
    (lambda bench: bench.request("fortune", act="next"), 3000),
    (lambda bench: bench.check(for_ms=_HELD_MS), _UP_MS),
    (lambda bench: bench.press(), 8000),  # the check button is down: another game
    (_mute, 9000),
)


def _line(event: Mapping[str, Any]) -> str:
    fields = {
        name: value for name, value in event.items() if name not in ("at_ms", "kind", "source")
    }
    return f"`{json.dumps({'event': event['kind'], **fields})}`"


def _library() -> str:
    text = (
        "# The library\n\n" + _MADE + "`from pingblock import Device` and the other names here.\n"
    )
    for name in pingblock.__all__:
        text += "".join(_class(name, getattr(pingblock, name)))
    text += "\n## Errors\n\nAll are a `PingblockError`, in `pingblock.errors`.\n\n"
    kinds = [each for each in vars(errors).values() if inspect.isclass(each)]
    rows = ((f"`{each.__name__}`", inspect.getdoc(each) or "") for each in kinds)
    return text + _table(("error", "means"), rows)


def _class(name: str, found: type) -> Iterator[str]:
    yield f"\n## {name}\n\n{_doc(found)}\n"
    for method, what in inspect.getmembers(found):
        if not method.startswith("_") and (inspect.isfunction(what) or isinstance(what, property)):
            called = str(inspect.signature(what)) if inspect.isfunction(what) else ""
            words = called.replace("(self, ", "(").replace("(self)", "()").replace("'", "")
            yield f"\n### `{method}{words}`\n\n{_doc(what)}\n"


def _doc(found: object) -> str:
    """Returns a docstring as Markdown: its lists of arguments as lists."""
    lines = (inspect.getdoc(found) or "").splitlines()
    said = [f"- {line.strip()}" if line.startswith("    ") else line for line in lines]
    heads = {
        "Args:": "Takes\n",
        "Returns:": "Returns\n",
        "Raises:": "Raises\n",
        "Yields:": "Yields\n",
    }
    return _plain("\n".join(heads.get(line, line) for line in said))
