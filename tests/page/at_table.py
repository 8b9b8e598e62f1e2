"""Deeds of a person at a table of the page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from tests.page.test_served import until

KEPT_STEPS = "JSON.parse(localStorage['pingblock.tables']).games[0].steps"


def open_table(page: Page, url: str, query: str) -> None:
    """Opens an address that begins a game, on a page of ``url``."""
    root, _, fragment = url.partition("#")
    page.goto(f"{root}?{query}#{fragment}")
    settled(page)  # a server's page shows the game before until its own has begun


def big_button(page: Page) -> Locator:
    """Returns the button of the likely move."""
    return page.locator("#evening .acts > .go")


def roll_at_once(page: Page) -> None:
    """Has the block roll by the big button, and does not hear it out."""
    big_button(page).click()
    expect(big_button(page)).to_have_text("Go on at once")
    big_button(page).click()


def settled(page: Page) -> None:
    """Waits until the answer to the last step is drawn."""
    until(page, "document.querySelector('#evening').ariaBusy === 'false'")


def winners(page: Page) -> list[str]:
    """Waits for the end of a game, which one player wins or several share, and returns them.

    Who wins is up to the rules, the seed and the moves: a test of the page takes whatever comes,
    but the title, the sentence and the marked players must agree.
    """
    marked = page.locator("#evening .player.won b")
    expect(marked.first).to_be_visible()
    names = marked.all_inner_texts()
    wins = f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share the win"
    assert page.title().startswith(f"{wins} · ")
    assert page.locator("#evening .now").inner_text().startswith(f"{wins}. ")
    return names
