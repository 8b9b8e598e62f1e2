"""``pingblock support``: makes one archive for a person who helps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pingblock.care.owner import support as archives
from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, Port, tell
from pingblock.common.output_file import check_place, write_file
from pingblock.common.plain_text import say
from pingblock.connection.device import Device

DEFAULT = Path("pingblock-support.zip")


def support(
    output: Annotated[Path, typer.Option("--output", "-o", help="Name of the archive.")] = DEFAULT,
    force: Force = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Makes an archive about your device, which you can send to a person who helps you.

    The archive contains versions, settings, status, faults, the last crash and battery tests.
    Names of people and computers, ports, serial numbers and home folders are left out. Its
    README.txt lists the contents. If no device answers, the archive describes only this computer.
    """
    check_place(output, force)
    made = archives.collect(lambda: Device(port), port)
    write_file(output, made.data)
    for part, why in made.missing.items():
        say(f"without {part}: {why}")
    tell(
        {"file": str(output), "missing": made.missing},
        f"{output} is ready. It holds no names and no serial numbers; look through it before "
        "you send it.",
        as_json,
    )
