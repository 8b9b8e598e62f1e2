"""Firmware for devices that run it in place: from the wheel, from this checkout, or missing."""

import pytest

from pingblock.common.micropython import PICO, PICO_2_W
from pingblock.errors import MissingFile
from pingblock.image import ready_slots, slot_image, uf2
from pingblock.image.slot_image import SlotImage

MADE = SlotImage(bytes(32), bytes(16), (0, 8))


def image(program=uf2.SLOTS_MODULE):
    pages = slot_image.pages([(0, program), (slot_image.FIRST, MADE.factory())])
    return uf2.of_pages(pages, "rp2040")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Sets the content of the image in the wheel and of that in the cache. b"" means no image."""

    def made(wheel=b"", cached=b""):
        shipped, built = tmp_path / "pingblock-pico-slots.uf2", tmp_path / "cached.uf2"
        shipped.write_bytes(wheel)
        built.write_bytes(cached)
        ready = {shipped.stem: shipped} if wheel else {}
        monkeypatch.setattr(ready_slots, "shipped", ready.get)
        found = built if cached else None
        monkeypatch.setattr(ready_slots, "image_path", lambda *_words: found)

    return made


def test_image_of_the_wheel_precedes_a_built_one(here):
    here(wheel=image(), cached=b"not read")
    assert ready_slots.firmware_in_place(PICO) == MADE


def test_image_built_here_is_used(here):
    here(cached=image())
    assert ready_slots.firmware_in_place(PICO) == MADE


@pytest.mark.parametrize("pico", [PICO, PICO_2_W])
@pytest.mark.parametrize("wanted", [ready_slots.download, ready_slots.firmware_in_place])
def test_missing_image_is_reported_with_a_command(here, pico, wanted):
    here()
    with pytest.raises(
        MissingFile, match=rf"no pingblock-{pico.image}-slots\.uf2 .*'make images'"
    ):
        wanted(pico)


def test_image_without_slots_is_reported_with_a_command(here):
    here(cached=image(b"another program"))
    with pytest.raises(
        MissingFile, match=r"cached\.uf2 does not contain firmware for a slot.*'make images'"
    ):
        ready_slots.firmware_in_place(PICO)
