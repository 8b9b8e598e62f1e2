"""Runs a command line: options before the command, and the report of its end."""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.completion import completion_init  # type: ignore[attr-defined]

from pingblock.cli.asking import agrees
from pingblock.cli.attached import AsJson, Port, defaults, say
from pingblock.cli.commands import Commands
from pingblock.cli.exit_codes import FAILED, READER_LEFT
from pingblock.cli.failures import Failure, failure_of, not_written, tell_failure
from pingblock.common.endings import raising
from pingblock.connection.person import PERSON

_JSON = "--json"


def run(arguments: Sequence[str]) -> int:
    """Runs one command line. If it fails, prints the reason.

    Args:
        arguments: the words after ``pingblock``.

    Returns:
        The exit code, see ``pingblock.cli``.
    """
    _have_streams()
    try:
        with raising():
            code = _run(list(arguments))
            sys.stdout.flush()
        return code
    except BrokenPipeError:  # The reader of the output has left, so a message is of no use.
        _discard_output()
        return READER_LEFT
    except OSError as error:
        _discard_output()
        return tell_failure(not_written(error), as_json=False)
    finally:  # From here on, Ctrl-C could only interrupt the end of the interpreter.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _run(arguments: list[str]) -> int:
    completion_init()
    PERSON.says, PERSON.agrees = say, agrees
    failure: Failure | None
    try:
        left = typer.main.get_command(app).main(
            arguments, prog_name="pingblock", standalone_mode=False
        )
        failure = failure_of(left)
    except (Exception, KeyboardInterrupt) as error:
        failure = failure_of(error)
    except SystemExit as left_at_once:  # typer raises it when the reader of the output has left.
        if left_at_once.code == FAILED:
            raise BrokenPipeError from None
        raise
    if failure is None:
        return 0
    return tell_failure(failure, wants_json(arguments))


def _have_streams() -> None:
    """Makes stdout and stderr accept any text, even if they are closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def wants_json(arguments: Sequence[str]) -> bool:
    """Returns whether a command line asks for JSON, even if the line is wrong."""
    before_names = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return _JSON in before_names


def _discard_output() -> None:
    """Discards unread output, because Python would print a traceback about it at the exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"pingblock {version('pingblock')}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    help="Tools for the Pingblock: a Question Block and an apple base on a Raspberry Pi Pico.",
    epilog="Exit codes: 0 done, 1 failed, 2 wrong input or command line, 130 stopped by Ctrl-C.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _options(
    context: typer.Context,
    port: Port = None,
    as_json: AsJson = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Tools for the Pingblock: a Question Block and an apple base on a Raspberry Pi Pico."""
    if context.invoked_subcommand is None:
        from pingblock.cli.greeting import greet

        greet(as_json)
        return
    group: Any = context.command
    command = group.commands[context.invoked_subcommand]
    context.default_map = {command.name: defaults(command, port, as_json)}
