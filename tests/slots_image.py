"""The image that runs in place, flashes with its slots, and images with changed firmware.

They are built in some seconds if the base is in the user's cache. ``make image`` builds the base.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from tools import slots
from tools.slot_base import COMPILER
from tools.slots import KINDS, Kind

from pingblock.boards.board import BOARD, firmware_files
from pingblock.common.cache import cache_dir, kept
from pingblock.common.file_lock import lock
from pingblock.common.firmware import firmware_dir
from pingblock.image import frozen, slot_image, uf2
from pingblock.image.mpy import compile_file, shipped
from pingblock.virtual.chip.engine import new_flash

PICO, PICO_2 = "pingblock-pico-slots", "pingblock-pico2-slots"
OF_ENGINE = {"chip": PICO, "pico2": PICO_2}
OURS, OTHER = BOARD.NAME, "rev_z"  # names of the pin map in ``hello``
_LOOK_S = 0.1


def path(name: str = PICO) -> Path | None:
    """Returns the UF2 file of the current sources, or None if it was not built."""
    place = KINDS[name].place
    return place if place.is_file() else None


@cache
def built(name: str = PICO) -> Path:
    """Returns the sources' UF2 file. If it cannot be built, skips the test with a reason."""
    kind = KINDS[name]
    if not kind.place.is_file():
        need_base(kind)
    with _one_at_a_time():
        slots.build(kind)
    return kind.place


def need_base(kind: Kind) -> None:
    """Skips the test if no firmware can be linked for a kind of Pico."""
    if not kind.has_base or not shutil.which(COMPILER):
        pytest.skip(
            f"{kind.name}.uf2 cannot be built: 'make image' builds it, or names what is missing."
        )


def changed(
    texts: Mapping[str, str],
    before: str = "",
    more: Mapping[str, bytes] | None = None,
    name: str = PICO,
) -> Path:
    """Returns the UF2 file of changed firmware on the same base.

    Args:
        texts: path in the firmware's folder to another content.
        before: Python that runs before the rest of the firmware.
        more: more modules, name to source.
        name: name of the image.
    """
    kind, own = KINDS[name], more or {}
    about = repr((kind.place.name, sorted(texts.items()), before, sorted(own.items())))
    key = sha256(about.encode()).hexdigest()[:16]
    place = cache_dir("slots") / f"changed-{key}.uf2"

    def made() -> bytes:
        need_base(kind)
        new = {path: text.encode() for path, text in texts.items()}
        files = {**shipped(firmware_dir()), **firmware_files(kind.board)}
        modules = frozen.joined_modules({**files, **new}, before)
        for module, source in own.items():
            modules[f"f/{module}.mpy"] = compile_file(source, f"f/{module}.py")
        return slots.packed(kind, modules, slots.WORK / f"changed-{key}")

    if not place.is_file():
        with _one_at_a_time():
            kept(place, made)
    return place


def of_folder(folder: Path) -> Path:
    """Returns the UF2 file of the firmware in another folder, see ``changed``."""
    ours, theirs = shipped(firmware_dir()), shipped(folder)
    new = {name: data.decode() for name, data in theirs.items() if ours.get(name) != data}
    return changed(new)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Lets only one test process build. The others wait, and use the result."""
    with open(cache_dir("slots") / "tests.lock", "w") as file:
        while True:
            try:
                lock(file.fileno())
                break
            except (BlockingIOError, PermissionError):
                time.sleep(_LOOK_S)
        yield


@cache
def firmware() -> slot_image.SlotImage:
    """Returns the firmware that is in slot 0 of the image."""
    found = slot_image.in_uf2(built().read_bytes())
    assert found
    return found


@cache
def other_firmware() -> slot_image.SlotImage:
    """Returns the same, but its ``hello`` has the name ``OTHER``."""
    known = firmware()
    content = known.content.replace(OURS.encode() + b"\0", OTHER.encode() + b"\0")
    assert content != known.content
    return slot_image.SlotImage(known.base, content, known.moved)


def with_firmware(image: slot_image.SlotImage, identity: bytes = b"") -> bytes:
    """Returns the UF2 file of the image with other firmware in slot 0.

    Args:
        image: the firmware.
        identity: identity of the firmware, see ``SlotImage.factory``.
    """
    pages = dict(uf2.flash_blocks(built().read_bytes()))
    end = max(at for at in pages if at < slot_image.FIRST) + uf2.PAGE_SIZE
    program = b"".join(pages[at] for at in range(0, end, uf2.PAGE_SIZE))
    return uf2.of_pages(slot_image.whole(program, image.factory(identity)), "rp2040")


def small(app: str, **more: str) -> slot_image.SlotImage:
    """Returns firmware of a few modules, linked to the base of the image.

    Args:
        app: source of the module whose ``run`` is called.
        more: name of another module to its source.
    """
    place = built()
    modules = {
        f"f/{name}.mpy": compile_file(source.encode(), f"f/{name}.py")
        for name, source in {"app": app, **more}.items()
    }
    about = place.name.encode() + b"".join(modules.values())
    key = sha256(about).hexdigest()[:16]

    def made() -> bytes:
        need_base(KINDS[PICO])
        folder = slots.WORK / f"small-{key}"
        return slots.linked(KINDS[PICO].base, modules, folder).factory()

    content = kept(cache_dir("slots") / f"small-{key}.bin", made)
    return slot_image.in_slot(content.ljust(slot_image.SIZE, b"\xff"))


def flash(parts: Mapping[int, bytes], files: Mapping[str, bytes] | None = None) -> bytes:
    """Returns the flash of a Pico with the image and other content in its slots.

    Args:
        parts: slot to all of its pages.
        files: path on the device to content.
    """
    return with_parts(new_flash(files or {}, built()), parts)


def with_parts(flash: bytes, parts: Mapping[int, bytes]) -> bytes:
    """Returns a flash with other content in its slots, see ``flash``."""
    found = bytearray(flash)
    for slot, content in parts.items():
        at = slot_image.offset(slot)
        found[at : at + slot_image.SIZE] = content.ljust(slot_image.SIZE, b"\xff")
    return bytes(found)
