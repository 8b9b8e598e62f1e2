"""Tests the whole page with the real firmware as a visitor uses it, without a double."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.page.test_served import READY, until
from tests.version import VERSION

from pingblock.virtual.session_link import session_of


def _opened(page: Page, url: str) -> None:
    page.goto(f"{url}index.html")
    until(page, READY)


def _now_ms(page: Page) -> float:
    return page.evaluate("pingblock.state().nowMs")


def _type(page: Page, line: str, answer: str | re.Pattern[str]) -> None:
    page.get_by_label("A line for the device").fill(line)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Serial output")).to_contain_text(answer)


def _sounded(page: Page, since_ms: float, draw: int) -> None:
    """Waits until an outcome after a device's time in ms has sounded to its end and is shown."""
    sound = "pingblock.sound()"
    began = f"{sound}.rendered.some(({{atSample}}) => atSample / 22.05 > {since_ms})"
    shown = f"pingblock.state().outcome.shown?.draw === {draw}"
    until(page, f"{began} && !{sound}.playing && {shown}")


def _logged(page: Page, text: str) -> None:
    """Waits until the log has a sentence. Unlike the page's messages it is not replaced."""
    started = f"line.text.startsWith({json.dumps(text)})"
    until(page, f"pingblock.state().log.some((line) => {started})")


def come_onto_flash(page: Page) -> None:
    """Waits until this browser stores the device's settings. Opens the Engines tab."""
    page.get_by_role("tab", name="Engines").click()
    unsaved = re.compile('.*"unsaved":(true|false)', re.DOTALL)
    shown = page.get_by_role("log", name="Serial output")
    for number in range(100):
        _type(page, f'{{"id": {number}, "do": "settings"}}', f'{{"id":{number},"ok"')
        if unsaved.match(shown.inner_text())[1] == "false":
            break
    else:
        raise AssertionError("the settings were not stored in the flash")
    # The worker compares all of the flash within a second.
    until(page, f"pingblock.state().nowMs > {_now_ms(page) + 2000}")


def test_presses_sound_worms_move_and_report_links_the_session(page: Page, plain: str) -> None:
    """Each sound ends in the player, because otherwise the next press does not start a sound.

    Each step waits until the effect of the last step is complete, because on a busy computer the
    device, the audio thread and the page run at very different times.
    """
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=plain)
    _opened(page, plain)
    # The ping of power-on must be over, because the first gesture would make it sound.
    until(page, "pingblock.state().nowMs > 1500")
    page.mouse.click(5, 5)  # This is the first gesture. Only after it, the page can sound.
    until(page, "pingblock.sound().out === 'thread'")
    before_ms = _now_ms(page)
    for draw in (1, 2):
        pressed_ms = _now_ms(page)
        page.get_by_role("button", name="Block: press").click()
        _sounded(page, pressed_ms, draw)
    first = page.evaluate("pingblock.sound().rendered[0].atSample / 22.05")
    assert first > before_ms, "sounds from before the gesture must not play"
    page.evaluate("""() => {
        window.angles = new Set();
        window.grabbed = false;
        const look = () => {
            angles.add(Math.round(pingblock.state().servo.deg));
            grabbed ||= document.querySelector("#big").textContent === "Grab!";
            requestAnimationFrame(look);
        };
        look();
    }""")
    page.get_by_role("tab", name="Engines").click()
    page.keyboard.down("l")
    _logged(page, "The lever is pulled: let it go.")
    page.keyboard.up("l")
    until(page, "angles.size > 10 && grabbed")
    page.get_by_role("button", name="Report a problem").click()
    _logged(page, "A report with a link to this session is copied")
    report = page.evaluate("navigator.clipboard.readText()")
    assert f"Engine here {VERSION}" in report
    link = next(line for line in report.splitlines() if "session=" in line)
    done = [action.do for action in session_of(link).actions if action.do != "serial"]
    assert done == ["press", "press", "pull_lever", "release_lever"]


def test_console_accepts_requests_and_the_real_prompt(page: Page, plain: str) -> None:
    """It accepts the example lines of the field, and then those of MicroPython's prompt."""
    _opened(page, plain)
    page.get_by_role("tab", name="Engines").click()
    shown = page.get_by_role("log", name="Serial output")
    examples = page.get_by_label("A line for the device").get_attribute("placeholder")
    assert examples == "help, status, battery, or JSON"
    _type(page, "help", "volume")
    # The fields can have any order. Lines with another id answer other requests of the page.
    _type(page, "status", re.compile(r'"id":null,"ok":\{[^\n]*"problems":\[\]'))
    _type(page, '{"id": 7, "do": "volume", "level": 2}', '{"id":7,"ok":{')
    page.wait_for_timeout(300)  # The firmware accepts Ctrl-C after a silence of 100 ms.
    page.get_by_role("button", name="Ctrl-C").click()
    expect(shown).to_contain_text(">>>")
    _type(page, "print(6 * 7)", "\n42")
    page.get_by_role("button", name="Ctrl-D").click()
    expect(shown).to_contain_text(re.compile('"event":"hello".*"event":"hello"', re.DOTALL))


def test_backup_moves_page_and_device_to_another_browser(
    page: Page, browser: Browser, plain: str, tmp_path: Path
) -> None:
    """The backup has the device's flash with its settings. A damaged file changes nothing."""
    _opened(page, plain)
    page.get_by_role("tab", name="Block").click()
    page.get_by_label("Cap: the loudest it can be").fill("4")
    page.get_by_label("Light or dark").select_option("light")
    page.evaluate("() => pingblock.dispatch({kind: 'restore', counts: {block: {laugh: 7}}})")
    until(page, "pingblock.state().device.cap === 4")
    come_onto_flash(page)
    page.get_by_role("tab", name="Block").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all that the page keeps").click()
    file = tmp_path / "kept.json"
    download.value.save_as(file)

    context = browser.new_context()
    other = context.new_page()
    _opened(other, plain)
    assert other.evaluate("pingblock.state().device.cap") == 10
    other.get_by_role("tab", name="Block").click()
    halved = tmp_path / "halved.json"
    halved.write_text(file.read_text()[:-100])
    other.get_by_label("Load it from a file").set_input_files(halved)
    expect(other.locator("#say")).to_contain_text("is not a file that this page can load")
    assert json.loads(file.read_text())["device"]
    until(other, READY)
    other.get_by_label("Load it from a file").set_input_files(file)
    expect(other.locator("#say")).to_contain_text("has loaded the content")
    until(other, "pingblock.state().device.cap === 4")
    assert other.evaluate("pingblock.state().counts") == {"block": {"laugh": 7}}
    assert other.evaluate("document.documentElement.dataset.theme") == "light"
    context.close()
