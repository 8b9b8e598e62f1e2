"""A second slot of firmware as files, good or spoilt, on each engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

import pytest
from tests.bench.firmware_changes import changed

from pingblock.build import image
from pingblock.build.mpy import shipped
from pingblock.common.firmware import firmware_dir

Change = Callable[[str], str]
Files = dict[str, bytes]
READY_MS = 1500.0


def _sources(changes: Mapping[str, Change]) -> Files:
    """The firmware as the desk runs it: the changed sources, with a manifest."""
    found = shipped(firmware_dir())
    files = {name: data for name, data in found.items() if not name.startswith("root/")}
    files["app.py"] = found["root/app.py"]
    for name, change in changes.items():
        files[name] = change(files[name].decode()).encode()
    return {**files, "manifest.txt": image.manifest(files)}


def _bundles(changes: Mapping[str, Change]) -> Files:
    found = changed(changes)
    return {name[2:]: data for name, data in found.items() if PurePosixPath(name).parts[0] == "a"}


@pytest.fixture
def firmware_of(engine) -> Callable[[Mapping[str, Change]], Files]:
    """Returns the files of a slot: the firmware with some sources changed."""
    return _bundles if engine == "chip" else _sources


@pytest.fixture
def in_slot_b(open_as_files, firmware_of) -> Callable[..., object]:
    """Opens a device whose slot b holds the firmware with some sources changed."""

    def opened(changes: Mapping[str, Change], spoil: Callable[[Files], None] = dict, **how):
        files = firmware_of(changes)
        spoil(files)
        placed = {f"/b/{name}": data for name, data in files.items()}
        held = {**placed, **how.pop("files", {})}
        return open_as_files(files=held, until_ms=READY_MS, **how)

    return opened


@pytest.fixture
def state_of() -> Callable[[object], tuple[str, str, str, str]]:
    """Asks a device for: the slot in force, the one that runs, state and why."""

    def asked(bench):
        told = bench.request("update", what="state")["ok"]
        return told["slot"], told["running"], told["state"], told["why"]

    return asked
