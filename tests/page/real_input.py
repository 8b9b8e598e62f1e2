"""Presses parts of a page with real input of the browser, and reads the page without a gesture.

Playwright's ``evaluate``, ``expect`` and locators count as a gesture of the user. After one of
them a page can sound, so this module does not use them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.page.conftest import PHONE, Console

LIMIT_S = 30.0
_LOOK_S = 0.05
SHORT_MS, LONG_MS = 80, 1200
KEYS = {"block": (" ", "Space", 32), "lever": ("l", "KeyL", 76)}
# The browser's kinds of input, by the device that the person uses.
POINTERS = ("finger", "mouse", "pen", "key")

# Records the loudest level that the page gave to the loudspeakers.
LISTENS = """
    window.loudest = 0;
    const {connect} = AudioNode.prototype;
    AudioNode.prototype.connect = function (to, ...more) {
        if (to instanceof AudioDestinationNode) {
            const ear = this.context.createScriptProcessor(1024, 1, 1);
            ear.onaudioprocess = ({inputBuffer}) => {
                for (const level of inputBuffer.getChannelData(0))
                    window.loudest = Math.max(window.loudest, Math.abs(level));
            };
            connect.call(this, ear);
            connect.call(ear, to);
        }
        return connect.call(this, to, ...more);
    };
"""
HEARD = "window.loudest > 0.01"


def middle_of(hand: str) -> str:
    """Returns an expression for where a person presses a part: x and y in whole pixels."""
    return f"""(() => {{
        const box = document.querySelector("[data-hand={hand}]").getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    }})()"""


class Visitor:
    """A person with a page, whose hands act through the browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._cdp = page.context.new_cdp_session(page)

    def look(self, expression: str) -> Any:
        """Returns the value of an expression. The page does not see this as a gesture."""
        found = self._cdp.send(
            "Runtime.evaluate",
            {
                "expression": expression,
                "returnByValue": True,
                "awaitPromise": True,
                "userGesture": False,
            },
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, expression: str, limit_s: float = LIMIT_S) -> None:
        """Waits until an expression is true."""
        end_s = time.monotonic() + limit_s
        while not self.look(f"Boolean({expression})"):
            assert time.monotonic() < end_s, f"it was never true: {expression}"
            self.page.wait_for_timeout(_LOOK_S * 1000)

    def press(self, pointer: str, hand: str, for_ms: int) -> tuple[float, float]:
        """Presses a part of the page. Returns the place in CSS px."""
        x, y = self.look(middle_of(hand))
        down, up = getattr(self, f"_{pointer}")(hand, x, y)
        self._cdp.send(*down)
        self.page.wait_for_timeout(for_ms)
        self._cdp.send(*up)
        return x, y

    def _finger(self, _hand: str, x: float, y: float) -> Any:
        kind = "Input.dispatchTouchEvent"
        down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        return (kind, down), (kind, {"type": "touchEnd", "touchPoints": []})

    def _mouse(self, _hand: str, x: float, y: float, pointer: str = "mouse") -> Any:
        kind = "Input.dispatchMouseEvent"
        at = {"x": x, "y": y, "button": "left", "clickCount": 1, "pointerType": pointer}
        down = {**at, "type": "mousePressed", "buttons": 1}
        return (kind, down), (kind, {**at, "type": "mouseReleased", "buttons": 0})

    def _pen(self, hand: str, x: float, y: float) -> Any:
        return self._mouse(hand, x, y, "pen")

    def _key(self, hand: str, _x: float, _y: float) -> Any:
        key, code, number = KEYS[hand]
        named = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        down = {**named, "type": "keyDown", "text": key}
        return ("Input.dispatchKeyEvent", down), (
            "Input.dispatchKeyEvent",
            {**named, "type": "keyUp"},
        )


@contextmanager
def visitor(browser: Browser, console: Console, *scripts: str) -> Iterator[Visitor]:
    """Opens an empty page of a phone with a touch screen, which has never been touched.

    Args:
        browser: Chromium with its usual rules for sound.
        console: collects the errors of the page.
        scripts: run in the page before the page's scripts.
    """
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    for script in (LISTENS, *scripts):
        context.add_init_script(script)
    page = context.new_page()
    console.listen(page)
    try:
        yield Visitor(page)
    finally:
        context.close()
    assert console.errors == []


def each_way() -> list[Any]:
    """Returns ways to press: pointer, part and length. A usual test run has only a few of them."""
    usual = {
        ("finger", "block", SHORT_MS),
        ("finger", "block", LONG_MS),
        ("finger", "lever", SHORT_MS),
        ("pen", "block", LONG_MS),
        ("mouse", "lever", LONG_MS),
        ("key", "block", SHORT_MS),
    }
    return [
        pytest.param(*way, marks=() if way in usual else (pytest.mark.long,))
        for way in [
            (pointer, hand, ms)
            for pointer in POINTERS
            for hand in KEYS
            for ms in (SHORT_MS, LONG_MS)
        ]
    ]
