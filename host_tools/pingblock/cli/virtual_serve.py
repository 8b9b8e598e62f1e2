"""``pingblock virtual serve``: the virtual device as a serial port that any program can open."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pingblock.cli.engine_choice import SealedEngine, chosen, chosen_sealed
from pingblock.common.plain_text import say
from pingblock.errors import BadInput

MAX_SEED, MAX_PORT = 2**32 - 1, 65_535

Seed = Annotated[int | None, typer.Option(min=0, max=MAX_SEED, help="Seed for the random draws.")]


def serve(
    engine: SealedEngine = None,
    tcp: Annotated[
        int | None,
        typer.Option(
            min=0, max=MAX_PORT, help="Number of a TCP port to offer. 0 picks a free port."
        ),
    ] = None,
    pty: Annotated[
        bool, typer.Option("--pty", help="Offer a pseudo terminal (Linux and macOS).")
    ] = False,
    token: Annotated[
        str, typer.Option(help="Word that a program on TCP must send as its first line.")
    ] = "",
    seed: Seed = None,
    new: Annotated[
        bool, typer.Option("--new", help="Serve a new block, which is not stored.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON line when the port is ready.")
    ] = False,
) -> None:
    """Offers your virtual block as a serial port for other programs. Ctrl-C stops it.

    Without --tcp and --pty, the command offers both. Only one program can use the port at a time.
    A second program gets a line with the reason, and is disconnected if it uses TCP. Web browsers
    are refused. With --token, a program must send the token first. The engine desk works only with
    --pty. While this command runs, '--port virtual' uses the same block.
    """
    from pingblock.serve.launch import serve as serve_here

    if token and pty and tcp is None:
        raise BadInput("--token is for the TCP port: add --tcp 0.")
    name = _engine(engine, only_pty=pty and tcp is None)

    def ready(url: str | None, terminal: str | None) -> None:
        text = json.dumps({"url": url, "pty": terminal}) if as_json else _how(url, terminal)
        print(text, flush=True)

    serve_here(name, seed, tcp, pty, ready, say, token, new)


def _engine(asked: str | None, only_pty: bool) -> str:
    """Returns the name of the engine. The desk is allowed only for a terminal, which is private.

    Every user of this computer can connect to a TCP port, and can read the token in the list of
    processes.
    """
    if only_pty and asked is not None:
        return chosen(asked)
    return chosen_sealed(asked, "a TCP port that every program reaches (--pty offers none)")


def _how(url: str | None, terminal: str | None) -> str:
    ports = [port for port in (terminal, url) if port]
    if "?" in ports[0]:  # Only programs of ours understand a token in a URL.
        return f"The virtual device is at {ports[0]}; Ctrl-C stops it. Use that name as --port."
    return (
        f"The virtual device is at {' and at '.join(ports)}; Ctrl-C stops it. Connect with"
        f" 'mpremote connect {ports[0]}' or 'python -m serial.tools.miniterm {ports[-1]}'."
    )
