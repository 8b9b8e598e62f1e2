"""Tests a page that people leave or load again."""

from playwright.sync_api import Page
from tests.page.double import Double
from tests.page.test_served import until

DRAWS = "Object.values(pingblock.state().counts.block ?? {}).reduce((sum, each) => sum + each, 0)"


def test_draw_just_before_a_reload_is_counted(page: Page, front: str) -> None:
    device = Double(page)
    device.open(front, hints=True)
    device.draw(notes=1, outcome="laugh", coins=0)
    device.hush()
    until(page, f"{DRAWS} === 1")
    page.reload()
    until(page, f"globalThis.pingblock && {DRAWS} === 1")
