"""The drawings show by more than colour whose deed is whose, and fill the felt."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect
from tests.page.test_ceremony import DRAW, PLAYERS, _end_of
from tests.unit.pingblock.tables.at_table import log_text
from tools.pictures.tables import prepared

from pingblock.tables.log import first_record
from pingblock.tables.page_table import PageTable
from pingblock.tables.property.tasks import HOUSE, Auction

# The marks of owners whose letter a token covers in part.
HIDDEN = """() => {
    const middle = (each) => {
        const {x, y, width, height} = each.getBoundingClientRect();
        return {x: x + width / 2, y: y + height / 2, r: width / 2};
    };
    const discs = [...document.querySelectorAll(".ttoken:not([hidden]) > .tdisc")].map(middle);
    return [...document.querySelectorAll(".towner")].map(middle).filter(({x, y, r}) =>
        discs.some((disc) => Math.hypot(disc.x - x, disc.y - y) < disc.r + r / 2));
}"""


def _middle_of(game: str) -> dict[str, Any]:
    """Returns the page's answer in the middle of a game of bots."""
    table = prepared(game)
    log = log_text([first_record(table.header), *table.records()])
    return PageTable().answer(json.dumps({"load": log}))


def test_owner_and_mortgage_of_deed_differ_by_more_than_colour(page: Page, front: str) -> None:
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
    assert page.evaluate(HIDDEN) == []


def test_fortunes_felt_compares_the_scores_at_the_end(page: Page, front: str) -> None:
    before, after = _end_of("fortune")
    page.goto(front)
    page.evaluate(DRAW, ["fortune", PLAYERS, [before, after]])
    bars = page.locator('.picture rect[fill^="var(--seat"]')
    expect(bars).to_have_count(len(PLAYERS))
    heights = [float(bar.get_attribute("height") or 0) for bar in bars.all()]
    scores = after["state"]["scores"]
    assert len(set(scores)) > 1
    assert sorted(range(3), key=heights.__getitem__) == sorted(range(3), key=scores.__getitem__)
    assert max(heights) > 200


def test_names_on_the_worms_cards_have_the_colour_of_text(page: Page, front: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(front)
    page.evaluate(DRAW, ["worms", PLAYERS, [_middle_of("worms")]])
    for name in PLAYERS:
        words = page.locator(".picture text", has_text=name)
        assert words.evaluate("each => getComputedStyle(each).fill") == "rgb(42, 42, 51)"


def test_space_is_described_after_a_move_or_on_request(page: Page, front: str) -> None:
    """Before the roll, the words of a space such as "draw a card" would look like a task."""
    page.goto(front)
    for game in ("celebration", "storm"):
        shown = _middle_of(game)
        assert {"roll", "move"} & {step["do"] for step, _ in shown["offered"]}
        page.evaluate(DRAW, [game, PLAYERS, [shown]])
        words = page.locator(".picture text")
        expect(
            words.filter(has_text="draw a card").or_(words.filter(has_text="begins"))
        ).to_have_count(0)
        page.locator('.tspace[data-at="0"]').click()
        expect(words.filter(has_text="everybody begins here")).to_have_count(1)
    shown = _middle_of("wasteland")
    page.evaluate(DRAW, ["wasteland", PLAYERS, [shown]])
    title = page.locator(".tdeed ~ .ttitle")
    expect(title).to_have_text("Yellow 2")
    shown["state"]["at_hand"] = {"what": "Auction", **Auction((0, 1), building=HOUSE)._asdict()}
    page.evaluate(DRAW, ["wasteland", PLAYERS, [shown]])
    expect(title).to_have_text("House")
