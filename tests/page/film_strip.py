"""Takes the pictures of one evening for the docs, side by side: ``python -m
tests.page.film_strip``.

A host's tablet and two phones play a short game of wasteland, from the code to the cup.
"""

from __future__ import annotations

import io
import shutil

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.page.at_table import big_button, open_table, settled
from tests.page.conftest import CHROMIUM, PHONE, playing
from tests.page.screenshots import QUALITY_PCT, ROOT
from tests.page.test_ceremony import CARD
from tests.page.test_phones import PLAYERS, a_phone, take_seat

PLACE = ROOT / "docs" / "evening.jpg"
TABLET = {"width": 820, "height": 1180}
HIGH, GAP = 541, 10  # height of a picture, and gap between two pictures, px
MIDDLE = 24  # number of steps before the middle picture
REST_MS = 1500  # time in which tokens and dice stop moving
STEPS_MOST = 400
GAME = f"table=wasteland&players={','.join(PLAYERS[:2])}&bots=&seed=7&opt.turns=14"


def _taken(page: Page) -> Image.Image:
    page.wait_for_timeout(REST_MS)
    picture = Image.open(io.BytesIO(page.screenshot()))
    return picture.resize((round(picture.width * HIGH / picture.height), HIGH))


def _step(pages: list[Page]) -> bool:
    """Taps the likely move of the page that can move. Returns whether the game has not ended."""
    for page in pages:
        if page.locator(CARD).count():
            return False
        if (form := page.locator("dialog[open] button").first).count():
            form.click()
        elif big_button(page).is_enabled():
            big_button(page).click()
        else:
            continue
        settled(page)
        return True
    pages[0].wait_for_timeout(50)  # The others do not show the step yet.
    return True


def _evening(browser: Browser, url: str, guests: str) -> list[Image.Image]:
    host = browser.new_page(viewport=TABLET)  # type: ignore[arg-type]
    host.goto(url)
    host.locator("#tab-table").click()
    host.locator(".invitation img").scroll_into_view_if_needed()
    strip = [_taken(host)]
    open_table(host, url, GAME)
    with a_phone(browser, 390) as one, a_phone(browser, 390) as other:
        phones = [one, other]
        for phone in phones:
            phone.set_viewport_size(PHONE)
            phone.goto(guests)
        strip.append(_taken(one))
        for phone, player in zip(phones, PLAYERS, strict=False):
            take_seat(phone, player)
        strip.append(_taken(one))
        for step in range(STEPS_MOST):
            if step == MIDDLE:
                strip.append(_taken(other))
            if not _step([*phones, host]):
                break
        strip.append(_taken(host))
    return strip


def main() -> None:
    """Writes the strip into the docs."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    sharing = playing("--engine", "wasm", "--http", "0", "--share")
    with sharing as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        pictures = _evening(browser, server.url, server.guests)
        browser.close()
    strip = Image.new("RGB", (sum(each.width + GAP for each in pictures) - GAP, HIGH), "white")
    left = 0
    for picture in pictures:
        strip.paste(picture, (left, 0))
        left += picture.width + GAP
    strip.save(PLACE, quality=QUALITY_PCT)


if __name__ == "__main__":
    main()
