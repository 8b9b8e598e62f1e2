"""``pingblock play``: the virtual Question Block as a page in the browser."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pingblock.cli.engine_choice import Engine, chosen

MAX_SEED, MAX_PORT = 2**32 - 1, 65_535


def play(
    engine: Engine = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=MAX_SEED, help="Fixes the draws. Default: chance.")
    ] = None,
    http: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MAX_PORT,
            help="Number of the page's TCP port; 0 takes a free one. Default: 8421 if it is free.",
        ),
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the page's address, open no browser.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON line once it is ready.")
    ] = False,
) -> None:
    """Opens the virtual Question Block in the browser, in real time, with sound. Ctrl-C stops it.

    Without a desktop it prints the page's address. Only programs and browsers of this computer
    reach it, and only with that address.
    """
    from pingblock.serve_page.launch import open_browser
    from pingblock.serve_page.launch import play as play_here

    def ready(url: str) -> None:
        opened = not no_open and open_browser(url)
        text = f"The page is open: {url}" if opened else f"Open this page in a browser: {url}"
        print(json.dumps({"url": url}) if as_json else f"{text}\nCtrl-C stops it.", flush=True)

    play_here(chosen(engine), seed, http, ready)
