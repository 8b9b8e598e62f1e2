"""The page updates a Pico whose firmware runs in place: the emulated chip with such an image."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests import slots_image
from tests.page.test_board_care import CONNECTED, _cared_for, _part, _told
from tests.page.test_served import until
from tests.version import VERSION

from pingblock.make_page.page_firmware import firmware_packs

# Counts the page's bytes from now on, until the Pico starts again.
COUNT = """() => {
    port.sent = 0;
    const send = port.line.send.bind(port.line);
    port.line.send = (data) => (port.sent += data.length, send(data));
}"""


@pytest.fixture
def older(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page whose Pico has other firmware in slot a."""
    # This packs new sources. On a busy computer that takes longer than the server's limit.
    firmware_packs()
    image = tmp_path / "older.uf2"
    image.write_bytes(slots_image.with_firmware(slots_image.other_firmware()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINGBLOCK_UF2", str(image))
        with _cared_for(browser) as page:
            yield page


def test_page_resumes_a_cut_update_and_rolls_back(older: Page) -> None:
    size = len(slots_image.firmware().stream(1))
    part = _part(older, "Firmware")
    expect(part).to_contain_text(
        f"This page has a different firmware, {VERSION}: {size / 1000:.0f} kB to send."
    )
    part.get_by_role("button", name="Update").click()
    _told(part, f"Sending the firmware, {size / 1000:.0f} kB.")
    until(older, "document.querySelector('details[open] progress').value > 0.5")
    older.evaluate("port.pull()")
    _told(part, "The old firmware still runs, and the board keeps the part")
    until(older, CONNECTED)
    older.evaluate(COUNT)
    part.get_by_role("button", name="Update").click()
    _told(part, f"The update works: the board runs firmware {VERSION} from slot b and keeps it.")
    expect(part).to_contain_text(f"This page has the same firmware, {VERSION}.")
    assert size * 0.2 < older.evaluate("port.sent") < size * 0.6
    part.get_by_role("button", name="Go back to the previous firmware").click()
    _told(part, f"The update works: the board runs firmware {VERSION} from slot a and keeps it.")
    expect(part).to_contain_text(f"This page has a different firmware, {VERSION}")
