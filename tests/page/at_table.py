"""Lets tests act as a person at a table of the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.page.test_served import until
from tests.unit.pingblock.tables.at_table import log_text

from pingblock.tables.log import first_record
from pingblock.tables.table import Table

KEPT_STEPS = "JSON.parse(localStorage['pingblock.tables']).games[0].steps"

# JavaScript that makes the ports of a table's view, for a table without a block or a board.
PORTS = """const portsOf = async (evening, more) => {
    const {Team} = await import("./tables/team.js");
    const block = {able: false, on: false, seated: false, ready: false, isAway: false};
    const team = new Team(evening, () => block, () => ({real: false}));
    const boards = {able: false, away: [], list: []};
    return {leave() {}, again() {}, look() {}, team, boards, ...more};
};"""


def open_table(page: Page, url: str, query: str) -> None:
    """Opens an address that starts a game, on a page of ``url``."""
    root, _, fragment = url.partition("#")
    page.goto(f"{root}?{query}#{fragment}")
    settled(page)  # A server's page shows the earlier game until the new one has started.


def load_log(page: Page, table: Table[Any]) -> None:
    """Continues a game from Python on the page, by a file."""
    text = log_text([first_record(table.header), *table.records()])
    held = {"name": "game.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("#table-log").set_input_files([held])  # type: ignore[list-item]


def open_log(page: Page, url: str, table: Table[Any]) -> None:
    """Opens the page at ``url`` and continues a game from Python on it."""
    page.goto(url)
    page.locator("#tab-table").click()
    load_log(page, table)


def big_button(page: Page) -> Locator:
    """Returns the button of the likely move."""
    return page.locator("#evening .acts > .go")


def roll_at_once(page: Page) -> None:
    """Rolls with the big button, and does not wait for the end of the sound."""
    big_button(page).click()
    expect(big_button(page)).to_have_text("Show the result now")
    big_button(page).click()


def settled(page: Page) -> None:
    """Waits until the answer to the last step is drawn."""
    until(page, "document.querySelector('#evening').ariaBusy === 'false'")


def winners(page: Page) -> list[str]:
    """Waits for the end of a game, and returns the winners. There can be several.

    The winner depends on the rules, the seed and the moves. Therefore a test of the page accepts
    any winner, but the title, the sentence and the marked players must agree.
    """
    marked = page.locator("#evening .player.won b")
    expect(marked.first).to_be_visible()
    names = marked.all_inner_texts()
    wins = f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share the win"
    assert page.title().startswith(f"{wins} · ")
    assert page.locator("#evening .now").inner_text().startswith(f"{wins}. ")
    return names
