"""A browser for the tests of the page: Debian's Chromium, driven by Playwright.

Without a browser these tests are skipped, and the last lines of the test run say why.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserType, Page, expect, sync_playwright
from tests.page import double
from tests.page.static_host import hosted

from pingblock.errors import Unavailable
from pingblock.make_page.page import write as write_page

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same browser without a window's frame of its own, which costs 0.7 s of CPU for each page.
HEADLESS = ("chromium-headless-shell", *CHROMIUM)
PHONE = {"width": 390, "height": 844}
# Of real time for one step. On a busy computer three pages that start side by side take more than
# Playwright's 30 s each, and no test limits how long something may take: see tests/hangs.py.
PATIENT_MS = int(os.environ.get("PATIENT_MS", "120000"))
expect.set_options(timeout=PATIENT_MS)
# A name that is not this computer's own, so an address without https is not secure.
ELSEWHERE = "box.test"
# Without a flag for sound: a page may sound after a gesture, as at any visitor's.
FLAGS = ("--no-sandbox", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1")

# Elements beyond the edge, and targets that a thumb misses.
TOO_WIDE = """[...document.querySelectorAll("body *")]
    .filter((each) => !each.closest("svg, pre, .aloud") && each.offsetParent)
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.outerHTML.slice(0, 80))"""
TOO_SMALL = """[...document.querySelectorAll("button, select, label.small, .game, input")]
    .filter((each) => each.offsetParent)
    .filter((each) => !each.matches(".aloud, [type=radio], [role=switch], .gamecard .title"))
    .filter((each) => {
        const {width, height} = each.getBoundingClientRect();
        return width < 43.5 || height < 43.5;
    }).map((each) => each.outerHTML.slice(0, 80))"""


# Ended with this folder's tests: Playwright's loop would upset those that run one of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as driver, launched(driver.chromium) as chromium:
        yield chromium


@contextmanager
def launched(driver: BrowserType, *more: str) -> Iterator[Browser]:
    """Runs Chromium without a window, with `more` flags."""
    program = next(filter(None, map(shutil.which, HEADLESS)), None)
    if program is None:
        pytest.skip("the page's tests need a browser: install Debian's package chromium")
    with driver.launch(executable_path=program, args=[*FLAGS, *more]) as chromium:
        yield chromium


def barriers(page: Page, part: str | None = None) -> list[tuple[str, str]]:
    """Returns what axe finds serious or critical, and its first element, in all or in a part."""
    # A rule of WCAG 2.2, which is off by default. Styles that others import are not loaded a
    # second time, because the page's policy refuses that.
    options = {"rules": {"target-size": {"enabled": True}}, "preload": False}
    found = Axe().run(page, part, options=options).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(each["id"], each["nodes"][0]["html"]) for each in serious]


class Console:
    """Errors of the pages that a test opens: console, exceptions, refused contents."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def listen(self, page: Page) -> None:
        """Hears ``page`` from now on."""
        page.on("pageerror", lambda error: self.errors.append(f"exception: {error}"))
        page.on("console", self._said)

    def _said(self, message) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")


@pytest.fixture
def console() -> Console:
    """Errors of the pages; a test that means them to happen clears the list."""
    return Console()


@pytest.fixture
def page(browser: Browser, console: Console) -> Iterator[Page]:
    """A page of a visitor who comes for the first time, on a phone; no error may show up in it."""
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(PATIENT_MS)
    page = context.new_page()
    console.listen(page)
    yield page
    context.close()
    assert console.errors == []


class Served(NamedTuple):
    """A running ``pingblock play``: the URL of its page, its process, and the URL for guests."""

    url: str
    process: subprocess.Popen[str]
    guests: str


@contextmanager
def playing(*options: str, state: Path | None = None) -> Iterator[Served]:
    """Runs ``pingblock play``: a new device, or what is kept in the folder ``state``."""
    command = (sys.executable, "-m", "pingblock", "play", "--no-open", "--json", *options)
    with TemporaryDirectory(prefix="state-") as fresh:
        kept = {"XDG_STATE_HOME": str(state or fresh)}
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **kept}
        )
        assert server.stdout is not None
        try:
            told = json.loads(server.stdout.readline())
            yield Served(told["url"], server, told.get("guests", ""))
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


@pytest.fixture(scope="package")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `make page`, and an empty page in it for tests of modules alone."""
    try:
        folder = tmp_path_factory.mktemp("page") / "page"
        write_page(folder)
    except Unavailable as lack:
        pytest.skip(str(lack))
    (folder / "empty.html").write_text(
        "<!doctype html><link rel=icon href=data:,><title>-</title>"
    )
    return folder


@pytest.fixture(scope="package")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the page with a device whose events the test gives."""
    folder = tmp_path_factory.mktemp("front") / "page"
    double.write(folder)
    (folder / "empty.html").write_text(
        "<!doctype html><link rel=icon href=data:,><title>-</title>"
    )
    with hosted(folder, {"Content-Security-Policy": double.POLICY}) as url:
        yield url


@pytest.fixture(scope="package")
def table_url() -> Iterator[str]:
    """The URL of a server's page; its table is that of all tests that ask for it."""
    with playing("--engine", "wasm", "--http", "0") as server:
        yield server.url


@pytest.fixture
def own_url() -> Iterator[str]:
    """The URL of a server whose device no other test has used."""
    with playing("--engine", "wasm", "--http", "0") as server:
        yield server.url


@pytest.fixture(scope="package")
def plain(page_folder: Path) -> Iterator[str]:
    """The URL of a static host that adds no header."""
    with hosted(page_folder) as url:
        yield url
