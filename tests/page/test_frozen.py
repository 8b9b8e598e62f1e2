"""The page at a board with the frozen image: it connects by cable, and a press is a draw."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from tests import frozen_image
from tests.page.conftest import playing
from tests.page.test_board import FAKE_PORT
from tests.page.test_served import READY, SEED, until


@pytest.fixture
def frozen() -> Iterator[str]:
    """The URL of a server whose device is an emulated chip with the image on it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINGBLOCK_UF2", str(frozen_image.built()))
        with playing("--engine", "chip", "--http", "0", "--seed", str(SEED)) as server:
            yield server.url


@pytest.mark.long
def test_the_page_plays_a_frozen_image_by_cable(frozen: str, page: Page) -> None:
    page.add_init_script(FAKE_PORT)
    page.goto(frozen.replace("engine=chip", "engine=none"))
    page.get_by_role("tab", name="Engines").click()
    page.get_by_role("button", name="A board on the cable").click()
    until(page, "pingblock.state().engine.name === 'board' && " + READY)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Block: press").click()
    until(page, "pingblock.state().outcome.shown?.outcome === 'coins'")
