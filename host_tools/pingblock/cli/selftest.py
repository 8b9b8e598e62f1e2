"""``pingblock selftest``: a guided tour of a device that was just built."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from itertools import chain, count
from pathlib import Path
from typing import Annotated

import typer

from pingblock.care.selftest.parts import JUDGED, PARTS
from pingblock.care.selftest.report import Report
from pingblock.care.selftest.run import run
from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, Port, say, tell
from pingblock.cli.exit_codes import FAILED, INTERRUPTED
from pingblock.common.output_file import check_places, write_file
from pingblock.connection.device import Device
from pingblock.errors import BadInput

_YES_NO = {"yes": True, "no": False}


class Terminal:
    """Implements ``selftest.parts.Guide``.

    Args:
        answers: answers by part that are known already. The terminal asks for the others.
    """

    def __init__(self, answers: Mapping[str, bool]) -> None:
        self._answers = answers

    def say(self, text: str) -> None:
        """See ``Guide.say``."""
        say(text)

    def ask(self, part: str, question: str) -> bool:
        """See ``Guide.ask``."""
        if part in self._answers:
            return self._answers[part]
        try:
            return typer.confirm(question, default=None, err=True)
        except typer.Abort:  # Ctrl-C, or the input has ended
            raise KeyboardInterrupt from None


Skip = Annotated[
    list[str] | None,
    typer.Option(help=f"Parts to leave out, such as servo,light. Parts: {', '.join(PARTS)}."),
]
Answers = Annotated[
    str | None,
    typer.Option(help=f"Your answers about {', '.join(JUDGED)}, such as speaker=yes,light=no."),
]
ReportPath = Annotated[
    Path | None,
    typer.Option(
        help="Write PATH.txt and PATH.json. Default: pingblock-selftest-UID in this"
        " folder (UID is the serial number), or with -2, -3 and so on if that exists."
    ),
]


def selftest(
    skip: Skip = None,
    answers: Answers = None,
    wait: Annotated[
        float, typer.Option(min=1, help="Time to wait for each press and pull, in s.")
    ] = 30,
    report: ReportPath = None,
    force: Force = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Tests every part of a device: sound, light, buttons, lever, servo, batteries.

    The command guides you through the tests, asks questions that only a person can answer, and
    writes a report. The exit code is 1 if something does not work, or if nothing was tested.
    Ctrl-C stops the tests. The report then contains the parts that were already tested.
    """
    skipped = {name for words in skip or () for name in words.split(",")}
    given = _answers(answers)
    _can_ask(skipped | set(given))
    if report:
        check_places(_files(report), force)
    with Device(port) as device:
        found = run(device, Terminal(given), skipped, wait)
    path = _write(found, report or _free(found.uid))
    tell({**found.fields(), "report": str(path)}, f"{found.text()}\nReport: {path}", as_json)
    if found.stopped:
        sys.exit(INTERRUPTED)  # The report has noted it.
    if not found.passed:
        raise typer.Exit(FAILED)


def _answers(text: str | None) -> dict[str, bool]:
    found = {}
    for pair in text.split(",") if text else ():
        part, _, answer = pair.partition("=")
        if part not in JUDGED or answer not in _YES_NO:
            parts = ", ".join(JUDGED)
            raise BadInput(f"--answers has '{pair}': it accepts yes or no for {parts}.")
        found[part] = _YES_NO[answer]
    return found


def _can_ask(settled: set[str]) -> None:
    """Raises an error before any part moves, if questions cannot be asked."""
    open_parts = [part for part in JUDGED if part not in settled]
    if open_parts and not sys.stdin.isatty():
        parts = ", ".join(open_parts)
        raise BadInput(
            f"There is no terminal in which to ask about {parts}: add --answers or --skip."
        )


def _files(report: Path) -> list[Path]:
    return [report.with_name(f"{report.name}.{ending}") for ending in ("txt", "json")]


def _free(uid: str) -> Path:
    """Returns an unused name for a report."""
    # The name comes from the device and is not trusted. It could be ../x.
    name = re.sub("[^0-9A-Za-z]", "_", uid)
    ends = chain([""], map("-{}".format, count(2)))
    paths = (Path(f"pingblock-selftest-{name}{end}") for end in ends)
    return next(path for path in paths if not any(map(Path.exists, _files(path))))


def _write(found: Report, report: Path) -> Path:
    text, whole = _files(report)
    write_file(text, (found.text() + "\n").encode())
    write_file(whole, (json.dumps(found.fields(), indent=2) + "\n").encode())
    return text
