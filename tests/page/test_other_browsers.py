"""On a static host, the first press sounds in Firefox and in WebKit, Safari's engine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.page.other_browsers import HANDS, Driven, awaited, firefox, webkit
from tests.page.real_input import middle_of

# Browsers, each with an expression that is true once the page has sounded there.
SOUNDS = (
    # Without a sound card Firefox's audio does not advance, so the test checks the page's input.
    (firefox, "pingblock.state().sound.heard"),
    (webkit, "pingblock.sound().rendered.length > 0"),
)
# Whether this browser lets the page sound.
_UNLOCKED = "navigator.userActivation.hasBeenActive"


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
    """The press is made by mouse, finger and key, each in a browser without an earlier gesture."""
    with opened(tmp_path / "home") as browser:
        browser.go(plain)
        awaited(browser, "!!globalThis.pingblock?.engine()")
        # The page requests the settings once the device has said hello.
        awaited(browser, "pingblock.engine().session()?.actions.length > 0")
        assert browser.evaluate(_UNLOCKED) is False, "no script has pressed anything"
        browser.press(hand, *browser.evaluate(middle_of("block")))
        awaited(browser, sounds)
        awaited(
            browser, "pingblock.engine().session().actions.some((each) => each.do === 'press')"
        )
        assert browser.evaluate(_UNLOCKED) is True
        actions = browser.evaluate("pingblock.engine().session().actions")
        assert [action["do"] for action in actions].count("press") == 1
