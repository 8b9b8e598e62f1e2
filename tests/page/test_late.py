"""Tests the page with an engine that is late, as on a busy computer."""

from playwright.sync_api import Page, expect
from tests.page.double import Double
from tests.page.test_front import _SOUND, THREE
from tests.page.test_served import until


def test_sound_is_over_when_the_amplifier_is_off(page: Page, front: str) -> None:
    """A pause does not end it. A late engine can still switch the amplifier on again."""
    device = Double(page)
    device.open(front)
    device.tell(kind="amp", atMs=12_390, on=True)
    device.draw(**THREE)
    page.evaluate(_SOUND, [12_400 * 22.05, 40, False])  # a sound of 400 ms
    until(page, "pingblock.state().sound.on")
    for more in ({"kind": "clock", "nowMs": 14_000, "speed": 0.2}, {"kind": "amp", "on": False}):
        device.tell(**{"atMs": 14_000, **more})
        page.evaluate("window.fromMs = performance.now()")
        until(page, "performance.now() > fromMs + 800")
        expect(page.locator("#big")).to_have_text("Listen")
    device.tell(kind="clock", nowMs=14_200, speed=0.2)
    expect(page.locator("#big")).to_have_text("3 coins")
