"""The programs that are measured on one emulated chip: Pingblock, and picozero from PyPI."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.firmware_changes import FLASH_READ, Files, Flashed, helper, probed
from benchmarks.marks import Mark, Marks
from benchmarks.schedule import PRESS_EVERY_MS
from pingblock.boards.board import gpios
from pingblock.image.mpy import compile_file
from pingblock.virtual import published
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.engine import Sink
from pingblock.virtual.virtual_device import Bench

PEER = "picozero"


@dataclass(frozen=True)
class Subject:
    """A program to measure: Pingblock or picozero.

    Args:
        name: name in the table.
        device: makes the device for a load: ``idle``, ``load`` or ``collect``.
        up_ms: emulated time in ms by which it has certainly started.
        prepare: makes it ready for presses after its start.
        every_ms: time between presses in ms, longer than a sound.
    """

    name: str
    device: Callable[[str], Flashed]
    up_ms: float
    prepare: Callable[[Bench], object]
    every_ms: float = PRESS_EVERY_MS


def open_chip(device: Flashed, xip: bool, marks: list[Mark] | None = None) -> Bench:
    """Opens the emulated chip of a device. Each mark is added to ``marks``."""

    def engine(sink: Sink) -> ChipEngine:
        told = Marks(sink, marks) if marks is not None else sink
        return ChipEngine(told, flash=device.flash(), xip=xip)

    return Bench(engine, seed=1)


def no_traceback(bench: Bench) -> None:
    """Raises RuntimeError if the device reported an exception, which makes results invalid."""
    said = [str(event["text"]) for event in bench.events("text")]
    if any(text.startswith("Traceback") for text in said):
        raise RuntimeError("The device failed: " + " / ".join(said))


def only_coins(bench: Bench, coins: int = 1) -> None:
    """Makes each draw give this number of coins (1 to 6)."""
    weights = [int(place == coins - 1) for place in range(9)]
    answer = bench.request("profile", name="custom", weights=weights)
    if "ok" not in answer:
        raise RuntimeError(f"The device refused the odds: {answer}")


def _ours(load: str) -> Flashed:
    return Flashed() if load == "idle" else probed(**{load: True})


def _peer(load: str) -> Flashed:
    """Returns a device with picozero's source, which is compiled at boot, as if a person had
    copied the file.

    With the load ``compiled``, it is an ``.mpy`` file, which picozero's documentation does not
    suggest.
    """
    gpio = gpios()
    pins = f"{gpio['block_button']}, {gpio['speaker']}"
    options = "" if load in ("idle", "compiled") else f", {load}=True"
    main = f"import bench_peer; bench_peer.run({pins}{options})\n".encode()
    helpers = {**helper("bench_load"), **helper("bench_peer")}
    package = _compiled(_package()) if load == "compiled" else _package()
    return Flashed({"main.py": main, **FLASH_READ, **package, **helpers}, published.uf2_path())


def _package() -> Files:
    listed = importlib.metadata.files(PEER) or []
    sources = [path for path in listed if path.suffix == ".py" and path.parts[0] == PEER]
    return {path.as_posix(): path.read_binary() for path in sources}


def _compiled(sources: Files) -> Files:
    return {
        path.removesuffix(".py") + ".mpy": compile_file(source, path)
        for path, source in sources.items()
    }


def _nothing(bench: Bench) -> None:
    """Does nothing, because picozero has no odds."""


def peer_version() -> str:
    """Returns the version of picozero."""
    return importlib.metadata.version(PEER)


OURS = Subject("pingblock", _ours, 1500.0, only_coins)
PICOZERO = Subject(PEER, _peer, 3000.0, _nothing)
