"""Describes why a command failed: a sentence, a code for programs, and an exit code."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path

import typer

from pingblock.cli.exit_codes import BAD_INPUT, FAILED, INTERRUPTED
from pingblock.common.cache import cache_dir
from pingblock.common.extras import lack
from pingblock.common.output_file import write_file
from pingblock.common.plain_text import say as tell
from pingblock.errors import BadInput, PingblockError, Refused

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
TRACE_VARIABLE = "PINGBLOCK_TRACE"
# pydantic's type of an error -> our words
_MUST = {
    "int_parsing": "a whole number",
    "int_parsing_size": "a shorter whole number",
    "float_parsing": "a number",
    "greater_than_equal": "{ge:g} or more",
    "less_than_equal": "{le:g} or less",
}
# Of a longer word in a sentence, only both ends are shown. Few paths are that long.
_WORD_MOST = 200


@dataclass(frozen=True)
class Failure:
    """A kind of failure. ``code`` stays the same in all versions. ``say`` is a sentence or ""."""

    code: str
    say: str
    exit_code: int = FAILED


def failure_of(left: object) -> Failure | None:
    """Returns the failure of an exception or of a command's exit code, or None for success."""
    match left:
        case None | 0:
            return None
        case int():
            return _of_code(left)
        case KeyboardInterrupt() | typer.Abort(__context__=KeyboardInterrupt()):
            return _of_code(INTERRUPTED)
        case Refused():
            return Failure(left.code, said(left))
        case BadInput():
            return Failure("bad_input", said(left), BAD_INPUT)
        case PingblockError():
            return Failure(_snake(type(left).__name__), said(left))
        case typer.TyperException():
            return Failure("usage", _usage(left), BAD_INPUT)
        case typer.Abort():
            return Failure("aborted", "Nothing was done, because the question was not answered.")
        case ModuleNotFoundError() if missing := lack(left.name or ""):
            return failure_of(missing)
        case OSError() if left.errno in _NO_ROOM:
            return not_written(left)
        case BaseException():
            return Failure("internal", _surprise(left))
    return None


def said(error: PingblockError) -> str:
    """Returns an error's message for the command line, and names the option that helps."""
    return f"{error} {error.option}".strip()


def not_written(error: OSError) -> Failure:
    """Returns the failure for output or a file that was not written because the disk is full."""
    return Failure("not_written", f"The output could not be written: {error.strerror}.")


def tell_failure(failure: Failure, as_json: bool) -> int:
    """Prints a failure as JSON on stdout or as a sentence on stderr. Returns the exit code."""
    long_word = rf"\S{{{_WORD_MOST},}}"
    say = re.sub(long_word, lambda word: f"{word[0][:40]}...{word[0][-20:]}", failure.say)
    if as_json and say:
        fields = {"error": {"code": failure.code, "say": say}}
        print(json.dumps(fields, sort_keys=True), flush=True)
    elif say:
        tell(say)
    return failure.exit_code


def _of_code(code: int) -> Failure:
    """Returns the failure for an exit code. The command itself has printed the reason."""
    if code == INTERRUPTED:
        return Failure("interrupted", "Stopped by Ctrl-C.", INTERRUPTED)
    return Failure("failed", "", code)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _usage(wrong: typer.TyperException) -> str:
    """Returns the fault of a command line and where to find help, or "" if help was printed."""
    said = _wrong_number(wrong) or wrong.format_message().strip()
    context = getattr(wrong, "ctx", None)
    if context is None or not said:
        return said
    full_stop = "" if said.endswith((".", "?", "!")) else "."
    return f"{said}{full_stop} Try '{context.command_path} --help'."


def _wrong_number(wrong: typer.TyperException) -> str:
    """Returns our own message for an invalid number, or "" for any other error."""
    name = getattr(wrong, "option_name", None) or ""
    if re.fullmatch(r"-\d.*", name):
        return f"{name} cannot be used here: numbers must be 0 or more"
    parameter, reasons = getattr(wrong, "param", None), getattr(wrong.__cause__, "errors", None)
    if parameter is None or reasons is None:
        return ""
    [reason, *_] = reasons()  # reasons of pydantic, with which typer reads values
    must = _MUST.get(reason["type"], "").format(**reason.get("ctx", {}))
    label = max(parameter.opts, key=len)
    return f"{label} is '{reason['input']}': it must be {must}" if must else ""


def _surprise(error: BaseException) -> str:
    """Returns a sentence about an internal error. Writes its traceback to a file."""
    trace = "".join(traceback.format_exception(error))
    if os.environ.get(TRACE_VARIABLE):
        print(trace, file=sys.stderr, end="")
    kept = _keep(f"{' '.join(sys.argv)}\n{trace}")
    where = f"; the details are in {kept}" if kept else f"; {TRACE_VARIABLE}=1 shows more"
    what = f"{type(error).__name__}: {error}".rstrip(": .")
    return f"This is a bug in pingblock ({what}){where}. Please report it."


def _keep(text: str) -> Path | None:
    try:
        path = cache_dir() / "last_fault.txt"
        write_file(path, text.encode(errors="backslashreplace"), private=True)
    except PingblockError:
        return None
    return path
