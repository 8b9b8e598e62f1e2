"""Real boards at a table of the page: they roll and call, come and go, each for all or a seat."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.page.at_table import big_button, open_table, settled
from tests.page.test_board import FAKE_PORT
from tests.page.test_served import until

SAID = "document.querySelector('#evening .said').textContent"
GAME = "table=wasteland&players=Ann,Ben&opt.roll_off=off"


def _open(page: Page, url: str, query: str = GAME) -> None:
    page.add_init_script(path=FAKE_PORT)
    open_table(page, url, query)
    until(page, "pingblock.state().device.known")


def _boards_sheet(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Boards …").click()


def _add(page: Page, uid: str, seed: int) -> None:
    """Adds a virtual device as a board, in the open sheet."""
    page.evaluate(
        "async ([uid, seed]) => { self[uid] = self.port = await virtualBoard(uid, seed); }",
        [uid, seed],
    )
    page.get_by_role("button", name="Add a board …").click()
    expect(page.locator("dialog .boards .state").last).to_have_text("is here")


def _asked(page: Page, uid: str, do: str) -> list[dict[str, Any]]:
    """Returns the requests of a kind that a board has got."""
    return page.evaluate("([uid, what]) => self[uid].asked.filter((each) => each.do === what)", [uid, do])


def test_board_rolls_its_own_dice_and_calls_the_turn(table_url: str, page: Page) -> None:
    _open(page, table_url)
    _boards_sheet(page)
    _add(page, "aa", 1)
    page.get_by_role("button", name="Close").click()
    page.wait_for_timeout(8000)
    print(page.evaluate("aa.asked"))
    print(page.locator("#evening").inner_text())
    page.screenshot(path="/tmp/b1.png")
    page.evaluate("aa.press()")
    page.wait_for_timeout(6000)
    print(page.evaluate("aa.asked"))
    print(page.locator("#evening").inner_text())
    page.screenshot(path="/tmp/b2.png")
