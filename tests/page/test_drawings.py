"""The drawings show by more than colour whose deed is whose."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect
from tests.page.test_ceremony import DRAW, PLAYERS
from tests.unit.pingblock.tables.at_table import log_text
from tools.pictures.tables import prepared

from pingblock.tables.log import first_record
from pingblock.tables.page_table import PageTable


def _middle_of(game: str) -> dict[str, Any]:
    """Returns the page's answer in the middle of a game of bots."""
    table = prepared(game)
    log = log_text([first_record(table.header), *table.records()])
    return PageTable().answer(json.dumps({"load": log}))


def test_owner_and_mortgage_of_a_deed_are_told_by_more_than_colour(page: Page, front: str) -> None:
    shown = _middle_of("celebration")
    spaces = shown["state"]["spaces"]
    mortgaged = [at for at, space in enumerate(spaces) if space["mortgaged"]]
    assert 0 < len(mortgaged) < sum(space["owner"] is not None for space in spaces)
    page.goto(front)
    page.evaluate(DRAW, ["celebration", PLAYERS, [shown]])
    for at, space in enumerate(spaces):
        drawn = page.locator(f'.tspace[data-at="{at}"]')
        letters = [] if space["owner"] is None else [PLAYERS[space["owner"]][0]]
        expect(drawn.locator(".tletter")).to_have_text(letters)
        striped = at in mortgaged
        expect(drawn.locator('[fill="url(#stripes)"]')).to_have_count(int(striped))
        expect(drawn.locator(".tsign", has_text="M")).to_have_count(int(striped))
    expect(page.locator(".chip.striped")).to_have_count(len(mortgaged))
