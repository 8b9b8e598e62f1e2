"""The shipped page makes few requests, works without a network, and can be installed."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.conftest import PHONE, Console
from tests.page.double import Double
from tests.page.other_browsers import Driven, awaited, firefox, webkit
from tests.page.static_host import hosted
from tests.page.test_served import READY, until
from tests.page.test_within_reach import _table as draw_table
from tests.page_weight import HERE_KB, weighed
from tools import npm, page_bundle

from pingblock.make_page import offline
from pingblock.make_page.page import page_dir

KEPT_S = 200.0  # a busy browser's maximum time to store all files
REQUESTS_MOST = 15  # maximum requests of a first visit before the block plays


class Host(NamedTuple):
    """A static host without extra headers. It lists the requested paths, and can be stopped."""

    url: str
    asked: list[str]
    stop: Callable[[], None]


@pytest.fixture(scope="module")
def shipped(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `make page` in the form that is shipped."""
    if not npm.is_here():
        pytest.skip("the page is bundled by esbuild, which npm gets: install Debian's npm")
    folder = tmp_path_factory.mktemp("shipped") / "page"
    _copy(page_folder, folder)
    page_bundle.bundle(folder)
    return folder


def _copy(source: Path, target: Path) -> None:
    """Copies the made page, without the large images for Picos."""
    for path in source.rglob("*"):
        name = path.relative_to(source)
        if path.is_file() and path.suffix != ".uf2":
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(path.read_bytes())


@pytest.fixture
def host(shipped: Path) -> Iterator[Host]:
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()

        def log_message(self, *words: object) -> None:
            """Does not log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(shipped)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    def stop() -> None:
        server.shutdown()
        thread.join()
        server.server_close()

    try:
        yield Host(f"http://127.0.0.1:{server.server_port}/", asked, stop)
    finally:
        stop()


# Returns whether exactly one version of the page is stored, with all of its files.
KEPT_ALL = """(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("pingblock "));
    if (names.length !== 1) return false;
    const worker = await (await fetch("offline-worker.js")).text();
    const lists = [...worker.matchAll(/^const (?:FIRST|LATER) = (.*);$/gm)];
    const count = lists.flatMap(([, list]) => JSON.parse(list)).length;
    return (await (await caches.open(names[0])).keys()).length === count;
})()"""


def _until_kept(page: Page) -> None:
    """Waits until all files are kept. A look takes 20 ms of CPU, so there are few of them."""
    for _look in range(int(KEPT_S * 2)):
        if page.evaluate(KEPT_ALL):
            return
        page.wait_for_timeout(500)
    pytest.fail(f"The files were not stored within {KEPT_S} s.")


def test_first_visit_loads_few_files_and_page_then_works_offline(
    browser: Browser, console: Console, host: Host, shipped: Path
) -> None:
    """All files are stored, including the tabs, the languages and the referees."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    console.listen(page)
    page.goto(host.url)
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    until(page, READY)
    assert len(host.asked) <= REQUESTS_MOST, host.asked
    assert host.asked.count("/") == 1  # it is not loaded a second time
    _until_kept(page)
    count = len(host.asked)
    assert console.errors == []
    context.set_offline(True)
    for address in (host.url, f"{host.url}?lang=de", f"{host.url}?table=fortune&players=Ann,Ben"):
        page.goto(address)
        expect(page.locator("#engine-name")).to_have_text(re.compile("Virtu[ae]l"))
        until(page, READY)
        for tab in ("table", "device", "bench"):
            page.locator(f"#tab-{tab}").click(force=True)
    expect(page.locator("#evening .go")).to_be_visible()
    # The browser only checks for a new version.
    assert set(host.asked[count:]) <= {"/offline-worker.js"}
    # Without a network, a browser reports an error for each file that it requests again.
    console.errors.clear()
    context.close()


@pytest.mark.long
def test_new_version_is_stored_before_it_replaces_the_old_one(
    browser: Browser, shipped: Path, tmp_path: Path
) -> None:
    """The first visit after a release still plays the old one. Then the page works offline."""
    folder = tmp_path / "page"
    _copy(shipped, folder)
    names = "(await caches.keys()).filter((name) => name.startsWith('pingblock '))"
    with hosted(folder, {"Cache-Control": "max-age=600"}) as url:
        context = browser.new_context()
        page = context.new_page()
        page.goto(url)
        _until_kept(page)
        before = page.evaluate(f"async () => {names}.join()")
        index = folder / "index.html"
        text = index.read_text(encoding="utf-8")
        index.write_text(text.replace("<title>Pingblock", "<title>New Pingblock"), "utf-8")
        offline.put_into(folder)
        page.goto(url)
        assert page.title() == "Pingblock"
        until(page, f"{names}.join() !== {json.dumps(before)} && await {KEPT_ALL}")
    context.set_offline(True)
    page.goto(url)
    assert page.title() == "New Pingblock"
    until(page, READY)
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("opened", [firefox, webkit])
def test_other_browsers_play_offline(
    opened: Callable[[Path], AbstractContextManager[Driven]], host: Host, tmp_path: Path
) -> None:
    with opened(tmp_path / "browser") as browser:
        browser.go(host.url)
        awaited(browser, f"globalThis.pingblock && {READY}")
        kept = f"({KEPT_ALL}.then((all) => (window.kept = all)), window.kept ?? false)"
        awaited(browser, kept, KEPT_S)
        host.stop()
        for query in ("", "?lang=de"):
            browser.go(f"{host.url}{query}")
            awaited(browser, f"globalThis.pingblock && {READY}")
        browser.evaluate("(document.querySelector('#tab-table').click(), 0)")
        awaited(browser, "document.querySelectorAll('.gamecard').length === 7")


def test_installer_and_games_load_from_the_shipped_bundle(
    page: Page, console: Console, host: Host, shipped: Path
) -> None:
    """Modules that are loaded late come from one file, which must have each imported module."""
    page.goto(f"{host.url}#engine=none&install")
    expect(page.locator("dialog.install h4").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#tab-table").click()
    expect(page.locator(".gamecard")).to_have_count(7)
    assert not [path for path in shipped.rglob("*.js") if path.parent.name == "scene"]
    assert console.errors == []


def test_shipped_page_is_small(shipped: Path) -> None:
    page_kb, engine_kb = weighed(shipped)
    assert engine_kb <= HERE_KB
    assert page_kb <= 80


def test_page_can_be_installed(page: Page, front: str) -> None:
    page.goto(front)
    manifest = json.loads((page_dir() / "manifest.webmanifest").read_text())
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    found = page.evaluate(
        """async (icons) => Promise.all(icons.map(async ({src, sizes}) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return sizes === "any" || sizes === `${image.width}x${image.height}`;
        }))""",
        [*manifest["icons"], {"src": "style/icon-180.png", "sizes": "180x180"}],
    )
    assert found == [True] * len(found)
    for link in ("manifest", "apple-touch-icon"):
        assert page.locator(f"link[rel={link}]").count() == 1
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []


WAKES = """
    window.locks = 0;
    navigator.wakeLock.request = async () => {
        locks++;
        return {release: async () => { locks--; }};
    };
    navigator.audioSession = {type: "auto"};
"""


def test_open_game_keeps_screen_on_and_sound_counts_as_playback(page: Page, front: str) -> None:
    page.add_init_script(WAKES)
    Double(page).open(front)
    draw_table(page)
    until(page, "locks === 1")
    page.get_by_role("button", name="Back to the block").click()
    until(page, "locks === 0")
    page.locator("#loud").click()
    assert page.evaluate("navigator.audioSession.type") == "playback"


HURRIES = """{
    const later = setTimeout;
    self.setTimeout = (act, ms) => later(act, ms / 40);
}"""


@pytest.mark.parametrize("lost", ["data/games.json", "languages/de.json"])
def test_page_plays_if_a_data_file_never_arrives(page: Page, front: str, lost: str) -> None:
    """It waits for a while, reports the missing words, and plays with the files that it has."""
    page.add_init_script(
        "{const later = setTimeout; self.setTimeout = (act, ms) => later(act, ms / 40);}"
    )
    page.route(f"**/{lost}", lambda route: None)
    page.goto(f"{front}?lang=de")
    expect(page.locator("#engine-name")).to_be_visible()
    until(page, "window.pingblock?.state().engine.status === 'ready'")
    expect(page.locator("#say" if "games" in lost else "#lack")).to_contain_text(
        "Namen der Karten" if "games" in lost else "The words of Deutsch could not be loaded"
    )


def test_first_visit_on_a_computer_shows_games_and_virtual_block(page: Page, front: str) -> None:
    """The cards need no referee. Words of the engines are in their tab."""
    page.set_viewport_size({"width": 1280, "height": 800})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    device = Double(page)
    device.open(front, hints=True)
    cards = page.locator(".gamecard")
    expect(cards).to_have_count(7)
    for card in cards.all():
        assert re.search(r"\d to \d players · about \d+ minutes", card.inner_text())
        expect(card.locator("svg *").first).to_be_attached()
    assert not [url for url in asked if "python" in url or "referee-worker" in url]
    for game, name in (
        ("block", "Question Block: a toy for board games"),
        ("dice", "Dice"),
        ("fortune", "Fortune cards"),
    ):
        device.game(game)
        expect(page.locator("#which")).to_have_text(name)
    pill = page.locator("#engine")
    assert pill.inner_text() == "Virtual block"
    assert pill.get_attribute("aria-label") is None  # its accessible name is its visible text
    for part in (".bar", ".next", "#panel-table .choose"):
        assert not re.search("×|here|pulses|xaaa", page.locator(part).inner_text())
    device.open(front)  # a second visit
    expect(page.locator("#panel-device")).to_be_visible()


COUNTS = """() => {
    const later = requestAnimationFrame;
    window.drawnFrames = 0;
    window.requestAnimationFrame = (draw) => (drawnFrames++, later(draw));
}"""
# Sends clocks for half a second after all motion has ended. Returns the frames that they caused.
TICKS = """async () => {
    for (let before = -1; before !== drawnFrames; ) {
        before = drawnFrames;
        await new Promise((then) => setTimeout(then, 150));
    }
    const before = drawnFrames;
    for (let i = 0; i < 10; i++) {
        double.tell({kind: "clock", nowMs: 20_000 + drawnFrames + i * 100, speed: 1 + i / 1000});
        await new Promise((then) => setTimeout(then, 50));
    }
    return drawnFrames - before;
}"""


def test_page_at_rest_draws_only_a_visible_clock(page: Page, front: str) -> None:
    Double(page).open(front)
    page.evaluate(COUNTS)
    assert page.evaluate(TICKS) == 0
    page.locator("#tab-bench").click()
    assert page.evaluate(TICKS) > 3
