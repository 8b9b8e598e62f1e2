"""Values of a command line are those that typer alone would read, and its complaints, too."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer
from typer import core
from typer._coercion import build_runtime_param
from typer.testing import CliRunner

from pingblock.cli import quick_values

LINES = (
    [],
    ["--word", "a b"],
    ["--word", ""],
    ["--word", "-3"],
    ["--words", "a", "--words", "b"],
    ["--count", "3"],
    ["--count", "three"],
    ["--count", "9"],
    ["--kind", "one"],
    ["--kind", "other"],
    ["--place", "/tmp"],
    ["--parsed", "up"],
    ["--twice", "a", "b"],
    ["--twice", "a"],
    ["first"],
    ["first", "second"],
    ["--must"],
)


def _command(
    more: Annotated[list[str] | None, typer.Argument()] = None,
    word: str | None = None,
    words: Annotated[list[str] | None, typer.Option()] = None,
    count: Annotated[int | None, typer.Option(max=5)] = None,
    kind: Literal["one", "two"] | None = None,
    place: Path | None = None,
    parsed: Annotated[str, typer.Option(parser=str.upper)] = "down",
    twice: Annotated[tuple[str, str] | None, typer.Option()] = None,
) -> None:
    print([more, word, words, count, kind, place, parsed, twice])


def _told(line: list[str]) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(_command)
    done = CliRunner().invoke(app, line, env={"TERM": "dumb"})
    return done.exit_code, done.output


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_values_and_complaints_are_typers(
    monkeypatch: pytest.MonkeyPatch, line: list[str]
) -> None:
    monkeypatch.setattr(core, "build_runtime_param", build_runtime_param)
    wanted = _told(line)
    quick_values.use()
    assert core.build_runtime_param is not build_runtime_param
    assert _told(line) == wanted


def test_typer_of_another_version_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(core, "build_runtime_param")
    quick_values.use()
    assert not hasattr(core, "build_runtime_param")
