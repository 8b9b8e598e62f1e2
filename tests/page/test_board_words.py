"""Tests the words of the Pico's view in three languages. The test answers for the Pico."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.page.conftest import TOO_SMALL, TOO_WIDE, barriers
from tests.page.double import SETTINGS, Double
from tests.page.test_languages import CLIPPED, english_left
from tests.page.test_served import until
from tests.seldom import seldom

# Makes the Pico's view with a session whose answers come from a list, in their order. The last
# answer repeats.
VIEW = """async (answers) => {
    document.querySelector("#board-view")?.remove();
    const {makeBoard} = await import("/board/index.js");
    const {LinkError} = await import("/link/errors.js");
    const host = document.createElement("div"), events = new Set();
    host.id = "board-view";
    self.asked = [];
    document.querySelector("#panel-device").prepend(host);
    const style = {rel: "stylesheet", href: "/board/board.css"};
    document.head.append(Object.assign(document.createElement("link"), style));
    const request = async (what, fields = {}) => {
        asked.push(JSON.stringify({do: what, ...fields}));
        const found = answers[what], many = Array.isArray(found) && found.length > 1;
        const answer = many ? found.shift() : [found].flat()[0];
        if (!answer?.refused) return answer;
        throw new LinkError("refused", answer.refused, answer.code);
    };
    const listen = (call) => (events.add(call), () => events.delete(call));
    self.tell = (event) => events.forEach((call) => call(event));
    const view = makeBoard(host, {session: () => ({request, listen}), state: () => ({})});
    const device = {battery: {verdict: "good"}};
    view.draw({engine: {status: "ready", firmware: "0.1.0"}, device, supply: {}});
}"""
MPY = 4 << 10 | 262
CALIBRATION = {"low_deg": 60, "high_deg": 120, "home_deg": 90, "from_us": 500, "to_us": 2400}
FILES = {"slot": "a", "running": "a", "state": "confirmed", "why": "", "mpy": MPY}
STATE = {**FILES, "base": "ba5e", "crc32": 9}
HELLO = {"version": "0.1.0", "board": "rev_a", "uid": "e66"}
ANSWERS: dict[str, Any] = {
    "settings": {"settings": SETTINGS, "reply": "done", "waits": []},
    "game": {"games": ["block", "dice", "worms"]},
    "sounds": {"own": {"laugh": [1200, 1800]}, "unusable": ["ping"], "ram": [1200, 32768]},
    "hello": HELLO,
    "update": STATE,
    "worms_calibrate": {"calibration": {**CALIBRATION, "reverse": False}},
    "selftest": {"inputs": {"block": False}, "sweep": True, "sounds": False},
    "status": {"settings": {"mute_lock": False, "volume": 6, "cap": 10}, "faults": {}},
    "worms": {"refused": "There is no base.", "code": "no_base"},
    "battery": {},
}
FIRMWARE = {
    "version": "0.2.0",
    "firmware": {
        "rp2040": {
            **{"pack": "pico.bin", "base": "ba5e", "crc32": {"a": 1, "b": 2}},
            "files": {"a": [138_000, 3], "b": [138_000, 4]},
        }
    },
}


@pytest.fixture
def view(page: Page, front: str) -> Callable[..., None]:
    """Opens the page with the view, in a language."""
    page.route("**/data/firmware/index.json", lambda route: route.fulfill(json=FIRMWARE))

    def opened(language: str = "en") -> None:
        page.clock.install()
        Double(page).open(f"{front}?lang={language}")
        page.locator("#tab-device").click()
        page.evaluate(VIEW, ANSWERS)

    return opened


def _part(page: Page, number: int) -> Locator:
    """Opens a part (settings, sounds, firmware, servo, self-test), and closes the last one."""
    for box in page.locator("details.fold[open] > summary").all():
        box.click()
    part = page.locator("details.fold").nth(number)
    part.locator("summary").click()
    expect(part.locator("button").first).to_be_enabled()
    return part


@pytest.mark.parametrize("language", ["de", seldom("fr")])
def test_pico_view_is_translated_and_fits_a_phone(
    view: Callable[..., None], page: Page, language: str
) -> None:
    view(language)
    for number in range(5):
        _part(page, number)
        assert english_left(page, language) == []
        # German words are the longest. Everything else is the same in each language.
        if language == "de":
            assert barriers(page, "#panel-device") == []
        for wrong in (TOO_WIDE, TOO_SMALL, CLIPPED):
            assert [each for each in page.evaluate(wrong) if "data-hand" not in each] == []


def _asked(part: Locator, page: Page, question: str, ms: int = 0) -> None:
    page.clock.run_for(ms)
    expect(part.locator(".asked")).to_have_text(question)


def test_selftest_reports_for_each_part_if_it_works(view: Callable[..., None], page: Page) -> None:
    view()
    part = _part(page, 4)
    part.get_by_role("button", name="Test the parts").click()
    _asked(part, page, "A tone rises from low to high.")
    _asked(part, page, "Did the tone rise evenly, without rattling or a gap?", 2700)
    part.get_by_role("button", name="Yes").click()
    for colour, answer in (("red", "Yes"), ("green", "No"), ("blue", "Yes")):
        _asked(part, page, f"Is the light {colour}?", 400)
        part.get_by_role("button", name=answer).click()
    _asked(part, page, "Press the button on top.")
    # The person presses the wrong button.
    page.evaluate("tell({event: 'press', button: 'check'})")
    page.evaluate("tell({event: 'press', button: 'block'})")
    _asked(part, page, "Press the check button at the rear for a moment.")
    part.get_by_role("button", name="Nothing happens").click()
    _asked(part, page, "The supply is being measured.")
    measured = {"open_mv": 4650, "loaded_mv": 4500, "milliohm": 300, "verdict": "fair"}
    page.evaluate("event => tell(event)", {"event": "battery", **measured})
    expect(part.locator(".told")).to_have_text("Something does not work.")
    found = [" ".join(each.split()) for each in part.locator(".parts li").all_inner_texts()]
    assert found == [
        "inputs works",
        "speaker works",
        "light does not work: wrong: green (check the wires of GP18 to GP20)",
        "block works",
        "check button does not work: the device did not notice it",
        "lever skipped: this board has no apple base",
        "servo skipped: this board has no apple base",
        "batteries works: Batteries fair: 4.65 V open, 4.50 V loaded, 0.3 ohm",
    ]
    muted = {"mute_lock": True, "volume": 6, "cap": 10}
    page.evaluate(VIEW, {**ANSWERS, "status": {"settings": muted, "faults": {}}})
    part = _part(page, 4)
    part.get_by_role("button", name="Test the parts").click()
    expect(part.locator(".parts .fail")).to_contain_text("does not work: the device is muted")


def test_cancelled_calibration_changes_nothing(view: Callable[..., None], page: Page) -> None:
    """A first tap on the button that resets all settings does not change them either."""
    view()
    part = _part(page, 0)
    for name in ("Set all back to how they were made", "Really set all settings back?"):
        assert page.evaluate("asked.filter((line) => line.includes('reset'))") == []
        part.get_by_role("button", name=name).click()
    expect(part.locator(".told")).to_contain_text("as they were when the board was new.")
    part = _part(page, 3)
    part.get_by_role("button", name="Begin").click()
    expect(part.locator(".asked")).to_contain_text("Keep fingers and cables away")
    page.clock.run_for(1600)
    _asked(part, page, "The worms should go up now. Did they go up?")
    tries = "asked.filter((line) => line.includes('\"try\"')).length"
    page.clock.fast_forward(61_000)
    # The servo moves down and up, and the page then waits for the person.
    until(page, f"{tries} === 3")
    part.get_by_role("button", name="Cancel").click()
    expect(part.locator(".told")).to_have_text("Cancelled: the calibration is as it was.")
    page.clock.fast_forward(61_000)
    assert page.evaluate(tries) == 3


NEW = {**STATE, "slot": "b", "running": "b"}
BACK = {**STATE, "state": "rolled_back", "why": "crash"}
IN_ITS_WAY = [
    ({"update": FILES}, "as Pingblock 0.1 had: use 'pingblock install' this once."),
    (
        {"update": {**STATE, "base": "ba5e0"}},
        "with 'pingblock flash pico' (or pico2): settings and sounds",
    ),
    ({"update": {**STATE, "mpy": 8 << 10 | 262}}, "no image for the Pico 2: use 'pingblock up"),
    ({"update": {**STATE, "state": "trial"}}, "still trying an update: wait half a minute"),
    ({"update": {**STATE, "state": "rolled_back", "why": "late"}}, "well within 30 s."),
]
ENDS = [
    ({"update": [STATE, STATE, STATE, NEW]}, "runs firmware 0.1.0 from slot b and keeps it."),
    (
        {"update": [STATE, STATE, STATE, BACK]},
        "to slot a. The trial of the firmware in slot b failed: it crashed.",
    ),
    ({"update": [STATE]}, "same firmware, because the other one was not tried."),
    ({"hello": [HELLO, HELLO, {**HELLO, "uid": "e67"}]}, "Another board is connected now"),
    (
        {"update": [STATE, STATE, {"refused": "There is no other.", "code": "no_other"}]},
        "no other.",
    ),
]


def test_page_firmware_is_compared_with_the_running_slot(
    view: Callable[..., None], page: Page
) -> None:
    view()
    for slot, crc32, news in (("a", 1, "the same"), ("b", 2, "the same"), ("b", 1, "a different")):
        now = {**STATE, "running": slot, "slot": slot, "crc32": crc32}
        page.evaluate(VIEW, {**ANSWERS, "update": now})
        expect(_part(page, 2)).to_contain_text(f"This page has {news} firmware, 0.2.0")


def test_update_obstacles_and_ends_of_a_rollback_are_explained(
    view: Callable[..., None], page: Page
) -> None:
    view()
    for answers, sentence in IN_ITS_WAY:
        page.evaluate(VIEW, {**ANSWERS, **answers})
        expect(_part(page, 2).locator(".told")).to_contain_text(sentence)
    for answers, sentence in ENDS:
        page.evaluate(VIEW, {**ANSWERS, **answers})
        part = _part(page, 2)
        expect(part).to_contain_text("This page has a different firmware, 0.2.0: 138 kB to send.")
        part.get_by_role("button", name="Go back to the previous firmware").click()
        expect(part.locator(".told")).to_contain_text(sentence)


PUT = """async (size) => {
    const {putSound} = await import("/link/later/own_sounds.js");
    const {Session} = await import("/link/session.js");
    const sounds = {own: {laugh: [1, 1]}, unusable: [], ram: [30_000, 32_768]};
    const answers = {put: {}, files: {files: {"laugh.snd": [30_000, 1]}}, sounds};
    const session = new Session((line) => {
        const {id, do: what} = JSON.parse(new TextDecoder().decode(line).split("*")[0]);
        if (what in answers) queueMicrotask(() => session.take({id, ok: answers[what]}));
    });
    const put = putSound(session, "laugh", new Uint8Array(size), () => {});
    session.heard(">>> "); // before it answers
    const found = [await put.catch((no) => no.message), session.isSending];
    return [...found, await session.request("deaf", {}, {ms: 1}).catch((no) => no.kind)];
}"""


def test_new_sound_may_use_memory_of_the_replaced_one(page: Page, front: str) -> None:
    page.goto(f"{front}empty.html")
    assert page.evaluate(PUT, 32_768 + 12) == ["The sound plays from now on.", False, "silent"]
    assert "it takes 32769 bytes of memory" in page.evaluate(PUT, 32_768 + 13)[0]
