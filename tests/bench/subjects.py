"""The two that are measured: Pingblock, and picozero from PyPI on the same emulated chip."""

from __future__ import annotations

import importlib.metadata
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pingblock.build.image import device_files, packed
from pingblock.build.mpy import compile_file, compile_folder
from pingblock.firmware import firmware_dir
from pingblock.virtual.bench import Bench
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.engine import Sink
from tests.bench.marks import Marks

PEER = "picozero"
_DEVICE = Path(__file__).parent / "device"
_FLASH_READ = bytes(range(256)) * 64
_ONE_COIN = [1, 0, 0, 0, 0, 0, 0, 0, 0]

Files = dict[str, bytes]


@dataclass(frozen=True)
class Subject:
    """One of the two.

    Args:
        name: what the table calls it.
        files: device files for a load: ``idle``, ``load`` or ``collect``.
        up_ms: by when it is certainly up, emulated ms.
        prepare: makes it ready for presses, once it is up.
    """

    name: str
    files: Callable[[str], Files]
    up_ms: float
    prepare: Callable[[Bench], object]


def open_bench(files: Mapping[str, bytes], xip: bool, marks: list[float] | None = None) -> Bench:
    """Opens the emulated chip with these files; ``marks`` gets the time of each mark, us."""

    def engine(sink: Sink) -> ChipEngine:
        told = Marks(sink, marks) if marks is not None else sink
        return ChipEngine(told, files=files, xip=xip)

    return Bench(engine, seed=1)


def no_traceback(bench: Bench) -> None:
    """Raises RuntimeError if the device told of an exception: what was measured means nothing."""
    said = [str(event["text"]) for event in bench.events("text")]
    if any(text.startswith("Traceback") for text in said):
        raise RuntimeError("The device failed: " + " / ".join(said))


def _helper(name: str) -> Files:
    return {f"{name}.mpy": compile_file((_DEVICE / f"{name}.py").read_bytes(), f"{name}.py")}


def probed(program: array[int] | None = None, **options: object) -> Files:
    """Returns Pingblock's files with the probe, installed with ``options``."""
    words = ", ".join(f"{name}={value!r}" for name, value in options.items())
    start = f"import pack; pack.mount(); import bench_probe; bench_probe.install({words})"
    main = f"{start}\nimport app; app.run()\n".encode()
    extra = {"main.py": main, "bench.bin": _FLASH_READ}
    if program is not None:
        extra["bench.program"] = program.tobytes()
    modules = compile_folder(firmware_dir())
    return {**packed({**modules, **_helper("bench_load"), **_helper("bench_probe")}), **extra}


def _ours(load: str) -> Files:
    return device_files(firmware_dir()) if load == "idle" else probed(**{load: True})


def _peer(load: str) -> Files:
    """picozero's source lies on the device as a person copies it, so it is compiled at boot."""
    options = "" if load == "idle" else f"{load}=True"
    main = f"import bench_peer; bench_peer.run({options})\n".encode()
    helpers = {**_helper("bench_load"), **_helper("bench_peer")}
    return {"main.py": main, "bench.bin": _FLASH_READ, **_package(), **helpers}


def _package() -> Files:
    listed = importlib.metadata.files(PEER) or []
    sources = [path for path in listed if path.suffix == ".py" and path.parts[0] == PEER]
    return {path.as_posix(): path.read_binary() for path in sources}


def peer_version() -> str:
    """Returns picozero's version."""
    return importlib.metadata.version(PEER)


OURS = Subject(
    "pingblock", _ours, 1500.0, lambda bench: bench.request("profile", name="custom", weights=_ONE_COIN)
)
PICOZERO = Subject(PEER, _peer, 3000.0, lambda bench: None)
