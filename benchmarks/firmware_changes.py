"""Devices for a measurement: the download, and firmware with small changes to its sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests import slots_image

from pingblock.common.firmware import VIPER_MIXER, firmware_dir
from pingblock.image.mpy import compile_file
from pingblock.sounds.score import Score
from pingblock.sounds.tune_text import write_tune
from pingblock.virtual.chip.engine import new_flash
from pingblock.virtual.engines import image_of

DEVICE = Path(__file__).parent / "device"
_PROBE = ("bench_load", "bench_probe")
FLASH_READ = {"bench.bin": bytes(range(256)) * 64}

Files = dict[str, bytes]
Change = Callable[[str], str]


@dataclass(frozen=True)
class Flashed:
    """A new device for a measurement.

    Args:
        files: path on the device to content.
        image: the UF2 file to boot, or None for the download (``engines.image_of``).
        slots: slot (0 or 1) to all of its pages, which replace those in the image.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    image: Path | None = None
    slots: Mapping[int, bytes] = field(default_factory=dict)

    def flash(self) -> bytes:
        """Returns the content of its flash."""
        plain = new_flash(self.files, self.image or image_of())
        return slots_image.with_parts(plain, self.slots)

    def holding(self, files: Mapping[str, bytes]) -> Flashed:
        """Returns a device with more files."""
        return replace(self, files={**self.files, **files})


VIPER = "pingware/drivers/mixer_thumb.py"  # its text is replaced by that of the viper version
PING = "pingware/games/block/tunes/ping.tune"


def helper(name: str) -> Files:
    """Returns a module of the benchmark, compiled for the device."""
    return {f"{name}.mpy": compile_file((DEVICE / f"{name}.py").read_bytes(), f"{name}.py")}


def _texts(changes: Mapping[str, Change]) -> dict[str, str]:
    return {
        path: change((firmware_dir() / path).read_text(encoding="utf-8"))
        for path, change in changes.items()
    }


def rebuilt(changes: Mapping[str, Change], engine: str = "chip") -> Flashed:
    """Returns a device whose firmware was built from changed sources.

    Args:
        changes: path below the firmware's folder to a function from its old text to its new one.
        engine: the engine that boots it, ``chip`` or ``pico2``.
    """
    return Flashed(image=slots_image.changed(_texts(changes), name=slots_image.OF_ENGINE[engine]))


def probed(changes: Mapping[str, Change] | None = None, **options: bool) -> Flashed:
    """Returns a device with the probe next to its tasks, installed with ``options``.

    Args:
        changes: see ``rebuilt``.
        options: arguments of ``bench_probe.install``.
    """
    words = ", ".join(f"{name}={value!r}" for name, value in options.items())
    start = f"import bench_probe\nbench_probe.install({words})\n"
    helpers = {name: (DEVICE / f"{name}.py").read_bytes() for name in _PROBE}
    return Flashed(FLASH_READ, slots_image.changed(_texts(changes or {}), start, helpers))


def with_ping(tune: Score) -> dict[str, Change]:
    """Returns the change that makes a coin sound like ``tune``."""
    return {PING: lambda _text: write_tune(tune)}


def with_viper() -> dict[str, Change]:
    """Returns the change that replaces the assembler kernel with the viper one."""
    twin = VIPER_MIXER.read_text(encoding="utf-8")
    return {VIPER: lambda _text: twin}
