"""Odd evenings: long names, a second game of one kind, a page that comes back, a taken seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import KEPT_STEPS, big_button, load_log, open_table, settled
from tests.page.conftest import TOO_WIDE, playing
from tests.page.test_forms import KEPT
from tests.page.test_phones import KEY, PLAYERS, RAW, a_phone, take_seat
from tests.page.test_served import until
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.tables.amend import NAME_MOST
from pingblock.tables.registry import TABLES

NARROW = {"width": 360, "height": 640}
TOKENS = "#evening .board .tletter"
# Words that leave their place.
CUT = """[...document.querySelectorAll("#evening :is(.now, button:not(.rule), .who, .said li)")]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.outerHTML.slice(0, 90))"""
SHAKES = "navigator.vibrate = (times) => { (self.shakes ??= []).push(times); return true; }"


@pytest.fixture(scope="module")
def shared() -> Iterator[tuple[str, str]]:
    with playing("--engine", "wasm", "--http", "0", "--share") as server:
        yield server.url, server.guests


@pytest.mark.parametrize("game", TABLES)
def test_names_of_the_most_letters_stay_within_their_places(
    table_url: str, page: Page, game: str
) -> None:
    names = ["W" * NAME_MOST, "M" * NAME_MOST]
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    open_table(page, table_url, f"table={game}&players={','.join(names)}&seed=5")
    for _step in range(3):
        settled(page)
        for wrong in (CUT, TOO_WIDE):
            assert [each for each in page.evaluate(wrong) if "data-hand" not in each] == []
        big_button(page).click()
        if (first := page.locator("dialog[open] button").first).count():
            first.click()


@pytest.mark.parametrize("game", ["wasteland", "storm"])
def test_another_game_of_the_same_kind_has_the_letters_of_its_players(
    table_url: str, page: Page, game: str
) -> None:
    page.goto(table_url)
    page.locator("#tab-table").click()
    for names in (("Ann", "Ben"), ("Mia", "Noah")):
        load_log(page, table_of(game, *names))
        expect(page.locator("#evening .players")).to_contain_text(names[0])
        letters = [name[0] for name in names]
        expect(page.locator(TOKENS)).to_have_text(letters)


def test_host_that_reloads_keeps_the_game_of_the_server(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    """Phones have moved on meanwhile, and another page's game does not come back either."""
    url, guests = shared
    page.goto(url)
    page.locator("#tab-table").click()
    load_log(page, table_of("fortune", "Mia", "Noah"))
    big_button(page).click()
    settled(page)
    with a_phone(browser, 390) as host:
        address = f"table=wasteland&players={','.join(PLAYERS)}&opt.roll_off=off"
        open_table(host, url, address)
        expect(host.locator("#evening h2")).to_have_text("Wasteland")
        assert host.evaluate(KEPT)["address"] == ""
        host.reload()
        until(host, "window.pingblock")
        expect(host.locator("#evening h2")).to_have_text("Wasteland")
        settled(host)
        with a_phone(browser, 390) as phone:
            phone.goto(guests)
            _take_all(phone)
            known = _moves(phone)
            until(host, f"{KEPT_STEPS} === {known}")
            host.goto("about:blank")
            known = _moves(phone)
            open_table(host, url, address)
            until(host, f"{KEPT_STEPS} === {known}")
            host.get_by_role("button", name="Back to the block").tap()
            known = _moves(phone)
            host.get_by_role("button", name="Go on: Wasteland").tap()
            until(host, f"{KEPT_STEPS} === {known}")
            assert phone.evaluate(KEPT_STEPS) == known


def _take_all(phone: Page) -> None:
    """Lets all people share one phone."""
    for player in PLAYERS:
        phone.get_by_role("button", name="Seats").tap()
        phone.locator("dialog .seatbutton", has_text=player).tap()
        expect(phone.locator("dialog .seatbutton[aria-pressed=true]")).to_contain_text([player])
        phone.keyboard.press("Escape")


def _moves(phone: Page) -> int:
    """Taps the likely move of a phone. Returns the number of steps."""
    kept = f"(localStorage['pingblock.tables'] ? {KEPT_STEPS} : 0)"
    known = phone.evaluate(kept)
    big_button(phone).tap()
    until(phone, f"{kept} > {known}")
    settled(phone)
    steps: int = phone.evaluate(KEPT_STEPS)
    return steps
