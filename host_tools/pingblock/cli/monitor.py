"""``pingblock monitor``: events as they happen."""

from __future__ import annotations

from contextlib import closing, suppress
from datetime import datetime
from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, Port, say, sentence, tell
from pingblock.cli.engine_choice import is_virtual
from pingblock.cli.offers import EVENTS, events
from pingblock.common.suggestion import no_such
from pingblock.connection.discovery import choose
from pingblock.connection.follower import follow
from pingblock.connection.session import Message
from pingblock.connection.transport import VIRTUAL
from pingblock.errors import BadInput

_NO_HANDS = (
    "Only this command can reach this virtual block, so nobody can press it. To press one, "
    "start 'pingblock play', and watch it with --port virtual."
)


def monitor(
    once: Annotated[bool, typer.Option("--once", help="Stop after one event.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="Print only these kinds of events, such as press,outcome. May be repeated.",
            autocompletion=events,
        ),
    ] = None,
    reconnect: Annotated[
        bool,
        typer.Option(
            "--reconnect/--no-reconnect",
            help=("Wait for the device when it restarts or is unplugged, then continue."),
        ),
    ] = True,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Prints each event with its time. Ctrl-C stops it."""
    kinds = {kind for words in only or () for kind in words.split(",")}
    for kind in sorted(kinds - set(EVENTS)):
        raise BadInput(no_such("event", kind, EVENTS))
    _check_hands(choose(port), once)
    with suppress(KeyboardInterrupt), closing(follow(port, _say, reconnect)) as events:
        for event in events:
            if kinds and event["event"] not in kinds:
                continue
            _tell(event, as_json)
            if once:
                return


def _check_hands(port: str, once: bool) -> None:
    """Warns that a virtual block has no button without a page. With ``once``, this is an error."""
    from pingblock.block.owning import PAGE, running

    if not is_virtual(port):
        return
    holder = running()
    if port == VIRTUAL and holder and holder.says.get(PAGE):
        return
    if once:
        raise BadInput(_NO_HANDS)
    _say(_NO_HANDS)


def _tell(event: Message, as_json: bool) -> None:
    at = datetime.now().astimezone().isoformat(timespec="milliseconds")
    rest = {name: value for name, value in event.items() if name not in ("event", "ms")}
    tell({"at": at, **event}, f"{at}  {event['event']:<8}  {sentence(rest)}".rstrip(), as_json)


def _say(text: str) -> None:
    say(f"pingblock: {text}")
