"""A part of the page that does not come is named where somebody wants it.

A part waits for its style sheet, because a late sheet moves the elements that people are about to
tap.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from tests.page.conftest import Console
from tests.page.double import Double
from tests.seldom import seldom

# Shortens only the intervals of page/part.js, so that the device keeps its real time.
HURRIES = """{
    const later = setTimeout;
    self.setTimeout = (act, ms) => later(act, ms % 5000 ? ms : ms / 10);
}"""
LATE = "This part of the page could not be loaded"


def _tab(name: str, button: str) -> Callable[[Page], None]:
    def reach(page: Page) -> None:
        page.locator(f"#tab-{name}").click()
        page.locator(f"#panel-{name}").get_by_role("button", name=button).first.click()

    return reach


PARTS = {
    "share.js": _tab("bench", "Report a problem"),
    "saved.js": _tab("device", "Save all that the page keeps"),
    "own/view.js": _tab("device", "Make it"),
    "install/view.js": _tab("bench", "Put Pingblock on a new board"),
    "tables/index.js": lambda page: page.locator("#tab-table").click(),
    "own/own.css": _tab("device", "Make it"),
    "install/install.css": _tab("bench", "Put Pingblock on a new board"),
    "style/evening.css": lambda page: page.locator("#tab-table").click(),
}
OFTEN_LATE = ("own/own.css", "tables/index.js")
CASES = [
    *((part, "with an error") for part in PARTS),
    *((part, "never") if part in OFTEN_LATE else seldom(part, "never") for part in PARTS),
]


@pytest.mark.parametrize(("part", "answers"), CASES)
def test_missing_part_of_the_page_is_reported_when_requested(
    page: Page, front: str, console: Console, part: str, answers: str
) -> None:
    def answer(route: Route) -> None:
        if answers != "never":
            route.abort()

    if answers == "never":
        page.add_init_script(HURRIES)
    Double(page).open(front)
    page.route(f"**/{part}", answer)
    PARTS[part](page)
    expect(page.locator("#toasts")).to_contain_text(LATE)
    expect(page.locator("#toasts li")).to_have_count(1)
    assert [each for each in console.errors if "ERR_FAILED" not in each] == []
    console.errors.clear()
