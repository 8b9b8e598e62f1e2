"""The other MicroPython images of this computer: one press on each, or all with ``--images``."""

import pytest

from pingblock.build import uf2
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


def other_images():
    """Returns the images beside the one that ``uf2_path`` returns; Unavailable if there are none.

    Downloads nothing.
    """
    others = uf2.images()[1:]
    if not others:
        raise Unavailable(
            "There is no second MicroPython image on this computer. "
            f"Fix: {uf2.download_command(uf2.NEWEST_NAME)}"
        )
    return others


def test_press_draws_and_sounds_on_every_other_micropython(block_on):
    try:
        others = other_images()
    except Unavailable as missing:
        pytest.skip(str(missing))
    for image in others:
        bench = block_on(image)
        bench.press()
        bench.advance(1000)
        assert [event["outcome"] for event in bench.events("outcome")] == ["coins"]
        assert len([onset for onset in bench.heard().onsets if onset.at_ms > READY_MS]) == 1
        assert bench.request("status")["ok"]["problems"] == []
        assert bench.events("fault") == []


def test_chip_boots_the_image_that_this_run_is_for(micropython, opened):
    flash = opened("chip").engine.flash_image()
    wanted = next(each for each in uf2.images() if micropython in (None, each.path))
    assert f"; MicroPython v{wanted.version}".encode() in flash
