"""On narrow phones, a game's title and the lines of its log are completely visible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import Console
from tests.page.seen import DRAWN
from tests.page.test_served import until
from tests.page.test_within_reach import REACHED, SCREENS, opened
from tests.page.test_within_reach import _table as draw_table
from tests.seldom import seldom_but

WIDTHS_PX = (320, 360, 375, 390, 412, 430)
# Opens a phone's or a host's page at each game. Returns the titles that are cut.
CUT = """async (button) => {
    const {GAMES} = await import("./tables/games/index.js");
    const {_} = await import("./language.js");
    const [back, phones] = document.querySelectorAll(".head > .icon, .keys .small");
    Object.assign(phones, {hidden: !button, textContent: _(button)});
    back.hidden = button === "Seats";
    const title = document.querySelector("#evening h2");
    return Object.values(GAMES).map((game) => game.title).filter((words) => {
        title.textContent = words;
        const {left, right} = title.getBoundingClientRect(), range = new Range();
        range.selectNodeContents(title);
        const text = range.getBoundingClientRect(), parts = words.split(" ").length;
        const lines = new Set([...range.getClientRects()].map(({y}) => y)).size;
        return text.left < left - 1 || text.right > right + 1 || lines > parts;
    });
}"""


@pytest.mark.parametrize("language", seldom_but("de", ["en", "de", "fr"]))
def test_title_of_each_game_is_whole_on_narrow_phones(
    browser: Browser, console: Console, front: str, language: str
) -> None:
    with opened(browser, console, f"{front}?lang={language}") as (page, _):
        draw_table(page)
        cut = {}
        for width in WIDTHS_PX:
            page.set_viewport_size({"width": width, "height": 780})
            for button in ("", "Phones", "Seats"):
                cut[width, button] = page.evaluate(CUT, button)
                cut[width, button] += page.evaluate(REACHED, "#evening .head button")
                assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert {place: found for place, found in cut.items() if found} == {}


SAID = [
    "Ann rolls 4.",
    "Ben pays Cleo 120 for Orange 3, and has to sell two buildings before that.",
    "Cleo draws a card.",
    "Everybody else pays 10 to Cleo.",
]
TELL = """(said) => {
    const log = document.querySelector(".said ol"), line = log.lastElementChild;
    log.replaceChildren(...Array.from({length: 12}, (_, i) => {
        const copy = line.cloneNode(true);
        copy.firstChild.textContent = said[i % said.length];
        return copy;
    }));
}"""
PARTIAL = """() => {
    const log = document.querySelector(".said"), {top, bottom} = log.getBoundingClientRect();
    const lines = [...log.querySelectorAll("li")].map((line) => line.getBoundingClientRect());
    const shown = lines.filter((line) => line.bottom > top + 1 && line.top < bottom - 1);
    const high = shown.length === 1 ? shown[0].height : 0;  // A line can be higher than the log.
    return [shown.length, shown.at(-1) === lines.at(-1),
        shown.filter((line) => line.top < top - 1
            || (line.bottom > bottom + 1 && high < bottom - top)).length];
}"""


def test_log_begins_with_a_whole_line_on_any_screen(
    browser: Browser, console: Console, front: str
) -> None:
    sizes = [*SCREENS, *((width, 700) for width in WIDTHS_PX)]
    with opened(browser, console, front) as (page, _):
        for players in (2, 3, 6):
            draw_table(page, players)
            page.evaluate(TELL, SAID)
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(DRAWN)
                count, newest, partial = page.evaluate(PARTIAL)
                assert count > 0
                assert (newest, partial) == (True, 0), (players, width, height)
            page.get_by_role("button", name="Back to the block").click()


PHONES = ((360, 780), (390, 844), (412, 915), (430, 932))
# Adds buttons until there are as many as in a long turn.
FOUR_MOVES = """() => {
    const moves = document.querySelector("#evening .acts > .moves:last-of-type");
    while (moves.childElementCount < 4) moves.append(moves.lastElementChild.cloneNode(true));
}"""
COVERED_PX = """() => {
    const evening = document.querySelector("#evening");
    return evening.scrollHeight - evening.clientHeight;
}"""


def test_table_of_four_fits_a_usual_phone_without_scrolling(
    browser: Browser, console: Console, front: str
) -> None:
    """Otherwise the buttons, which stay at the bottom, cover the end of the log."""
    with opened(browser, console, front) as (page, _):
        for players in (2, 3, 4):
            draw_table(page, players)
            page.evaluate(FOUR_MOVES)
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                # On a busy computer, the page changes its size some frames later.
                until(page, f"innerWidth === {width} && ({COVERED_PX})() === 0")
            page.get_by_role("button", name="Back to the block").click()
