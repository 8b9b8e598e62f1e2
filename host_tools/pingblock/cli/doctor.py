"""``pingblock doctor``: finds the fault, and the command that helps."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, tell

_MARKS = {"ok": "ok   ", "hint": "hint ", "wrong": "WRONG"}


def doctor(
    udev_rule: Annotated[
        bool,
        typer.Option(
            "--udev-rule", help="Print only the rule that lets Linux users open the port."
        ),
    ] = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Finds out why a device does not work, and shows a command that can help.

    This command changes nothing. The exit code is 1 if something is wrong.
    """
    from pingblock.care.doctor.examine import examine
    from pingblock.care.doctor.findings import RULE, WRONG, findings

    if udev_rule:
        return tell({"rule": RULE}, RULE, as_json)
    found = findings(examine(port))
    wrong = [each for each in found if each.level == WRONG]
    lines = []
    for each in found:
        lines.append(f"{_MARKS[each.level]}  {each.say}")
        lines += [f"         {each.fix}"] if each.fix else []
    fields = {"ok": not wrong, "findings": [asdict(each) for each in found]}
    tell(fields, "\n".join(lines), as_json)
    if wrong:
        raise typer.Exit(1)
    return None
