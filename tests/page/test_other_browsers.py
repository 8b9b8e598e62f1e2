"""The page on a static host in Firefox and in WebKit, Safari's engine: the first press sounds."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.page.other_browsers import HANDS, Driven, firefox, webkit
from tests.page.real_input import middle_of

_LIMIT_S = 40
# Browsers, and an expression that holds once the page has sounded there.
SOUNDS = (
    # Without a sound card Firefox's audio stands still: what the page hears has to do.
    (firefox, "pingblock.state().sound.heard"),
    (webkit, "pingblock.sound().rendered.length > 0"),
)
# Whether this browser lets the page sound, by its own rules.
_UNLOCKED = "navigator.userActivation.hasBeenActive"


def _until(browser: Driven, expression: str, limit_s: float = _LIMIT_S) -> None:
    end_s = time.monotonic() + limit_s
    while not browser.evaluate(expression):
        assert time.monotonic() < end_s, f"it never held: {expression}"
        time.sleep(0.1)


@pytest.mark.long
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(("opened", "sounds"), SOUNDS)
def test_first_press_sounds(
    opened: Callable[[Path], AbstractContextManager[Driven]],
    sounds: str,
    hand: str,
    plain: str,
    tmp_path: Path,
) -> None:
    """By mouse, finger and key, each in a browser that has seen no gesture before."""
    with opened(tmp_path / "home") as browser:
        browser.go(plain)
        _until(browser, "!!globalThis.pingblock?.engine()")
        # The page asks the device for its settings once that has said hello.
        _until(browser, "pingblock.engine().session()?.actions.length > 0")
        assert browser.evaluate(_UNLOCKED) is False, "no script has pressed anything"
        browser.press(hand, *browser.evaluate(middle_of("block")))
        _until(browser, sounds)
        _until(browser, "pingblock.engine().session().actions.some((each) => each.do === 'press')")
        assert browser.evaluate(_UNLOCKED) is True
        actions = browser.evaluate("pingblock.engine().session().actions")
        assert [action["do"] for action in actions].count("press") == 1
