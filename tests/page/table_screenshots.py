"""Takes pictures of each table: ``python -m tests.page.table_screenshots``.

All of them are written to build/screenshots. The one in the docs is written there, too.
"""

from __future__ import annotations

import shutil
import sys

from playwright.sync_api import Browser, sync_playwright
from tests.page.at_table import open_log
from tests.page.conftest import CHROMIUM, playing
from tests.page.screenshots import OUT, QUALITY_PCT, ROOT, SIZES, THEMES
from tests.page.test_served import until
from tools.pictures.tables import prepared

from pingblock.tables.registry import TABLES

SHOWN = {("wasteland", "phone", "dark"): "docs/page_table.jpg"}
CLICKS = 12  # number of clicks in a game without bots


def _take(browser: Browser, url: str, game: str, size: str, theme: str) -> None:
    wide, high = SIZES[size]
    context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=theme)
    page = context.new_page()
    open_log(page, url, prepared(game))
    until(page, "document.title !== 'Pingblock'")
    steps = page.locator("#evening .go")
    if game in ("fortune", "worms"):
        for _ in range(CLICKS):
            if page.locator("#evening .player.on").count() == 0:
                steps.click()
    page.wait_for_timeout(900)  # until the tokens do not move
    path = OUT / f"table_{game}_{size}_{theme}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY_PCT)
    if (game, size, theme) in SHOWN:
        shutil.copy(path, ROOT / SHOWN[game, size, theme])
    context.close()


def main() -> None:
    """Takes the pictures of all tables, or of the named ones."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    OUT.mkdir(parents=True, exist_ok=True)
    with playing("--engine", "wasm", "--http", "0") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in sys.argv[1:] or list(TABLES):
            for size in SIZES:
                for theme in THEMES:
                    _take(browser, server.url, game, size, theme)
        browser.close()


if __name__ == "__main__":
    main()
