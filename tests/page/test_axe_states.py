"""Axe finds no barrier in rarely seen states of the page, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.page.conftest import barriers
from tests.page.double import Double
from tests.page.test_ceremony import CARD, DRAW, PLAYERS, _end_of
from tests.page.test_guests import GAME, Server
from tests.page.test_within_reach import _table as draw_table
from tests.seldom import seldom


def _watches(page: Page, device: Double) -> None:
    device.tell(kind="control", holder="Page 1", watchers=0, asked="", mine=False)
    page.keyboard.press("Space")
    expect(page.locator("#toasts li").first).to_be_visible()


def _is_asked(page: Page, device: Double) -> None:
    device.tell(kind="control", holder="Page 1", watchers=2, asked="Page 2", mine=True)
    expect(page.get_by_role("button", name="Hand it over", exact=True)).to_be_visible()


def _is_lost(page: Page, device: Double) -> None:
    device.tell(kind="lost", reason="The server has ended.", canRetry=False)
    expect(page.locator("#again")).to_be_visible()


def _keeps_nothing(page: Page, device: Double) -> None:
    device.tell(kind="ready", engine="here", firmware="1.0.0", keeps=False)
    expect(page.locator(".mark:visible")).to_have_count(1)


def _has_laughed(page: Page, device: Double) -> None:
    device.draw(notes=1, outcome="laugh", coins=0)
    device.hush()
    expect(page.locator(".scene .badge:not([hidden])")).to_be_visible()


def _celebrates(page: Page, device: Double) -> None:
    page.evaluate(DRAW, ["fortune", PLAYERS, list(_end_of("fortune"))])
    expect(page.locator(CARD)).to_be_visible()


def _has_a_menu(page: Page, device: Double) -> None:
    draw_table(page)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator("dialog .scrolls")).to_be_visible()


def _makes_a_block(page: Page, device: Double) -> None:
    page.locator("#tab-device").click()
    page.get_by_role("button", name="Make it", exact=True).click()
    expect(page.locator("#panel-device .tune")).to_be_visible()


def _is_a_guest(page: Page, url: str) -> None:
    Server(page)
    page.goto(f"{url}#at=abc")
    expect(page.locator("html[data-guest]")).to_be_attached()


def _is_a_guest_at_a_game(page: Page, url: str) -> None:
    Server(page, GAME)
    page.goto(f"{url}#at=abc")
    expect(page.locator("#evening .go")).to_have_text("Roll")


def _has_no_server(page: Page, url: str) -> None:
    server = Server(page, GAME)
    page.goto(f"{url}#at=abc")
    expect(page.locator("#evening .go")).to_have_text("Roll")
    server.stop()
    expect(page.locator("#evening .fault")).to_be_visible()


OF_DEVICE = [
    _watches,
    seldom(_is_asked),
    seldom(_is_lost),
    seldom(_keeps_nothing),
    seldom(_has_laughed),
    seldom(_celebrates),
    _has_a_menu,
    _makes_a_block,
]
OF_GUESTS = [seldom(_is_a_guest), _is_a_guest_at_a_game, seldom(_has_no_server)]


def _barriers_in_both_themes(page: Page) -> list[tuple[str, str]]:
    found = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        found += barriers(page)
    return found


@pytest.mark.parametrize("reach", OF_DEVICE)
def test_axe_finds_no_barrier_in_states_of_the_device(
    page: Page, front: str, reach: Callable[[Page, Double], None]
) -> None:
    device = Double(page)
    device.open(front)
    reach(page, device)
    assert _barriers_in_both_themes(page) == []


@pytest.mark.parametrize("reach", OF_GUESTS)
def test_axe_finds_no_barrier_in_states_of_a_guest(
    page: Page, front: str, reach: Callable[[Page, str], None]
) -> None:
    reach(page, front)
    assert _barriers_in_both_themes(page) == []
