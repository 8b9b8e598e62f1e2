"""Options and a question before data is deleted or replaced. Without a terminal, use ``--yes``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pingblock.errors import BadInput, Refused

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what the command would do.")]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Answer yes to every question.")]


def agrees(question: str) -> bool:
    """Asks on the terminal and returns the answer. If there is no terminal, the answer is no."""
    return sys.stdin.isatty() and typer.confirm(question, err=True)


def must_agree(question: str, yes: bool) -> None:
    """Asks on the terminal, unless ``yes`` was given.

    Raises:
        BadInput: there is no terminal for the question.
        Refused: the answer is no.
    """
    if yes:
        return
    if not sys.stdin.isatty():
        raise BadInput(
            f"There is no terminal in which to ask '{question}': add --yes if you agree."
        )
    if not typer.confirm(question, err=True):
        raise Refused("not_agreed", "Nothing was done.")
