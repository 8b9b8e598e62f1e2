"""The two subjects: Pingblock, and picozero from PyPI on the same emulated chip."""

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
    """One of the two subjects.

    Args:
        name: in the table.
        device: makes the device for a load: ``idle``, ``load`` or ``collect``.
        up_ms: time when it is certainly up, emulated ms.
        prepare: makes it ready for presses, once it is up.
        every_ms: time between presses, in which a sound ends.
    """

    name: str
    device: Callable[[str], Flashed]
    up_ms: float
    prepare: Callable[[Bench], object]
    every_ms: float = PRESS_EVERY_MS


def open_chip(device: Flashed, xip: bool, marks: list[Mark] | None = None) -> Bench:
    """Opens the emulated chip of a device. ``marks`` gets each mark."""

    def engine(sink: Sink) -> ChipEngine:
        told = Marks(sink, marks) if marks is not None else sink
        return ChipEngine(told, flash=device.flash(), xip=xip)

    return Bench(engine, seed=1)


def no_traceback(bench: Bench) -> None:
    """Raises RuntimeError if the device reported an exception, which makes the results invalid."""
    said = [str(event["text"]) for event in bench.events("text")]
    if any(text.startswith("Traceback") for text in said):
        raise RuntimeError("The device failed: " + " / ".join(said))


def only_coins(bench: Bench, coins: int = 1) -> None:
    """Makes each draw give that many coins (1 to 6)."""
    weights = [int(place == coins - 1) for place in range(9)]
    answer = bench.request("profile", name="custom", weights=weights)
    if "ok" not in answer:
        raise RuntimeError(f"The device refused the odds: {answer}")


def _ours(load: str) -> Flashed:
    return Flashed() if load == "idle" else probed(**{load: True})


def _peer(load: str) -> Flashed:
    """picozero's source is on the device like a person's copy, so it is compiled at boot.

    With the load ``compiled`` it is there as ``.mpy``, which its documentation does not suggest.
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
    """picozero has no odds to set."""


def peer_version() -> str:
    """Returns picozero's version."""
    return importlib.metadata.version(PEER)


OURS = Subject("pingblock", _ours, 1500.0, only_coins)
PICOZERO = Subject(PEER, _peer, 3000.0, _nothing)
