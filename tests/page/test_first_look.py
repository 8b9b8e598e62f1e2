"""A person who sees the page for the first time finds one hint, plain words and a way back."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.conftest import Console, barriers
from tests.page.double import Double
from tests.page.test_within_reach import _table as draw_table
from tests.page.test_within_reach import opened

SCROLL = "(part, share) => part.scrollTo(0, share * (part.scrollHeight - part.clientHeight))"
HINTS = ".hint:visible"
LEVER = {"event": "run", "state": "started", "length_ms": 20_000}


def test_hints_appear_one_by_one_and_never_with_a_result(page: Page, front: str) -> None:
    device = Double(page)
    device.open(front, hints=True)
    expect(page.locator(HINTS)).to_have_text("Press here")
    page.keyboard.press("Space")
    expect(page.locator(HINTS)).to_have_text("Pull, let go")
    device.draw(notes=1, outcome="laugh", coins=0)
    expect(page.locator(HINTS)).to_have_count(0)
    device.hush()
    expect(page.locator("#sub")).to_have_text("Pay the bank 5 coins.")
    expect(page.locator(HINTS)).to_have_count(0)
    page.keyboard.press("l")
    device.game("dice")  # The result is not shown any more.
    expect(page.locator(HINTS)).to_have_text("Board games, settings and more")
    device.line(LEVER)
    expect(page.locator(HINTS)).to_have_count(0)
    page.locator("#tab-table").click()
    page.locator("#close").click()
    device.line({"event": "run", "state": "ended"})
    expect(page.locator(HINTS)).to_have_count(0)


# The state of a page that has loaded neither its device nor the data of its games.
STARTS = """() => {
    const {games} = pingblock.state(), none = {press: {}, languages: {}};
    pingblock.dispatch({kind: "games", games: {...games, ...none}});
    pingblock.dispatch({kind: "opening", name: "here", linked: false});
}"""


def test_page_that_still_starts_offers_nothing_that_does_not_work(page: Page, front: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})  # A tab is open next to the block.
    Double(page).open(front, hints=True)
    heads = page.locator("#panel-table h2:visible")
    expect(heads).to_have_count(3)
    expect(page.locator(HINTS)).to_have_count(1)
    page.evaluate(STARTS)
    expect(page.locator("#big")).to_have_text("One moment")
    expect(heads).to_have_text(["Play a whole game"])
    expect(page.locator(HINTS)).to_have_count(0)


@pytest.mark.parametrize(
    ("outcome", "badge"), [("laugh", "−5"), ("power_up", "»"), ("game_over", "−10")]
)
def test_result_keeps_its_picture_until_the_next_press(
    page: Page, front: str, outcome: str, badge: str
) -> None:
    device = Double(page)
    device.open(front)
    picture = page.locator(".scene .badge:not([hidden])")
    device.draw(notes=1, outcome=outcome, coins=0)
    expect(picture).to_have_count(0)  # A picture must not show the result before the coins do.
    device.hush()
    expect(picture).to_have_text(badge)
    device.draw(notes=1, outcome="coins", coins=2)
    expect(picture).to_have_count(0)
    device.hush()
    expect(picture).to_have_count(0)  # The coins in the scene replace the picture.


def test_sound_is_first_in_the_tab_of_the_block(page: Page, front: str) -> None:
    Double(page).open(front)
    page.locator("#tab-device").click()
    heads = page.locator("#panel-device h2").all_inner_texts()
    assert heads[0] == "Sound of the device"
    assert "Statistics" in heads[1:]


def test_game_shows_turn_money_and_reasons_without_repetition(
    browser: Browser, console: Console, front: str
) -> None:
    with opened(browser, console, front, viewport={"width": 390, "height": 844}) as (page, _):
        draw_table(page)
        expect(page.get_by_text("Ann’s turn", exact=True)).to_have_count(1)
        coin = "amount => getComputedStyle(amount, '::before').borderTopStyle"
        assert page.locator(".amount").first.evaluate(coin) == "solid"
        assert not re.search(r"[A-Z]{2}-\d\d", page.locator("#evening").inner_text())
        why = page.locator(".said .rule").first
        expect(why).to_have_text("Why?")
        expect(why).to_have_accessible_name(re.compile(r"^Why\? .*SM-24"))
        page.get_by_role("button", name="More", exact=True).click()
        for width, height in ((390, 844), (320, 256)):
            page.set_viewport_size({"width": width, "height": height})
            for share in (0, 0.5):
                page.locator("dialog .scrolls").evaluate(SCROLL, share)
                expect(page.get_by_role("button", name="Close", exact=True)).to_be_in_viewport(
                    ratio=1
                )
                assert barriers(page) == []


@pytest.mark.long
def test_controls_are_whole_when_a_tab_is_scrolled(page: Page, front: str) -> None:
    Double(page).open(front)
    for tab, share in product(("table", "device", "bench"), (0.3, 0.6)):
        if not page.locator(f"#panel-{tab}").is_visible():
            page.locator(f"#tab-{tab}").click()
        page.locator(f"#panel-{tab}").evaluate(SCROLL, share)
        assert page.locator(f"#panel-{tab}").evaluate("panel => panel.scrollTop") > 0
        assert barriers(page) == []
        expect(page.locator("#close")).to_be_in_viewport(ratio=1)
