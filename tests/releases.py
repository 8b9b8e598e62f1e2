"""File systems of devices with each released firmware, their owner's settings and a sound in them.

They stay here forever, because such devices continue to exist, and tests update each of them.
``0.1.0`` has its firmware as files. The firmware of ``0.1.0-frozen`` is in its MicroPython, so its
file system has no firmware. ``frozen_release.py`` builds its image. Since 1.0.0 the firmware is in
the image's slots.

``python -m tests.releases 1.0.0`` stores the file system of a device with the current firmware,
for a release.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import pytest
from tests import frozen_release, slots_image
from tests.scenarios.trials.cable import Cable
from tests.scenarios.trials.own_sound_files import RISE, made

from pingblock.common.cache import whole
from pingblock.image import file_system
from pingblock.sounds.sound_file import path_of
from pingblock.virtual.chip.engine import ChipEngine, new_flash

FOLDER = Path(__file__).parent / "data" / "releases"
SETTINGS: dict[str, object] = {"volume": 3, "cap": 8, "chime": 2, "names": ["Zoë", "Grandmother"]}
GAME, SOUND = "block", "laugh"
FROZEN = "-frozen"  # end of the name of a device whose firmware is in its MicroPython
_ENDING = ".lfs.xz"
_READY_MS, _STORED_MS = 1000.0, 6000.0


def names() -> list[str]:
    """Returns the versions that are stored."""
    return sorted(path.name.removesuffix(_ENDING) for path in FOLDER.glob(f"*{_ENDING}"))


def frozen_program() -> Path:
    """Returns the image of 0.1 in the user's cache, or skips the test with a reason."""
    place = frozen_release.place()
    if not whole(place):
        pytest.skip(f"The image of Pingblock 0.1 is missing. {frozen_release.cure()}")
    return place


def flash(version: str, micropython: Path | None = None) -> bytes:
    """Returns the flash of a device with a release on it.

    Args:
        version: a version 0.1 in ``names``.
        micropython: the UF2 file of MicroPython. None takes the usual one.
    """
    start = file_system.PICO.offset
    whole = new_flash({}, micropython)
    return whole[:start] + _files(version).ljust(file_system.PICO.size, file_system.ERASED)


def in_place(version: str) -> bytes:
    """Returns the flash of a device with the current firmware and a release's file system."""
    files, flash = _files(version), slots_image.flash({})
    start = file_system.SLOTS.offset
    return flash[:start] + files.ljust(file_system.SLOTS.size, file_system.ERASED)


def _files(version: str) -> bytes:
    return lzma.decompress((FOLDER / f"{version}{_ENDING}").read_bytes())


def keep(version: str) -> Path:
    """Does what an owner of a device with current firmware does, and stores its file system."""
    flash = slots_image.flash({})
    cable = Cable(lambda sink: ChipEngine(sink, flash=flash), _READY_MS)
    with cable.bench as bench:
        for name, value in SETTINGS.items():
            assert bench.request("settings", set={name: value})["ok"]["reply"] == "done"
        assert bench.request("game", name=GAME)["ok"]["game"] == GAME
        with cable.device() as device:
            device.put(path_of(SOUND), made(SOUND, RISE).data)
        bench.advance(_STORED_MS)
        files = bench.engine.flash_image()[file_system.SLOTS.offset :]  # type: ignore[attr-defined]
    place = FOLDER / f"{version}{_ENDING}"
    place.write_bytes(lzma.compress(files.rstrip(file_system.ERASED), preset=9))
    return place


if __name__ == "__main__":
    print(keep(sys.argv[1]))
