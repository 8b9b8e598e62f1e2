"""The documentation site requests only its files, fits every screen, and can be pressed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.page.conftest import PHONE
from tests.page.static_host import hosted
from tools.docs.__main__ import build as build_site
from tools.docs.file_links import folders_linked

SCHEMES = ("data:", "blob:", "about:")
DESKTOP = {"width": 1280, "height": 800}
# The ping of power-on must be over, because the device ignores presses during it.
AWAKE = """async () => {
    while (pingblock.state().nowMs < 1500) await new Promise((then) => setTimeout(then, 20));
}"""


def _walks_as_files(page: Page, folder: Path) -> None:
    """Opens the first page from the folder, and follows the first link of its tabs."""
    page.set_viewport_size(DESKTOP)
    page.goto((folder / "play" / "index.html").as_uri())
    page.get_by_role("link", name="The games").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The games on the device")
    assert page.url.endswith("/games/index.html")


@pytest.mark.long  # This test builds the site, which takes long.
def test_site_requests_only_its_own_files_and_plays_a_press(tmp_path: Path, page: Page) -> None:
    folder = tmp_path / "site"
    build_site(folder)
    asked, missing = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: missing.extend([answer.url] * (answer.status >= 400)))
    names = [path.relative_to(folder).parent.as_posix() for path in folder.rglob("index.html")]
    linked = {page: folders_linked(page) for page in folder.rglob("*.html")}
    assert {page: found for page, found in linked.items() if found} == {}, "must lead to files"
    _walks_as_files(page.context.new_page(), folder)
    with hosted(folder) as url:
        for name in sorted(each for each in names if not each.startswith("here")):
            page.goto(f"{url}{name}/")
            for size in (DESKTOP, PHONE):
                page.set_viewport_size(size)
                too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert too_wide <= 0, (name, size["width"])
        page.goto(url)
        frame = page.frame_locator("iframe")
        block = frame.get_by_role("button", name="Block: press")
        expect(frame.get_by_text("Press the block").first).to_be_visible()
        frame.locator("body").evaluate(AWAKE)
        block.press(" ", delay=80)
        expect(frame.get_by_text("Press the block")).to_have_count(0)
        page.goto("about:blank")
        elsewhere = {each for each in asked if not each.startswith((url, *SCHEMES))}
    assert len(names) > 30
    assert elsewhere == set()
    assert missing == []
