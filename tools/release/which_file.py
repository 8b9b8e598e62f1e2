"""The page "Which file do I take?" of a release: situation, the file for it, its size and sum."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

from tools.release.packed import sum_of

NAME = "0-which-file.html"  # this name is sorted before all other files
TITLE = "Which file do I take?"
_DRAG = "Hold BOOTSEL while you plug it in, then drag the file onto the drive."
_OPEN = "Double-click it."
# The person's device or program, the end of the file's name, and the next step.
_ROWS = (
    ("a Raspberry Pi Pico", "-pico-slots.uf2", _DRAG),
    ("a Raspberry Pi Pico W", "-pico-slots.uf2", _DRAG),
    ("a Raspberry Pi Pico 2", "-pico2-slots.uf2", _DRAG),
    ("a Raspberry Pi Pico 2 W", "-pico2-slots.uf2", _DRAG),
    ("a computer, to play the block", "pingblock.html", _OPEN),
    ("a computer, to play board games, too", "pingblock-tables.html", _OPEN),
    ("a computer with Python 3.11 or newer", ".whl", "Install it with pip, in a venv."),
    ("a web server", "-page.zip", "Unpack it there."),
    ("a printer, for reminder cards", "-cards.pdf", "Print it at 100 %."),
    ("plans to build a block", "-hardware.zip", "Unpack it, and read README.md."),
    ("no network, to read the docs", "-docs.zip", "Unpack it, and open index.html."),
    (
        "plans to change Pingblock",
        ".tar.gz",
        "Unpack it, and type make play. It lacks the git history and all built files.",
    ),
)
_HEAD = ("You have", "File", "MB", "Next step", "SHA-256")
_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 1rem/1.5 sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }}
:root {{ color-scheme: light dark; }}
table {{ display: block; overflow-x: auto; }}
td, th {{ padding: 0.3rem 0.8rem 0.3rem 0; text-align: left; vertical-align: top; }}
td:last-child {{ font: 0.7rem monospace; overflow-wrap: anywhere; }}
</style>
<h1>{title}</h1>
<table>
{rows}
</table>
"""


class Choice(NamedTuple):
    """A row: what a person has, and the file to take."""

    have: str
    file: str
    mb: str
    step: str
    sha256: str


def choices(folder: Path) -> list[Choice]:
    """Returns the rows for the files of a release. A row whose file is missing is skipped."""
    files = sorted(folder.iterdir())
    return [
        Choice(have, path.name, f"{path.stat().st_size / 1e6:.1f}", step, sum_of(path))
        for have, ending, step in _ROWS
        for path in files
        if path.name.endswith(ending)
    ]


def page(rows: list[Choice]) -> str:
    """Returns the rows as an HTML page, with links to files in its folder."""
    lines = [f"<tr>{''.join(f'<th>{each}</th>' for each in _HEAD)}</tr>"]
    for row in rows:
        cells = [escape(each) for each in row]
        cells[1] = f'<a href="{cells[1]}">{cells[1]}</a>'
        lines.append(f"<tr>{''.join(f'<td>{each}</td>' for each in cells)}</tr>")
    return _PAGE.format(title=TITLE, rows="\n".join(lines))


def table(rows: list[Choice]) -> str:
    """Returns the rows as a section in Markdown, for the release notes."""
    lines = [f"## {TITLE}", f"| {' | '.join(_HEAD)} |", "|---" * len(_HEAD) + "|"]
    lines += [
        f"| {row.have} | `{row.file}` | {row.mb} | {row.step} | `{row.sha256}` |" for row in rows
    ]
    return "\n".join(lines) + "\n"
