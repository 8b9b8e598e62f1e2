"""Each theme has its colours from the first paint, and each colour is written once."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from pingblock.make_page.page import page_dir

GROUNDS = {"dark": "rgb(16, 20, 31)", "light": "rgb(243, 234, 216)"}
LOOK = """() => {
    const {colorScheme, backgroundColor} = getComputedStyle(document.body);
    return [colorScheme, backgroundColor];
}"""
PAINTED_MS = """() => new Promise((then) => {
    const seen = (list) => then(list.getEntries()[0].startTime);
    new PerformanceObserver(seen).observe({type: "paint", buffered: true});
})"""
SLOW_MS = 600


def _open(page: Page, url: str, theme: str) -> None:
    """Opens a page with a stored theme whose modules cannot be loaded."""
    kept = json.dumps({"version": 1, "theme": theme})
    page.add_init_script(f"localStorage.setItem('pingblock.page', '{kept}')")
    page.route("**/main.js", lambda route: route.abort())
    page.goto(url)


@pytest.mark.parametrize(
    ("system", "theme"), [*product(GROUNDS, ("", "dark", "light")), ("light", "{}")]
)
def test_chosen_theme_is_there_before_the_pages_modules(
    browser: Browser, front: str, system: str, theme: str
) -> None:
    with browser.new_context(color_scheme=system) as context:  # type: ignore[arg-type]
        page = context.new_page()
        _open(page, front, theme)
        shown = theme if theme in GROUNDS else system
        assert page.evaluate(LOOK) == [shown, GROUNDS[shown]]


def test_nothing_is_painted_before_the_theme_is_known(browser: Browser, front: str) -> None:
    with browser.new_context(color_scheme="dark") as context:
        page = context.new_page()
        page.route(
            "**/start.js", lambda route: (page.wait_for_timeout(SLOW_MS), route.continue_())
        )
        _open(page, front, "light")
        assert page.evaluate(PAINTED_MS) >= SLOW_MS


@pytest.mark.parametrize("system", GROUNDS)
def test_page_without_scripts_is_readable(browser: Browser, front: str, system: str) -> None:
    with browser.new_context(
        color_scheme=system,  # type: ignore[arg-type]
        java_script_enabled=False,
    ) as context:
        page = context.new_page()
        page.goto(front)
        assert page.evaluate(LOOK) == [system, GROUNDS[system]]
        note = page.locator("noscript p").first
        assert note.is_visible()
        ink = note.evaluate("note => getComputedStyle(note).color")
        assert ink not in GROUNDS.values()


def test_each_colour_of_a_theme_is_set_in_one_place() -> None:
    sheets = "".join(path.read_text(encoding="utf-8") for path in page_dir().rglob("*.css"))
    themed = set(re.findall(r"(--[\w-]+): var\(--dark, ", sheets))
    assert len(themed) > 12
    assert [name for name in themed if len(re.findall(rf"{name}:", sheets)) != 1] == []
    switches = re.findall(r"data-theme[^{}]*\{([^{}]*)\}", sheets)
    assert switches
    assert [body for body in switches if "#" in body] == []
