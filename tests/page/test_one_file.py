"""The page as one file plays from file://, stores the block, and needs no network."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.conftest import ELSEWHERE, TOO_WIDE, Console
from tests.page.other_browsers import Driven, awaited, firefox, webkit
from tests.page.real_input import HEARD, SHORT_MS, Visitor, middle_of, visitor
from tests.page.static_host import hosted
from tests.page.test_left import DRAWS
from tests.page.test_other_browsers import SOUNDS
from tests.page.test_served import READY, until
from tests.page.test_whole_page import come_onto_flash
from tests.seldom import seldom
from tools import npm, one_file

from pingblock.sounds.sound import of_name
from pingblock.virtual.wasm import flash as engine_flash

Opened = Callable[..., AbstractContextManager[Driven]]

_GAME = "?table=fortune&players=Ann,Ben&bots=Ann:plain,Ben:plain&seed=5&auto=1"
_CAP = "pingblock.state().device.cap"
_LOG = "pingblock.state().log.map(({text}) => text).join()"
# Addresses that the page requested, except those of its folder.
_ASKED = """performance.getEntriesByType("resource").map(({name}) => name)
    .filter((name) => !/^(data|blob):/.test(name))"""
# Bytes. docs/downloads.md names both sizes.
MOST, MOST_WITH_REFEREES = 3_000_000, 12_000_000


@pytest.fixture(scope="module")
def folder(page_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the file. Its name must be quoted in an address."""
    if not npm.is_here():
        pytest.skip("the file is bundled by esbuild, which npm gets: install Debian's npm")
    made = tmp_path_factory.mktemp("one") / "Ännes Stick #1"
    one_file.write_one(page_folder, made / "pingblock.html")
    return made


@pytest.fixture(scope="module")
def tables(page_folder: Path, folder: Path) -> str:
    """The address of the file with the referees."""
    return one_file.write_one(page_folder, folder / "pingblock-tables.html").as_uri()


@pytest.fixture
def file(folder: Path) -> str:
    """The address of the file without the referees."""
    return (folder / "pingblock.html").as_uri()


def _bytes(address: str) -> int:
    return Path(url2pathname(urlsplit(address).path)).stat().st_size


def _asked(page: Page) -> list[str]:
    """Returns a list that collects the addresses that a page requests outside its folder."""
    asked: list[str] = []

    def hear(request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            asked.append(request.url.partition("#")[0])

    page.context.on("request", hear)
    return asked


def _pressed(guest: Visitor, pointer: str) -> None:
    before = guest.look("pingblock.sound().rendered.length")
    guest.press(pointer, "block", SHORT_MS)
    guest.until(f"{HEARD} && pingblock.sound().rendered.length > {before}")
    guest.until("!pingblock.sound().playing && pingblock.state().outcome.shown")


def test_file_plays_and_stores_its_block_without_any_request(
    browser: Browser, console: Console, file: str
) -> None:
    with visitor(browser, console) as guest:
        asked = _asked(guest.page)
        guest.page.goto(file)
        guest.until(READY)
        # The ping of power-on must be over, because the first gesture would make it sound.
        guest.until("pingblock.state().nowMs > 1500")
        _pressed(guest, "finger")
        assert guest.look("pingblock.sound().out") == "thread"
        _pressed(guest, "mouse")
        guest.page.get_by_role("tab", name="Block").click()
        guest.page.get_by_label("Cap: the loudest it can be").fill("4")
        until(guest.page, f"{_CAP} === 4")
        come_onto_flash(guest.page)
        guest.page.reload()
        guest.until(READY)
        assert guest.look(_CAP) == 4
        assert guest.look("pingblock.state().engine.unkept") == ""
        assert guest.look("Object.values(pingblock.state().counts.block).length") > 0
        assert guest.page.evaluate(TOO_WIDE) == []
        assert asked == [file, file]


def test_second_tab_with_the_file_plays_and_mentions_the_first(page: Page, file: str) -> None:
    page.goto(file)
    until(page, READY)
    second = page.context.new_page()
    second.goto(file)
    until(second, READY)
    expect(second.locator("#marks")).to_contain_text("Close the other tab, then load")
    assert page.evaluate("pingblock.state().engine.unkept") == ""


def test_file_is_small_enough_for_an_email(file: str) -> None:
    assert _bytes(file) <= MOST


def test_file_omits_the_text_about_opening_a_file(page: Page, file: str) -> None:
    """index.html has a card for people who open it as a file."""
    page.goto(file)
    assert page.locator("[data-why=slow]").count() > 0
    assert page.locator("[data-why=file]").count() == 0


@pytest.mark.parametrize("on", ["page", seldom("address")])
def test_session_link_of_the_file_plays_in_another_copy(
    page: Page, file: str, folder: Path, on: str, tmp_path: Path
) -> None:
    """The other person pastes the link, or adds its end to the address of the copy."""
    page.goto(f"{file}?lang=de")
    until(page, "pingblock?.engine()?.session()?.actions.length > 0")
    page.get_by_role("button", name="Link zu dieser Sitzung").click()
    shown = page.get_by_role("textbox", name="Link", exact=True)
    link = shown.input_value()
    shown.press("Control+C")
    expect(page.get_by_role("dialog")).to_contain_text("schick die Datei mit")
    assert link.startswith(f"{file}#engine=here&session=")
    copy = tmp_path / "copy.html"
    shutil.copy(folder / "pingblock.html", copy)
    page.goto(copy.as_uri())
    until(page, READY)
    if on == "page":
        page.keyboard.press("Control+V")
    else:
        page.evaluate("(hash) => void (location.hash = hash)", link.partition("#")[2])
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, f"({READY}) && pingblock.state().engine.linked")


@pytest.mark.parametrize("link", ["token=0123456789abcdef&engine=desk", "at=0123456789abcdef"])
def test_file_opened_with_a_server_link_plays_its_own_block(
    page: Page, file: str, console: Console, link: str
) -> None:
    page.goto(f"{file}#{link}")
    until(page, READY)
    assert page.evaluate("pingblock.state().engine.name") == "here"
    assert ("start 'pingblock play' there" in page.inner_text("#toasts")) is ("engine" in link)
    assert console.errors == []


def test_file_contains_the_images(page: Page, file: str, folder: Path) -> None:
    page.goto(f"{file}#install")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the file").click()
    assert re.fullmatch(r"pingblock-pico.*\.uf2", download.value.suggested_filename)
    assert Path(download.value.path()).read_bytes()[:4] == b"UF2\n"


def test_file_without_referees_mentions_the_one_with_them(page: Page, file: str) -> None:
    for asked in ("", _GAME):
        page.goto(file + asked)
        if not asked:
            page.get_by_role("tab", name="Games").click()
        games = page.locator("#panel-table")
        expect(games).to_contain_text("pingblock-tables.html")
        expect(games).to_contain_text("Just the block")
        assert games.get_by_text("Wasteland").count() == 0


def test_policy_of_the_file_refuses_other_scripts_and_requests(
    page: Page, file: str, console: Console
) -> None:
    page.goto(file)
    until(page, READY)
    assert console.errors == []
    tries = """async () => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
        const asked = (url) => fetch(url).then(() => "done", () => "refused");
        const elsewhere = await asked("https://example.invalid/");
        return [String(window.ran), elsewhere, await asked("data:,x")];
    }"""
    assert page.evaluate(tries) == ["undefined", "refused", "refused"]
    console.errors.clear()


@pytest.mark.long
def test_file_plays_and_stores_over_plain_http(
    browser: Browser, console: Console, folder: Path
) -> None:
    with hosted(folder) as url, visitor(browser, console) as guest:
        asked = _asked(guest.page)
        address = url.replace("127.0.0.1", ELSEWHERE) + "pingblock.html"
        guest.page.goto(address)
        guest.until(READY)
        _pressed(guest, "finger")
        assert guest.look("[isSecureContext, pingblock.sound().out]") == [False, "page"]
        guest.press("mouse", "lever", 700)
        guest.until("pingblock.state().run.on")
        guest.page.get_by_role("tab", name="Block").click()
        guest.page.get_by_label("Cap: the loudest it can be").fill("4")
        until(guest.page, f"{_CAP} === 4")
        come_onto_flash(guest.page)
        guest.page.reload()
        guest.until(READY)
        assert guest.look(_CAP) == 4
        assert guest.look("pingblock.state().engine.unkept") == ""
        assert asked == [address, address]


@pytest.mark.long
def test_bots_finish_a_fortune_game_in_the_file(page: Page, tables: str) -> None:
    asked = _asked(page)
    page.goto(tables + _GAME)
    expect(page.locator("#evening")).to_contain_text("wins", timeout=280_000)
    assert {each.partition("?")[0] for each in asked} == {tables}
    assert _bytes(tables) <= MOST_WITH_REFEREES


@pytest.mark.long
@pytest.mark.parametrize(("opened", "sounds"), SOUNDS)
def test_file_plays_and_stores_in_other_browsers(
    opened: Opened, sounds: str, file: str, tmp_path: Path
) -> None:
    with opened(tmp_path / "home") as other:
        _open(other, file)
        other.evaluate(_loading(_backup()))
        awaited(other, f"{_LOG}.includes('The page has loaded the content of the file.')")
        awaited(other, READY)
        _answer(other, 901, do="settings", set={"cap": 4})
        awaited(other, "document.querySelector('#toasts').hidden")  # It can hide the block.
        other.press("finger", *other.evaluate(middle_of("block")))
        awaited(other, sounds)
        awaited(other, f"!!pingblock.state().outcome.shown && {DRAWS} > 0")
        other.press("mouse", *other.evaluate(middle_of("lever")), ms=700)
        awaited(other, "pingblock.state().run.on")
        _until_stored(other)
        draws = other.evaluate(DRAWS)
        for _ in range(2):
            _open(other, file)
            assert other.evaluate(DRAWS) == draws
            assert other.evaluate(_CAP) == 4
            assert '"ping"' in _answer(other, 902, do="sounds")
            assert other.evaluate("pingblock.state().engine.unkept") == ""
        _answer(other, 903, do="game", name="dice")
        awaited(other, "pingblock.state().device.game === 'dice'")
        other.press("mouse", *other.evaluate(middle_of("block")))
        awaited(other, "pingblock.state().outcome.shown?.outcome === 'roll'")
        assert other.evaluate(_ASKED) == []


@pytest.mark.long
@pytest.mark.parametrize(("opened", "sounds"), SOUNDS)
def test_file_plays_and_stores_over_plain_http_in_other_browsers(
    opened: Opened, sounds: str, folder: Path, tmp_path: Path
) -> None:
    """The static host is the browser's proxy, so that it answers for each name."""
    with hosted(folder) as url, opened(tmp_path / "home", urlsplit(url).netloc) as other:
        _open(other, f"http://{ELSEWHERE}/pingblock.html")
        assert other.evaluate("isSecureContext") is False
        other.press("mouse", *other.evaluate(middle_of("block")))
        awaited(other, sounds)
        assert other.evaluate("pingblock.sound().out") == "page"
        awaited(other, "!!pingblock.state().outcome.shown")
        other.press("mouse", *other.evaluate(middle_of("lever")), ms=700)
        awaited(other, "pingblock.state().run.on")
        _answer(other, 901, do="game", name="dice")
        awaited(other, "pingblock.state().device.game === 'dice'")
        _until_stored(other)
        _open(other, f"http://{ELSEWHERE}/pingblock.html")
        awaited(other, "pingblock.state().device.game === 'dice'")
        other.press("mouse", *other.evaluate(middle_of("block")))
        awaited(other, "pingblock.state().outcome.shown?.outcome === 'roll'")
        assert other.evaluate("pingblock.state().engine.unkept") == ""
        assert other.evaluate(_ASKED) == []


@pytest.mark.long
@pytest.mark.parametrize("is_local", [True, False])
@pytest.mark.parametrize("opened", [firefox, webkit])
def test_second_tab_mentions_the_first_in_other_browsers(
    opened: Opened, is_local: bool, file: str, folder: Path, tmp_path: Path
) -> None:
    """A page over plain http asks the other tabs, because it has no locks."""
    with hosted(folder) as url, opened(tmp_path / "home", urlsplit(url).netloc) as other:
        address = file if is_local else f"http://{ELSEWHERE}/pingblock.html"
        _open(other, address)
        assert other.evaluate("pingblock.state().engine.unkept") == ""
        other.tab()
        other.go(address)
        # WebKit's timers are slow in the new tab, because the tab is hidden.
        second = "globalThis.pingblock?.state().engine.unkept.includes('another tab') === true"
        awaited(other, second, 150)


@pytest.mark.long
@pytest.mark.parametrize("opened", [firefox, webkit])
def test_bots_finish_a_fortune_game_in_other_browsers(
    opened: Opened, tables: str, tmp_path: Path
) -> None:
    with opened(tmp_path / "home") as other:
        other.go(tables + _GAME)
        awaited(other, "document.querySelector('#evening').innerText.includes('wins')", 280)
        assert other.evaluate(_ASKED) == []


def _open(other: Driven, address: str) -> None:
    """Opens a page, or loads it again."""
    other.evaluate("(globalThis.isOld = true)")
    other.go(address)
    awaited(other, f"!globalThis.isOld && !!globalThis.pingblock && {READY}")


def _answer(other: Driven, number: int, **request: object) -> str:
    """Sends a request to the device, and returns the line of its answer."""
    body = json.dumps({"id": number, **request})
    line = json.dumps(f"{body}*{crc32(body.encode()):08x}\n")
    found = f"pingblock.state().console.findLast((line) => line.includes('\"id\":{number},'))"
    other.evaluate(f"(pingblock.engine().send(new TextEncoder().encode({line})), 0)")
    awaited(other, f"!!{found}")
    return other.evaluate(found)


def _until_stored(other: Driven) -> None:
    for number in range(1000, 1100):
        if '"unsaved":false' in _answer(other, number, do="settings"):
            break
    else:
        raise AssertionError("the settings were not stored in the flash")
    # The worker compares all of the flash within a second.
    awaited(other, f"pingblock.state().nowMs > {other.evaluate('pingblock.state().nowMs') + 2000}")


def _backup() -> str:
    """Returns the page's backup of a device with a custom sound."""
    flash = engine_flash.flash_of({"sounds/ping.snd": of_name("laugh").data})
    blocks = [flash[at : at + 4096].ljust(4096, b"\xff") for at in range(0, len(flash), 4096)]
    numbered = [[number, b64encode(block).decode()] for number, block in enumerate(blocks)]
    return json.dumps({"version": 2, "storage": {}, "device": {"id": "file", "blocks": numbered}})


def _loading(backup: str) -> str:
    """Returns an expression that loads a backup into the page, as if a person chose the file."""
    return f"""(() => {{
        document.querySelector("#tab-device").click();
        const input = document.querySelector("#load-state"), files = new DataTransfer();
        files.items.add(new File([{json.dumps(backup)}], "kept.json"));
        input.files = files.files;
        input.dispatchEvent(new Event("change"));
        document.querySelector("#close").click();
        return true;
    }})()"""
