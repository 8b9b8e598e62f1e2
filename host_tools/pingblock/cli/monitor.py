"""``pingblock monitor``: events as they happen."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, sentence, tell
from pingblock.device import Device
from pingblock.session import Message


def monitor(
    once: Annotated[bool, typer.Option("--once", help="End after one event.")] = False,
    filter: Annotated[
        list[str] | None, typer.Option(help="Only this kind, such as outcome; may be repeated.")
    ] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Prints events with the time they came until Ctrl-C, which is its proper end."""
    with suppress(KeyboardInterrupt), Device(port) as device:
        for event in device.events():
            if filter and event["event"] not in filter:
                continue
            _tell(event, as_json)
            if once:
                return


def _tell(event: Message, as_json: bool) -> None:
    at = datetime.now().astimezone().isoformat(timespec="milliseconds")
    rest = {name: value for name, value in event.items() if name not in ("event", "ms")}
    tell({"at": at, **event}, f"{at}  {event['event']:<8}  {sentence(rest)}".rstrip(), as_json)
