"""A browser for the tests of the page: Debian's Chromium, driven by Playwright.

Without a browser these tests are skipped, and the last lines of the test run say why.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect, sync_playwright
from tests.page import bundled, double
from tests.page.kept_tab import Tab
from tests.page.static_host import hosted

from pingblock.errors import Unavailable
from pingblock.make_page.page import write as write_page

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same browser without a window's frame. The frame costs 0.7 s of CPU for each page.
HEADLESS = ("chromium-headless-shell", *CHROMIUM)
PHONE = {"width": 390, "height": 844}
# Real time for one step. It is long because tests do not limit time (see tests/hangs.py). On a
# busy computer, three pages that start together take more than Playwright's 30 s each.
PATIENT_MS = int(os.environ.get("PATIENT_MS", "120000"))
expect.set_options(timeout=PATIENT_MS)
# A name that does not belong to this computer, so an address without https is not secure.
ELSEWHERE = "box.test"
# They have no flag for sound, so a page can sound only after a gesture, as for any visitor.
FLAGS = (
    "--no-sandbox",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
    # V8 would compile the engine a second time in each page, with more optimizations.
    "--js-flags=--liftoff-only",
)

# The hints of a first visit, and drawings that never rest. Without a graphics card, each frame of
# theirs takes processor time: a second for each page that starts. No test looks at them.
AT_REST = """{
    const rest = new CSSStyleSheet();
    rest.replaceSync(".hint, .wbob, .iplugs { animation-play-state: paused !important; }");
    document.adoptedStyleSheets = [rest];
}"""

# Elements that extend beyond the screen's edge, and targets that are too small for a thumb.
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


# The browser ends with this folder's tests, because Playwright's loop would disturb tests that run
# another loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as driver, launched(driver.chromium) as chromium:
        yield chromium


@contextmanager
def launched(
    driver: BrowserType, *more: str, programs: tuple[str, ...] = HEADLESS
) -> Iterator[Browser]:
    """Runs the first installed of the ``programs`` without a window, with `more` flags."""
    program = next(filter(None, map(shutil.which, programs)), None)
    if program is None:
        pytest.skip("the page's tests need a browser: install Debian's package chromium")
    with driver.launch(executable_path=program, args=[*FLAGS, *more]) as chromium:
        _rest_drawings(chromium)
        yield chromium


def _rest_drawings(chromium: Browser) -> None:
    """Makes each new context of a browser pause ``AT_REST``."""
    new_context = chromium.new_context

    def resting(**options) -> BrowserContext:
        context = new_context(**options)
        context.add_init_script(AT_REST)
        return context

    chromium.new_context = resting  # type: ignore[method-assign]


SEVERE = ("serious", "critical")
_AXE = Axe().axe_script
# Otherwise axe also describes each element that passes, which doubles the time.
_VIOLATIONS = """async ([part, options]) =>
    (await axe.run(part ?? document, {...options, resultTypes: ["violations"]})).violations"""


def barriers(
    page: Page, part: str | None = None, impacts: Collection[str] = SEVERE
) -> list[tuple[str, str]]:
    """Returns axe's findings of these impacts in a page or a part, with their first elements."""
    # A rule of WCAG 2.2, which is off by default. Styles that others import are not loaded a
    # second time, because the page's policy refuses that.
    options = {"rules": {"target-size": {"enabled": True}}, "preload": False}
    if not page.evaluate("'axe' in self"):
        page.evaluate(_AXE)
    found = page.evaluate(_VIOLATIONS, [part, options])
    return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in impacts]


class Console:
    """Collects errors of the pages that a test opens: console, exceptions, refused contents."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def listen(self, page: Page) -> None:
        """Collects errors of ``page`` from now on."""
        page.on("pageerror", lambda error: self.errors.append(f"exception: {error}"))
        page.on("console", self._said)

    def _said(self, message) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")


@pytest.fixture
def console() -> Console:
    """Collects errors of the pages. A test that causes errors on purpose clears the list."""
    return Console()


@pytest.fixture(scope="package")
def tabs() -> list[Tab]:
    """A list with the tab that the next test can use, or without one."""
    return []


@pytest.fixture
def page(browser: Browser, console: Console, tabs: list[Tab]) -> Iterator[Page]:
    """A page of a visitor who comes for the first time, on a phone. It must not have errors."""
    tab = tabs.pop() if tabs else Tab(browser, PHONE)
    tab.page.context.set_default_timeout(PATIENT_MS)
    console.listen(tab.page)
    yield tab.page
    if tab.reset():
        tabs.append(tab)
    assert console.errors == []


class Served(NamedTuple):
    """A running ``pingblock play``: the URL of its page, its process, and the URL for guests."""

    url: str
    process: subprocess.Popen[str]
    guests: str


@contextmanager
def playing(
    *options: str, state: Path | None = None, bundle: Path | None = None
) -> Iterator[Served]:
    """Runs ``pingblock play`` with a new device, or with the one that is kept in ``state``.

    Args:
        options: more options of the command.
        state: the folder of the device.
        bundle: a folder of ``bundled.write``. None serves the sources, as for users.
    """
    play = ("play", "--no-open", "--json", *options)
    command = (sys.executable, *bundled.program(bundle), *play)
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
    """The folder of `make page`, with an empty page for tests of single modules."""
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
    """The URL of the page with a device whose events come from the test."""
    folder = tmp_path_factory.mktemp("front") / "page"
    double.write(folder)
    (folder / "empty.html").write_text(
        "<!doctype html><link rel=icon href=data:,><title>-</title>"
    )
    with hosted(folder, {"Content-Security-Policy": double.POLICY}) as url:
        yield url


@pytest.fixture
def device(page: Page, front: str) -> double.Double:
    """The device of the open page. Its events come from the test."""
    device = double.Double(page)
    device.open(front)
    return device


@pytest.fixture(scope="package")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a bundled page, for servers."""
    folder = tmp_path_factory.mktemp("bundle") / "page"
    bundled.write(folder)
    return folder


# Its device takes 4 % of a core, so the server ends with the file that needs it.
@pytest.fixture(scope="module")
def table_url(bundle: Path) -> Iterator[str]:
    """The URL of a server's page. All tests of a file that use it share its table."""
    with playing("--engine", "wasm", "--http", "0", bundle=bundle) as server:
        yield server.url


@pytest.fixture
def own_url(bundle: Path) -> Iterator[str]:
    """The URL of a server whose device only this test uses."""
    with playing("--engine", "wasm", "--http", "0", bundle=bundle) as server:
        yield server.url


@pytest.fixture
def shared(bundle: Path) -> Iterator[tuple[str, str]]:
    """The URLs of a server's table for its host and for guests. Only this test uses it."""
    with playing("--engine", "wasm", "--http", "0", "--share", bundle=bundle) as server:
        yield server.url, server.guests


@pytest.fixture(scope="package")
def plain(page_folder: Path) -> Iterator[str]:
    """The URL of a static host that does not add headers."""
    with hosted(page_folder) as url:
        yield url
