"""The page starts within a limit, or gives the reason in a sentence."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page, expect
from tests.page.conftest import TOO_SMALL, TOO_WIDE, Console, barriers
from tests.page.double import Double

from pingblock.make_page.page import page_dir

NEVER = "() => new Promise(() => {})"
# Built-in names of ES2019 and later, and of browsers, which old browsers lack.
YOUNG = (
    *(
        "at",
        "findLast",
        "findLastIndex",
        "flatMap",
        "fromEntries",
        "hasOwn",
        "matchAll",
        "replaceAll",
    ),
    *("toSorted", "toReversed", "toSpliced", "withResolvers", "groupBy", "allSettled", "any"),
    *("trimStart", "trimEnd", "structuredClone", "isWellFormed"),
)


def _card(page: Page, sentence: str) -> None:
    expect(page.locator("#cannot")).to_contain_text(sentence)
    expect(page.locator("#cannot")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This page was opened as a file"),
        ("de", "Diese Seite wurde"),
        ("fr", "Cette page a été ouverte comme fichier"),
        ("pl", "This page was opened as a file"),
    ],
)
def test_page_opened_as_a_file_shows_what_to_do(page: Page, language: str, sentence: str) -> None:
    page.goto(f"{(page_dir() / 'index.html').as_uri()}?lang={language}")
    _card(page, sentence)
    expect(page.locator("#cannot")).to_contain_text("pingblock.html")
    expect(page.locator("#cannot")).to_contain_text("python3 -m http.server 8000")
    expect(page.locator("#cannot button:visible")).to_have_count(0)
    expect(page.locator("#engine")).to_be_hidden()  # It must not show "starting".


@pytest.mark.parametrize(
    "lack",
    [
        "delete Array.prototype.at",
        "delete Array.prototype.findLast",
        "delete HTMLScriptElement.prototype.noModule",
        "delete window.BigInt",
    ],
)
def test_old_browser_gets_an_explanation(page: Page, front: str, lack: str) -> None:
    page.add_init_script(lack)
    page.goto(front)
    _card(page, "This browser is too old for this page.")


def test_unknown_syntax_counts_as_an_old_browser(page: Page, front: str, console: Console) -> None:
    page.route("**/main.js", _with_body("export const x = 5 ?? ?. 3;"))
    page.goto(front)
    _card(page, "This browser is too old for this page.")
    console.errors.clear()


def _with_body(body: str):
    return lambda route: route.fulfill(body=body, content_type="text/javascript")


def test_start_checks_for_every_modern_call_of_the_page() -> None:
    """Otherwise a browser without it would fail somewhere in the middle."""
    scripts = {path.name: path.read_text() for path in page_dir().rglob("*.js")}
    start = scripts.pop("start.js")
    used = {name for name in YOUNG for text in scripts.values() if re.search(rf"\.{name}\(", text)}
    assert used >= {"at", "findLast", "replaceAll"}
    assert {name for name in used if not re.search(rf"\.{name}\b", start)} == set()


@pytest.mark.parametrize("broken", ["throw new Error('out of order')", "import './none.js'"])
def test_page_that_fails_to_start_offers_a_reset(
    page: Page, front: str, console: Console, broken: str
) -> None:
    page.route("**/main.js", _with_body(broken), times=1)
    page.goto(front)
    _card(page, "The page could not start.")
    if "throw" in broken:
        _card(page, "out of order")
    page.get_by_role("button", name="Start over").click()
    _card(page, "Erase what this browser keeps of Pingblock?")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    expect(page.locator("#cannot")).to_be_hidden()
    console.errors.clear()


# The page needs each of these files, and the server does not answer. For words and games see
# test_app.py.
HANGS = {
    "script": ("**/main.js", "?lang=de", "noch nicht gestartet."),
    "engine": ("**/engines/here.js", "", "The page has not started yet."),
}


@pytest.mark.parametrize("hang", HANGS)
def test_start_that_hangs_is_explained_until_it_succeeds(
    page: Page, front: str, hang: str
) -> None:
    """The sentence disappears if the page starts later."""
    what, query, sentence = HANGS[hang]
    waiting: list = []
    late: list[bool] = []
    page.clock.install()
    page.route(what, lambda route: route.continue_() if late else waiting.append(route))
    page.goto(f"{front}{query}", wait_until="domcontentloaded")
    page.clock.run_for(5_000)
    expect(page.locator("#cannot")).to_be_hidden()
    page.clock.run_for(12_000)
    _card(page, sentence)
    late.append(True)  # A slow page requests it only now.
    for route in waiting:
        route.continue_()
    expect(page.locator("#engine-name")).to_have_text(re.compile("Virtu[ae]l"))
    page.clock.run_for(2000)
    expect(page.locator("#cannot")).to_be_hidden()


def test_start_messages_exist_in_each_language() -> None:
    """Checks each kind that the script shows. All languages must have the same kinds."""
    parts = _Parts()
    parts.feed((page_dir() / "index.html").read_text(encoding="utf-8"))
    script = (page_dir() / "start.js").read_text()
    shown = set(re.findall(r'show\("(\w+)"', script)) | set(
        re.findall(r'show, \w+, "(\w+)"', script)
    )
    shown |= {"failed", "old"}
    assert parts.found.keys() == {"en", "de", "fr"}
    assert {tuple(sorted(kinds)) for kinds in parts.found.values()} == {
        tuple(sorted(parts.found["en"]))
    }
    assert set(" ".join(parts.found["en"]).split()) == shown


class _Parts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._language = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self._language = told.get("lang") or self._language
        if why := told.get("data-why"):
            self.found.setdefault(self._language, []).append(why)


def test_erase_card_is_accessible_on_a_phone(page: Page, front: str) -> None:
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        page.goto(f"{front}#anew")
        page.reload()
        _card(page, "Erase what this browser keeps of Pingblock?")
        assert barriers(page) == []
        assert page.evaluate(TOO_SMALL) == []
        assert page.evaluate(TOO_WIDE) == []


def test_reset_erases_everything_that_the_page_stored(page: Page, front: str) -> None:
    """The address keeps its other parts, and the storage of other sites does not change."""
    Double(page).open(front)
    page.evaluate("""async () => {
        for (const key of ["pingblock.page", "pingblock.tables", "other"])
            localStorage.setItem(key, "broken");
        const {Store} = await import("./engines/here/store.js"), store = new Store();
        await store.open();
        await store.write("x", new Map([[0, new Uint8Array(4096)]]));
    }""")
    page.goto(f"{front}#seed=3&anew")
    page.reload()
    page.get_by_role("button", name="Erase it and start over").click()
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    assert page.url == f"{front}#seed=3"
    assert page.evaluate("localStorage.getItem('pingblock.tables')") is None
    assert page.evaluate("localStorage.getItem('other')") == "broken"
    names = page.evaluate("indexedDB.databases().then((all) => all.map(({name}) => name))")
    assert names == []


def test_reset_waits_for_another_tab_that_holds_the_device(page: Page, front: str) -> None:
    other = page.context.new_page()
    other.goto(f"{front}empty.html")
    other.evaluate("""new Promise((then) => navigator.locks.request("pingblock device", () => {
        then();
        return new Promise(() => {});
    }))""")
    page.goto(f"{front}#anew")
    page.get_by_role("button", name="Erase it and start over").click()
    _card(page, "Another tab holds the device.")
    other.close()
    expect(page.locator("#engine-name")).to_have_text("Virtual block")


@pytest.mark.parametrize(
    "refuses",
    [
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('-'); }})",
        "Object.defineProperty(window, 'indexedDB', {get() { throw new DOMException('-'); }})",
        "IDBFactory.prototype.deleteDatabase = () => ({})",
    ],
)
def test_reset_works_without_storage(page: Page, front: str, refuses: str) -> None:
    page.add_init_script(refuses)
    page.goto(f"{front}#anew")
    page.get_by_role("button", name="Erase it and start over").click()
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
