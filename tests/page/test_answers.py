"""Notices, refusals, flags and states of the page are visible over everything that is open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.conftest import PHONE, Console
from tests.page.double import Double
from tests.page.seen import unseen

from pingblock.make_page.page import page_dir

# Sentences that a script of the page passes to `notify`, also through a constant.
_NOTICE = re.compile(r'notify\([^"\n]*_\("((?:[^"\\]|\\.)+)"')
# Events of the device that the page announces: at least one message for each case of
# device_messages.js.
EVENTS: dict[str, list[dict[str, Any]]] = {
    "battery": [
        {"verdict": "good", "open_mv": 4500, "loaded_mv": 4300, "milliohm": 300},
        {"fault": "battery_on_usb"},
    ],
    "fault": [{"code": "lever_stuck", "say": "The lever does not come back."}],
    "turn": [{"player": 2}],
    "score": [{"player": 1, "count": 3, "of": 5}],
    "run": [
        {"state": "armed"},
        {"state": "started", "length_ms": 20_000},
        {"state": "won", "player": 1},
        {"state": "ended"},
        {"state": "stopped"},
    ],
    "skulls": [
        {"act": "finish"},
        {"act": "undo", "state": "rolling", "skulls": 1},
        {"act": "end"},
    ],
    "outcome": [{"outcome": "bid", "bid": 3}],  # announced at once
    "replay": [],  # The headline shows the repeated outcome, not "Again".
    "press": [],
    "hello": [],  # written only in the log
}
SITUATIONS = ("nothing", "device", "dialog", "table")
# Scripts that open a game or a part of it.
OPEN = {
    "nothing": "",
    "device": "document.querySelector('#tab-device').click()",
    "dialog": """(() => {
        const dialog = document.createElement("dialog");
        dialog.textContent = "A part of the page";
        document.body.append(dialog);
        dialog.showModal();
    })()""",
    "table": """(() => {
        document.documentElement.dataset.table = "";
        Object.assign(document.querySelector("#evening"), {hidden: false, textContent: "A game"});
    })()""",
}


def _notices() -> list[str]:
    found = [
        text for file in page_dir().rglob("*.js") for text in _NOTICE.findall(file.read_text())
    ]
    assert len(found) >= 10
    return [re.sub(r"\{\w+\}", "7", text) for text in found]


def _said(page: Page) -> str:
    said: str = page.evaluate("pingblock.state().say.text")
    return said


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_notice_is_seen_and_read_aloud(page: Page, device: Double, situation: str) -> None:
    page.evaluate(f"() => {{ {OPEN[situation]} }}")
    for text in _notices():
        page.evaluate("text => pingblock.dispatch({kind: 'notify', text})", text)
        assert unseen(page, text) == []
        expect(page.locator("#say")).to_have_text(text)
    expect(page.locator("#toasts li")).to_have_count(3)
    for close in page.locator("#toasts button").all()[::-1]:
        close.evaluate("button => button.click()")
    expect(page.locator("#toasts")).to_be_hidden()


def test_each_announced_event_is_visible(page: Page, device: Double) -> None:
    source = (page_dir() / "device_messages.js").read_text()
    cases = source[source.index("function deviceEvent") : source.index("function answer")]
    assert set(re.findall(r'case "(\w+)"', cases)) == set(EVENTS)
    for event, messages in EVENTS.items():
        for message in messages:
            before = page.evaluate("pingblock.state().say.number")
            device.line({"event": event, **message})
            assert page.evaluate("pingblock.state().say.number") > before
            assert unseen(page, _said(page)) == []
    device.line({"id": None, "error": {"code": "bad_value", "say": "Volume is 0 to 10."}})
    assert unseen(page, "Refused: Volume is 0 to 10.") == []
    device.tell(kind="notify", text="A sentence of an engine.")
    assert unseen(page, "A sentence of an engine.") == []
    device.tell(kind="lost", reason="It cannot run.", canRetry=False)
    assert unseen(page, "It cannot run.") == []


def test_mark_shows_why_the_block_is_not_kept(page: Page, front: str) -> None:
    page.add_init_script("window.doubleKeeps = false")
    device = Double(page)
    device.open(front)
    assert (
        unseen(
            page,
            "This block is not saved here: if you close the page, you lose your changes to it.",
        )
        == []
    )
    sources = [(page_dir() / name).read_text() for name in ("engines/here.js", "full.js")]
    reasons = re.findall(r'"((?:This tab|The page|Your latest)[^"]+)"', "".join(sources))
    assert len(reasons) == 5
    for why in reasons:
        device.tell(kind="ready", engine="here", firmware="0.1.0", keeps=False, unkept=why)
        assert unseen(page, why) == []
    device.tell(kind="ready", engine="here", firmware="0.1.0", keeps=True)
    expect(page.locator(".mark:visible")).to_have_count(0)


def test_watching_page_explains_refused_presses_and_can_ask_for_control(
    page: Page, device: Double
) -> None:
    def control(mine: bool, **more: Any) -> None:
        device.tell(
            **{"kind": "control", "holder": "Page 1", "watchers": 0, "asked": ""} | more, mine=mine
        )

    control(False)
    assert unseen(page, "Watching: Page 1 has the block.") == []
    for press in ("Space", "c", "l"):
        page.locator("#toasts").evaluate("list => list.replaceChildren()")
        page.keyboard.press(press)
        assert unseen(page, "this page only shows it. To play here, ask for the block.") == []
    assert device.hands == []
    expect(page.locator(".cap.down")).to_have_count(0)
    page.get_by_role("button", name="Ask for the block", exact=True).click()
    assert (
        unseen(page, "You have asked for the block: the other page can hand it over, or keep it.")
        == []
    )
    control(True)
    assert unseen(page, "This page has the block now.") == []
    control(True, watchers=2)
    assert unseen(page, "2 other pages are watching.") == []
    control(True, watchers=1, asked="Page 2")
    assert unseen(page, "Page 2 is asking for the block.") == []
    expect(page.get_by_role("button", name="Hand it over", exact=True)).to_be_visible()


ADDRESSES = {
    "#session=xxxx": "The address contains no session that can be read",
    "#game=xxxx": "The address contains no game that can be read",
    "#engine=chip": "pingblock play",
    "#engine=toaster": "There is no engine 'toaster'",
    "#seed=abc": "The address contains no seed that can be read",
    "#seed=4294967296": "The address contains no seed that can be read",
}


@contextmanager
def _visitor(browser: Browser, console: Console) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    console.listen(page)
    yield page
    context.close()


def test_unusable_address_is_explained(browser: Browser, front: str, console: Console) -> None:
    for address, told in ADDRESSES.items():
        with _visitor(browser, console) as page:
            page.goto(f"{front}{address}")
            expect(page.locator("#toasts")).to_contain_text(told)
            assert unseen(page, page.locator("#toasts li span").inner_text()) == []
    assert console.errors == []


def test_buttons_without_an_action_show_their_answer(page: Page, device: Double) -> None:
    page.locator("#tab-device").click()
    file = {"name": "kept.json", "mimeType": "application/json", "buffer": b"{}"}
    page.locator("#load-state").set_input_files([file])
    expect(page.locator("#toasts")).to_contain_text(
        "This is not a file that this page can load. Choose one that it has saved, such as "
        "pingblock-page.json."
    )
    page.locator("#tab-bench").click()
    for button, told in (
        ("Report a problem", "A report"),
        ("Copy a link to this session", "This engine cannot"),
    ):
        page.locator("#panel-bench").get_by_role("button", name=button).click()
        expect(page.locator("#toasts")).to_contain_text(told)
        assert unseen(page, _said(page)) == []


CELLS = {"openMv": 1100, "ohm": 0.9, "count": 2}


def test_page_shows_cells_of_the_connected_block(page: Page, device: Double) -> None:
    """The page shows the cells that a real block reports, and the cells of a virtual one."""
    page.locator("#tab-device").click()
    told = {"kind": "supply", "atMs": 13_000, "plugged": True, "powered": True}
    device.tell(**told, vsysMv=2100, cells=CELLS)
    tubes = page.locator(".tubes i")
    expect(tubes).to_have_count(2)
    expect(tubes.first).to_have_class("low")
    expect(page.get_by_text("Virtual block.")).to_be_visible()
    device.tell(kind="ready", engine="board", firmware="0.1.0", keeps=True)
    expect(page.get_by_text("Real block: its last report.")).to_be_visible()
    for part in (page.locator(".tubes"), page.locator(".trace"), page.get_by_label("Charge")):
        expect(part).to_be_hidden()
    expect(page.get_by_text("Hold the check button for 2 s")).to_be_visible()
    device.line({"event": "battery", "verdict": "good", "open_mv": 4650})
    expect(page.get_by_text("4.65 V open").first).to_be_visible()
