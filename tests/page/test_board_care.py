"""Care for a Pico from the page: settings, sounds and firmware of the emulated chip."""

from __future__ import annotations

import io
import wave
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.page.conftest import Console, playing
from tests.page.test_board import FAKE_PORT
from tests.page.test_served import SEED, until

from pingblock.sounds import hearing, samples
from pingblock.sounds.notes import padded
from pingblock.sounds.rules import rule_of
from pingblock.sounds.sound_file import unpack
from pingware.shared.power_budget import LOUDEST_MW

CONNECTED = "pingblock.state().engine.name === 'board' && pingblock.state().device.known"
DESKTOP = {"width": 1280, "height": 800}


@contextmanager
def _cared_for(browser: Browser) -> Iterator[Page]:
    """A page with the emulated chip on the cable. Its Device tab is chosen."""
    with playing("--engine", "chip", "--http", "0", "--seed", str(SEED)) as server:
        context = browser.new_context(viewport=DESKTOP)
        page, console = context.new_page(), Console()
        console.listen(page)
        page.add_init_script(path=FAKE_PORT)
        page.goto(server.url.replace("engine=chip", "engine=none"))
        page.locator("#tab-device").click()
        page.get_by_role("button", name="Connect a board").click()
        until(page, CONNECTED)
        yield page
        context.close()
        assert console.errors == []


@pytest.fixture(scope="module")
def care(browser: Browser) -> Iterator[Page]:
    """The page that most tests here share."""
    with _cared_for(browser) as page:
        yield page


@pytest.fixture
def care_anew(browser: Browser) -> Iterator[Page]:
    """A page whose Pico was just switched on, because a sound needs unfragmented memory."""
    with _cared_for(browser) as page:
        yield page


def _part(page: Page, title: str) -> Locator:
    """Opens a part of the Pico's view, and closes the other parts."""
    for box in page.locator("details[open] > summary").all():
        box.click()
    page.locator("summary", has_text=title).click()
    return page.locator("details", has=page.locator("summary", has_text=title))


def _told(part: Locator, text: str) -> None:
    expect(part.locator(".told")).to_contain_text(text)


def _tone(ms: int, hz: int = 700, rate_hz: int = 22_050) -> bytes:
    count = rate_hz * ms // 1000
    values = np.rint(30_000 * np.sin(2 * np.pi * hz / rate_hz * np.arange(count)))
    held = io.BytesIO()
    with wave.open(held, "wb") as file:
        file.setparams((1, 2, rate_hz, count, "NONE", ""))
        file.writeframes(values.astype("<i2").tobytes())
    return held.getvalue()


def test_setting_is_changed_and_wrong_value_refused_by_the_pico(care: Page) -> None:
    part = _part(care, "Settings")
    expect(part.get_by_label("weights", exact=True)).to_have_value("2, 2, 1, 1")
    part.get_by_label("cells").select_option("2xaaa")
    _told(part, "cells is 2xaaa now.")
    until(care, "pingblock.state().device.cells === '2xaaa'")
    part.get_by_label("weights", exact=True).fill("1, 2")
    part.get_by_label("weights", exact=True).press("Enter")
    _told(part, "weights is [1, 2]: it must be 4 or 9 integers")
    expect(part.get_by_label("weights", exact=True)).to_have_value("2, 2, 1, 1")


def test_custom_sound_is_put_played_and_removed(care_anew: Page) -> None:
    part = _part(care_anew, "Sounds")
    expect(part).to_contain_text("All sounds are the built-in ones.")
    part.get_by_label("Sound", exact=True).select_option("laugh")
    chosen = {"name": "haha.wav", "mimeType": "audio/wav", "buffer": _tone(600)}
    part.get_by_label("Replace it with a file").set_input_files([chosen])
    _told(part, "The board now plays haha.wav instead of laugh.")
    # The suggestion can appear again.
    expect(part.get_by_label("Replace it with a file")).to_have_value("")
    expect(part.locator("progress")).to_be_hidden()
    expect(part.locator(".own")).to_contain_text("your own, 1.8 s")
    part.get_by_role("button", name="Play it on the board").click()
    _told(part, "The board is playing the sound.")
    part.get_by_role("button", name="Remove").click()
    _told(part, "The built-in laugh plays again.")


@pytest.mark.long
def test_servo_is_calibrated_by_the_answers_of_a_person(care: Page) -> None:
    part = _part(care, "Servo of the worms")
    part.get_by_role("button", name="Begin").click()
    part.get_by_role("button", name="No, down").click()
    _told(part, "the other way round: this is noted")
    part.get_by_role("button", name="Yes, up").click()
    expect(part.locator(".asked")).to_contain_text("Now set the lowest place")
    for change in ("+10°", "−2°"):
        part.get_by_role("button", name=change).click()
    expect(part.locator(".degrees")).to_have_text("68°")
    for place in (
        "Now set the highest place",
        "Now set the place of rest",
        "Keep this calibration?",
    ):
        part.get_by_role("button", name="This is right").click()
        expect(part.locator(".asked")).to_contain_text(place)
    part.get_by_role("button", name="Keep it").click()
    _told(
        part,
        "Kept: Worms from 68 to 120°, at rest at 90°. Pulses from 500 to 2400 µs, the other way",
    )


HANDS = """(hands) => {
    port.hands ??= {};
    for (const [name, down] of Object.entries(hands)) {
        if (Boolean(port.hands[name]) === down) continue;
        port.line.send(JSON.stringify({do: "hand", name, down}));
        port.hands[name] = down;
    }
}"""


@pytest.mark.long
def test_selftest_passes_each_part_if_all_answers_are_yes(care_anew: Page) -> None:
    """The test presses the server's device as the person, and answers every question with yes."""
    part = _part(care_anew, "Self-test")
    part.get_by_role("button", name="Test the parts").click()
    hands = {"on top": "block", "at the rear": "check", "Pull the lever": "lever"}
    asked, told = part.locator(".asked"), part.locator(".told")
    yes = part.get_by_role("button", name="Yes")
    for _ in range(1500):
        if told.inner_text():
            break
        words = asked.inner_text()
        down = {hand: said in words for said, hand in hands.items()}
        care_anew.evaluate(HANDS, down)
        if yes.is_visible():
            yes.click()
        care_anew.wait_for_timeout(50)
    assert part.locator(".parts li:not(.pass)").all_inner_texts() == []
    expect(part.locator(".parts .pass")).to_have_count(8)
    _told(part, "Everything that was tested works.")


MAKE = """async ([packed, rule]) => {
    const {soundOf} = await import("/board/own_sound.js");
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    try {
        const {data, said} = await soundOf(bytes.buffer, rule);
        return {data: [...data], said};
    } catch (fault) {
        return {fault: fault.message};
    }
}"""


@pytest.mark.parametrize(
    ("name", "ms", "said"),
    [("laugh", 600, "made softer"), ("ping", 500, "cut off after 290 ms"), ("go", 800, "")],
)
def test_page_converts_recordings_like_the_host(care: Page, name: str, ms: int, said: str) -> None:
    rule = rule_of(name)
    made = care.evaluate(MAKE, [b64encode(_tone(ms)).decode(), vars(rule)])
    assert said in " ".join(made["said"])
    program, recording = unpack(bytes(made["data"]))
    level = hearing.level(program, recording)
    assert 100 < level.power_mw <= LOUDEST_MW
    count = len(recording) - 17 - (len(recording) - 17) % 2
    step = program[5]
    kept_ms = min(ms, 290) if rule.counted else ms
    length_ms = count * 1000 / (22_045.86 * step / 4096)
    assert length_ms == pytest.approx(kept_ms, abs=10)
    count = program[12] // 4096 - 16
    like = samples._program(count, count * 1000 / (22_045.855 * step / 4096), step)
    # The Python code on the host gives the same bytes.
    assert list(padded(like, rule)) == list(program)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"no sound at all", "The page cannot use this file"),
        (_tone(500, hz=0), "There is no sound in the file: it is silent"),
        (_tone(11_000), "can last 9975 ms at most"),
        (_tone(9_000, rate_hz=8_000), "but only 2.0 s fit into the board’s memory"),
    ],
    ids=["text", "silence", "long", "big"],
)
def test_unusable_sound_file_is_refused_with_the_reason(
    care: Page, content: bytes, sentence: str
) -> None:
    found = care.evaluate(MAKE, [b64encode(content).decode(), vars(rule_of("laugh"))])
    assert sentence in found["fault"]
