"""``pingblock cards``: the reminder cards, to read or to print."""

from __future__ import annotations

import shutil
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pingblock.cards import plain, strings
from pingblock.cards.sheet import PAPERS, Sheet, sheet_of
from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.offers import offer
from pingblock.common.output_file import check_places, write_file
from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput

FORMATS = ("text", "html", "pdf")
_SUFFIXES = {".txt": "text", ".html": "html", ".htm": "html", ".pdf": "pdf"}


def _languages(incomplete: str) -> list[tuple[str, str]]:
    """Returns the languages whose codes begin with the typed text, each with its own name."""
    known = {**strings.languages(), strings.ALL: "every one"}
    return [(code, name) for code, name in known.items() if code.startswith(incomplete)]


Languages = Annotated[
    list[str] | None,
    typer.Option(
        "--language",
        "-l",
        help="Language, such as de, or all. May be repeated.",
        autocompletion=_languages,
    ),
]
Games = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        "-g",
        help=f"{', '.join(strings.GAMES)} or all. Default: block. May be repeated.",
        autocompletion=offer(*strings.GAMES, strings.ALL),
    ),
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="File to write, such as cards.pdf.")
]
Battery = Annotated[
    bool,
    typer.Option(
        "--battery", help="Add a card about changing the battery of a toy with one AAA battery."
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        help="text, html or pdf. Default: the ending of --output.",
        autocompletion=offer(*FORMATS),
    ),
]


def cards(
    language: Languages = None,
    game: Games = None,
    format: Format = None,
    output: Output = None,
    paper: Annotated[
        str, typer.Option(help="Paper: a4 or letter.", autocompletion=offer(*PAPERS))
    ] = "a4",
    battery: Battery = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Makes reminder cards that explain each sound. You can read them here, or print and cut them.

    Languages: da, de, en, es, fi, fr, it, nl, no, pl, pt and sv. No device is needed.
    """
    wanted = strings.cards(language or ["en"], battery, game or [strings.BLOCK])
    sheet = sheet_of(paper)
    kind = _kind(format, output)
    if output is None and as_json:
        return _tell(wanted, format)
    check_places([output], force)
    data = _rendered(wanted, kind, sheet)
    if output is None:
        return _print(data, kind)
    write_file(output, data)
    fields = {
        "file": str(output),
        "format": kind,
        "languages": list(dict.fromkeys(card.language for card in wanted)),
    }
    return tell(
        fields,
        f"The cards are in {output}. Print at 100 % size, then cut along the marks.",
        as_json,
    )


def _tell(cards: list[strings.Card], format: str | None) -> None:
    if format not in (None, "text"):
        raise BadInput(
            f"--json prints the texts of the cards. To write {format}, name a file with --output."
        )
    fields = [
        {**asdict(card), "sounds": [{"badge": badge, "text": text} for badge, text in card.sounds]}
        for card in cards
    ]
    tell({"cards": fields}, "", True)


def _rendered(cards: list[strings.Card], kind: str, sheet: Sheet) -> bytes:
    if kind == "text":
        width = max(40, min(plain.WIDTH, shutil.get_terminal_size((plain.WIDTH, 24)).columns))
        return plain.text_of(cards, width).encode()
    if kind == "html":
        from pingblock.cards.page import html_of

        return html_of(cards, sheet).encode()
    from pingblock.cards.pdf import pdf_of

    return pdf_of(cards, sheet)


def _kind(format: str | None, output: Path | None) -> str:
    by_name = _SUFFIXES.get(output.suffix.lower(), "") if output else ""
    if output and not (format or by_name):
        raise BadInput(
            f"{output} does not end in {', '.join(_SUFFIXES)}: choose such a name, or add "
            "--format."
        )
    kind = format or by_name or "text"
    if kind not in FORMATS:
        raise BadInput(no_such("format", kind, FORMATS))
    return kind


def _print(data: bytes, kind: str) -> None:
    if kind == "pdf" and sys.stdout.isatty():
        raise BadInput("A PDF cannot be shown here: name a file with --output, such as cards.pdf.")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
