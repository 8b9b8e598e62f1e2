"""``pingblock play``: the virtual Question Block as a page in the browser."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pingblock.cli.engine_choice import Engine, chosen

MAX_SEED, MAX_PORT = 2**32 - 1, 65_535

Http = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=MAX_PORT,
        help="Number of the page's TCP port. 0 picks a free port. Default: 8421 if it is free.",
    ),
]
Share = Annotated[
    bool,
    typer.Option(
        "--share", help="Let guests on the local network join the board games, with a code."
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "-l",
        "--language",
        help="Language of the page, such as de. Default: the browser's language.",
    ),
]


def play(
    engine: Engine = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=MAX_SEED, help="Seed for the random draws. Default: random."),
    ] = None,
    http: Http = None,
    share: Share = False,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the page's address and do not open a browser.")
    ] = False,
    language: Language = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON line when the page is ready.")
    ] = False,
) -> None:
    """Opens the virtual Question Block in the browser, in real time, with sound. Ctrl-C stops it.

    Without a desktop, the command prints the page's address. Only programs and browsers on this
    computer can use the page, and only with that address. With --share other people can join its
    board games, but they cannot use the device. If it already runs, a second start opens the page
    of the first.
    """
    from pingblock.serve_page.launch import open_browser
    from pingblock.serve_page.launch import play as play_here
    from pingblock.tables.language import table_words

    code = table_words(language).language if language is not None else ""

    def ready(url: str, guests: str, joins: bool = False) -> None:
        url, guests = _in(code, url), _in(code, guests)
        opened = not no_open and open_browser(url)
        print(_said(url, guests, opened, joins, as_json), flush=True)

    play_here(chosen(engine), seed, http, ready, share)


def _in(language: str, url: str) -> str:
    """Returns a page's address, with the language if one is given."""
    return url.replace("#", f"?lang={language}#", 1) if language else url


def _said(url: str, guests: str, opened: bool, joins: bool, as_json: bool) -> str:
    """Returns the text to print when the page can be opened. ``guests`` is their URL, or "".

    ``joins``: whether another program serves the page.
    """
    if as_json:
        fields = {"url": url, "guests": guests, "joins": joins}
        return json.dumps({name: value for name, value in fields.items() if value})
    lines = [f"The page is open: {url}" if opened else f"Open this page in a browser: {url}"]
    lines += [f"Guests on this network open: {guests}"] * bool(guests)
    return "\n".join([*lines, *["Ctrl-C stops it."] * (not joins)])
