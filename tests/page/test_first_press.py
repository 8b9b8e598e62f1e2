"""The first press of a page sounds, by finger, mouse, pen and key, under the browser's rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import ELSEWHERE, Console
from tests.page.real_input import HEARD, LONG_MS, SHORT_MS, each_way, visitor

# The double sounds for half a second when the block is pressed or the lever is released.
SOUNDS = "window.doubleSounds = true;"
READY = "globalThis.pingblock?.state().engine.status === 'ready'"
# The ping of power-on must be over, because the device ignores presses during it.
AWAKE = f"{READY} && pingblock.state().nowMs > 1500"


@pytest.mark.parametrize(("pointer", "hand", "for_ms"), each_way())
def test_first_press_is_heard(
    browser: Browser, console: Console, front: str, pointer: str, hand: str, for_ms: int
) -> None:
    with visitor(browser, console, SOUNDS) as one:
        one.page.goto(front)
        one.until(READY)
        assert one.look("navigator.userActivation.hasBeenActive") is False
        one.press(pointer, hand, for_ms)
        one.until(HEARD)
        assert one.look("pingblock.sound().rendered.map(({atSample}) => atSample)") == [0]
        assert one.look("document.getElementById('locked').hidden")


@pytest.mark.parametrize(
    ("hand", "for_ms"),
    [("block", SHORT_MS), pytest.param("block", LONG_MS, marks=pytest.mark.long)],
)
def test_first_press_of_the_firmware_is_heard(
    browser: Browser, console: Console, plain: str, hand: str, for_ms: int
) -> None:
    """A finger presses. Earlier sounds are not played."""
    with visitor(browser, console) as one:
        one.page.goto(plain)
        one.until(AWAKE)
        before_ms = one.look("pingblock.state().nowMs")
        one.press("finger", hand, for_ms)
        one.until(HEARD)
        assert one.look("pingblock.sound().rendered[0].atSample / 22.05") > before_ms


def test_first_press_on_plain_http_is_heard(
    browser: Browser, console: Console, plain: str
) -> None:
    """Without a certificate, a page in the home network has no worklet and no `crypto.subtle`."""
    with visitor(browser, console) as one:
        one.page.goto(plain.replace("127.0.0.1", ELSEWHERE) + "#seed=3")
        one.until(AWAKE)
        assert one.look("[isSecureContext, 'audioWorklet' in AudioContext.prototype]") == [
            False,
            False,
        ]
        assert one.look("document.getElementById('lack').hidden")
        before_ms = one.look("pingblock.state().nowMs")
        one.press("finger", "block", SHORT_MS)
        one.until(HEARD)
        assert one.look("pingblock.sound().out") == "page"
        assert one.look("pingblock.sound().rendered[0].atSample / 22.05") > before_ms


RESUME = "AudioContext.prototype.resume = function () { return ANSWER; };"
STAYS = "Object.defineProperty(AudioContext.prototype, 'state', {get: () => 'suspended'});"
REFUSED = RESUME.replace("ANSWER", "Promise.reject(new DOMException('-', 'NotAllowedError'))")
SILENT = RESUME.replace("ANSWER", "new Promise(() => {})")
LOCKED = "The browser blocks the sound. Press here again."
NO_OUTPUT = "This browser opened no sound output"


@pytest.mark.parametrize(
    ("pointer", "fault", "sentence"),
    [
        ("finger", "delete window.AudioContext;", NO_OUTPUT),
        ("finger", "window.AudioContext = class { constructor() { throw Error(); } };", NO_OUTPUT),
        ("finger", REFUSED + STAYS, LOCKED),
        ("key", SILENT + STAYS, LOCKED),
    ],
)
def test_silent_press_is_explained_near_the_finger(
    browser: Browser, console: Console, front: str, pointer: str, fault: str, sentence: str
) -> None:
    with visitor(browser, console, fault) as one:
        one.page.goto(front)
        one.until(READY)
        x, y = one.press(pointer, "block", SHORT_MS)
        one.until("!document.getElementById('locked').hidden", limit_s=10)
        assert sentence in one.look("document.getElementById('locked').textContent")
        assert sentence in one.look("document.getElementById('say').textContent")
        box = one.look("document.getElementById('locked').getBoundingClientRect().toJSON()")
        assert box["left"] >= 0
        assert box["right"] <= one.look("innerWidth")
        assert box["left"] <= x <= box["right"]
        assert y - 200 < box["top"] < box["bottom"] < y + 200


def test_sound_that_is_unlocked_later_hides_the_locked_message(
    browser: Browser, console: Console, front: str
) -> None:
    """The sentence disappears with the press that unlocks, and only that press sounds."""
    late = SOUNDS + "window.really = AudioContext.prototype.resume;" + SILENT
    with visitor(browser, console, late) as one:
        one.page.goto(front)
        one.until(READY)
        one.press("finger", "block", SHORT_MS)
        one.until("!document.getElementById('locked').hidden")
        one.look("void (AudioContext.prototype.resume = really)")
        one.press("finger", "block", SHORT_MS)
        one.until(HEARD)
        assert one.look("document.getElementById('locked').hidden")
        assert one.look("pingblock.sound().rendered.map(({atSample}) => atSample)") == [11_025]


def test_audio_thread_that_never_answers_is_replaced(
    browser: Browser, console: Console, front: str
) -> None:
    """The first press still makes a sound."""
    never = "AudioWorklet.prototype.addModule = () => new Promise(() => {});"
    with visitor(browser, console, SOUNDS, never) as one:
        one.page.goto(front)
        one.until(READY)
        one.press("finger", "block", SHORT_MS)
        one.until(HEARD)
        assert one.look("pingblock.sound().out") == "page"
        one.until("pingblock.state().sound.heard")


def test_click_by_a_script_does_not_count_as_a_gesture(
    browser: Browser, console: Console, front: str
) -> None:
    """A script's click, such as for a tab in the address, makes no output that can be locked."""
    with visitor(browser, console) as one:
        one.page.goto(front)
        one.until(READY)
        one.look("document.getElementById('tab-bench').click()")
        one.until("!document.getElementById('panel-bench').hidden")
        assert one.look("pingblock.sound().out") == "off"
        one.page.wait_for_timeout(2000)  # longer than the wait for a lock
        assert one.look("document.getElementById('locked').hidden")
