"""First minutes with what is downloaded: the page on a host, the wheel alone, the site."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect
from tests import environments
from tests.page.static_host import hosted
from tests.page.test_served import READY, SEED, until
from tools.docs.__main__ import build as build_site
from tools.release.packed import zipped

STEPS = "JSON.parse(localStorage['pingblock.tables']).games[0].steps"
# The ping of power-on is over: until then a press does nothing.
AWAKE = """async () => {
    while (pingblock.state().nowMs < 1500) await new Promise((then) => setTimeout(then, 20));
}"""
SCHEME = ("data:", "blob:")


@pytest.fixture
def archive(page_folder: Path, tmp_path: Path) -> Path:
    """The page's archive of a release."""
    return zipped(tmp_path / "pingblock-page.zip", page_folder)


@contextmanager
def python_host(folder: Path) -> Iterator[str]:
    """Serves a folder by Python's own server in a process; yields the URL."""
    command = (sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1")
    server = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert server.stdout is not None
    try:
        yield server.stdout.readline().split("(")[1].split(")")[0]
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def isolated(page: Page) -> None:
    """Waits until the page's service worker has loaded it anew, with shared memory."""
    for _ in range(600):
        with suppress(Error):  # in the middle of it
            if page.evaluate("crossOriginIsolated"):
                return
        page.wait_for_timeout(50)
    raise AssertionError("The page was never isolated.")


def press(page: Page) -> None:
    """Presses the block by the space bar; the page must say what came."""
    until(page, f"typeof pingblock !== 'undefined' && {READY}")
    page.keyboard.down(" ")
    page.wait_for_timeout(80)
    page.keyboard.up(" ")
    expect(page.get_by_text("2 coins").first).to_be_visible()


def test_page_of_the_archive_plays_and_leads_a_table(archive: Path, page: Page) -> None:
    """Three steps: unpack it, ``python -m http.server``, press."""
    folder = archive.parent / "unpacked"
    zipfile.ZipFile(archive).extractall(folder)
    with python_host(folder / archive.stem) as url:
        page.goto(f"{url}#seed={SEED}")
        isolated(page)
        press(page)
        page.goto(f"{url}?table=worms&players=Ann,Ben&seed=3")
        until(page, "document.title.includes('Worms')")
        page.locator("#evening .go").click()
        until(page, "document.querySelector('#evening').ariaBusy === 'false'")
        assert page.evaluate(STEPS) == 1
        page.goto("about:blank")


@pytest.mark.long  # an environment of its own
def test_wheel_alone_plays_in_the_browser(tmp_path: Path, page: Page) -> None:
    """Two steps: ``pip install`` of the wheel, ``pingblock play``; no compiler is found."""
    wheel = environments.wheel(tmp_path / "dist")
    programs = environments.installed(tmp_path / "plain", wheel)
    options = ("--no-open", "--json", "--http", "0", "--seed", str(SEED))
    server = subprocess.Popen(
        [programs / "pingblock", "play", *options],
        cwd=tmp_path,
        env=environments.clean(PATH=str(programs), HOME=str(tmp_path)),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        page.goto(json.loads(server.stdout.readline())["url"])
        press(page)
        page.goto("about:blank")
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


@pytest.mark.long  # builds the site
def test_site_asks_nobody_else_and_its_first_page_can_be_pressed(
    tmp_path: Path, page: Page
) -> None:
    folder = tmp_path / "site"
    build_site(folder)
    asked, missing = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: missing.extend([answer.url] * (answer.status >= 400)))
    names = [path.relative_to(folder).parent.as_posix() for path in folder.rglob("index.html")]
    with hosted(folder) as url:
        for name in sorted(each for each in names if not each.startswith("here")):
            page.goto(f"{url}{name}/")
            too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert too_wide <= 0, name
        page.goto(url)
        frame = page.frame_locator("iframe")
        block = frame.get_by_role("button", name="Block: press")
        expect(frame.get_by_text("Press the block").first).to_be_visible()
        frame.locator("body").evaluate(AWAKE)
        block.press(" ", delay=80)
        expect(frame.get_by_text("Press the block")).to_have_count(0)
        page.goto("about:blank")
        elsewhere = {each for each in asked if not each.startswith((url, *SCHEME, "about:"))}
    assert len(names) > 30
    assert elsewhere == set()
    assert missing == []
