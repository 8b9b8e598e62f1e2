"""Compares the page as one file with the page on a static host: sizes, requests and start time."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright
from tests.page.conftest import CHROMIUM, FLAGS, PHONE
from tests.page.static_host import hosted
from tools import one_file, page_bundle

from benchmarks.table import Row, clocked

VISITS = 5  # visits to each page, alternating, so that both have a first visit
MOST_TIMES = 1.5
READY = """async () => {
    while (!(window.pingblock?.state().engine.status === "ready"))
        await new Promise((then) => setTimeout(then, 2));
    return performance.now();
}"""


def rows() -> Iterator[Row]:
    """Measures both pages in Chromium, alternating."""
    program = next(filter(None, map(shutil.which, CHROMIUM)))
    with TemporaryDirectory() as place, sync_playwright() as driver:
        folder = Path(place)
        page_bundle.write(folder / "page")
        files = one_file.write(folder)
        browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
        with hosted(folder / "page") as url:
            visits = [
                (_visited(browser, files[0].as_uri()), _visited(browser, url))
                for _ in range(VISITS)
            ]
        browser.close()
        sizes = [(path.name, path.read_bytes()) for path in files]
    (here_ms, here), (there_ms, there) = (
        zip(*each, strict=True) for each in zip(*visits, strict=True)
    )
    ready, served_ms = median(here_ms), median(there_ms)
    what = "page as one file, start to ready (peer: on a web server)"
    yield clocked(what, "ms", ready, MOST_TIMES * served_ms, peer=served_ms)
    yield clocked(
        "page as one file, requests (peer: on a web server)", "", max(here), 0, peer=max(there)
    )
    for name, content in sizes:
        packed = len(gzip.compress(content, 9)) / 1e6
        yield clocked(f"size of {name} (peer: gzipped)", "MB", len(content) / 1e6, peer=packed)


def _visited(browser: Browser, address: str) -> tuple[float, int]:
    """Returns the time in ms until the device has power, and the number of requests until then."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    ready_ms: float = page.evaluate(READY)
    context.close()
    others = [url for url in asked[1:] if not url.startswith(("data:", "blob:"))]
    return ready_ms, len(others)
