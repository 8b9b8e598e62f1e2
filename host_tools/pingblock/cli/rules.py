"""``pingblock rules``: the rules of a game, in words."""

from __future__ import annotations

from typing import Annotated

import typer

from pingblock.cli.attached import AsJson, tell
from pingblock.cli.offers import offer
from pingblock.tables.registry import TABLES

RULED = ("block", *TABLES)


def rules(
    game: Annotated[
        str, typer.Argument(help=f"One of {', '.join(RULED)}.", autocompletion=offer(*RULED))
    ],
    as_json: AsJson = False,
) -> None:
    """Lists the rules of a game in words, each with its number and source."""
    from pingblock.tables.rule_texts import in_words, rules_of

    found = rules_of(game)
    tell({"rules": [each._asdict() for each in found]}, in_words(found), as_json)
