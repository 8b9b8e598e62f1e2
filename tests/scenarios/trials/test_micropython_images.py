"""The firmware as files on each MicroPython image of this computer: one press on each."""

import pytest
from tests import slots_image

from pingblock.build import slot_image, uf2
from pingblock.build.image import device_files
from pingblock.common.firmware import firmware_dir
from pingblock.errors import Unavailable
from pingblock.virtual.bench import Bench
from pingblock.virtual.chip.engine import ChipEngine

READY_MS = 1000.0


@pytest.fixture
def block_on(stored, only):
    """Opens a block that boots an image; each press gives one coin. Closes it after the test."""
    opened = []

    def boot(image):
        files = device_files(firmware_dir(), stored(volume=10, **only("coins", 1)))
        chip = {"files": files, "micropython": image.path}
        opened.append(Bench(lambda sink: ChipEngine(sink, **chip)))
        opened[-1].advance_to(READY_MS)
        return opened[-1]

    yield boot
    for bench in opened:
        bench.close()


def two_images():
    """Returns the images of this computer; Unavailable if there are fewer than two."""
    images = uf2.images()
    if len(images) < 2:
        raise Unavailable(
            "There is no second MicroPython image on this computer. "
            f"Fix: {uf2.download_command(uf2.NEWEST_NAME)}"
        )
    return images


def test_press_draws_and_sounds_on_every_micropython(block_on):
    try:
        images = two_images()
    except Unavailable as missing:
        pytest.skip(str(missing))
    for image in images:
        bench = block_on(image)
        bench.press()
        bench.advance(1000)
        assert [event["outcome"] for event in bench.events("outcome")] == ["coins"]
        assert len([onset for onset in bench.heard().onsets if onset.at_ms > READY_MS]) == 1
        assert bench.request("status")["ok"]["problems"] == []
        assert bench.events("fault") == []


@pytest.mark.files
def test_chip_boots_the_image_that_this_run_is_for(micropython, opened):
    bench = opened("chip")
    flash, files = bench.engine.flash_image(), bench.engine.device_files()
    if micropython is None:
        slot = flash[slot_image.offset(0) : slot_image.offset(1)]
        assert slot.startswith(slots_image.firmware().at(0, 1)), "the download, in place"
        assert set(files) == {"seed"}
    else:
        assert f"; MicroPython v{uf2.version_in(micropython)}".encode() in flash
        assert "a/app.mpy" in files
