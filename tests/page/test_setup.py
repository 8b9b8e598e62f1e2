"""Starts a game on a phone: the fields of its set-up, and names of a family's board."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.page.at_table import open_table
from tests.page.test_forms import fits


def test_a_set_up_fits_a_thumb_and_gives_spaces_their_names(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=worms&players=Ann,Ben")
    page.get_by_role("button", name="Back to the block").click()
    setup = page.locator("#panel-table")
    for title in ("Celebration", "Wasteland"):
        setup.locator(f"[data-game={title.lower()}]").click()
        expect(setup.get_by_role("button", name=f"Play {title}", exact=True)).to_be_visible()
        closed = setup.locator("details:not([open]) > summary")
        expect(setup.get_by_text("Names of the spaces")).to_be_visible()
        while closed.count():
            closed.first.click()
        fits(page)
    setup.get_by_label("Brown 1", exact=True).fill("Mühle & 'Teich'")
    setup.get_by_role("button", name="Play Wasteland", exact=True).click()
    expect(page.locator("#evening h2")).to_have_text("Wasteland")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="All spaces in words").click()
    rows = page.get_by_role("dialog").locator("li b")
    expect(rows.nth(1)).to_have_text("Mühle & 'Teich'")
    expect(rows.nth(3)).to_have_text("Brown 2")
