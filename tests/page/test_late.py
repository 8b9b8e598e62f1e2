"""Tests the page with an engine that is late, as on a busy computer."""

from playwright.sync_api import Page, expect
from tests.page.double import Double
from tests.page.test_front import _SOUND, THREE
from tests.page.test_served import until


def test_late_engine_does_not_end_a_sound_early(page: Page, front: str) -> None:
    """The sound is over by the page's clock, but by the device's its next note will come."""
    device = Double(page)
    device.open(front)
    device.draw(**THREE)
    page.evaluate(_SOUND, [12_400 * 22.05, 40, False])  # a sound of 400 ms
    until(page, "pingblock.state().sound.on")
    page.evaluate("window.fromMs = performance.now()")
    until(page, "performance.now() > fromMs + 1500")  # later than any pause within a sound
    expect(page.locator("#big")).to_have_text("Listen")
    device.tell(kind="clock", nowMs=13_300, speed=0.2)
    expect(page.locator("#big")).to_have_text("3 coins")
