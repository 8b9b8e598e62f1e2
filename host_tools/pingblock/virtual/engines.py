"""The engines by name, each imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from pingblock.build.board import BOARD, BoardData, with_chip
from pingblock.build.image import device_files
from pingblock.errors import Unavailable
from pingblock.firmware import firmware_dir
from pingblock.virtual.engine import Engine, Sink

# What the device's source of chance begins with, unless a caller wants real chance.
SAME_EVERY_TIME = 1


class Open(Protocol):
    """Opens an engine with the project's firmware and ``extra`` files on it.

    Args:
        sink: receives what the virtual Pico does.
        extra: path to content.
        xip: chip only: model the flash cache's misses.
        entropy: what the device's source of chance begins with.
        board: the device's board.
    """

    def __call__(
        self,
        sink: Sink,
        extra: Mapping[str, bytes],
        xip: bool,
        entropy: int = SAME_EVERY_TIME,
        board: BoardData = BOARD,
    ) -> Engine: ...


def _desk(
    sink: Sink,
    extra: Mapping[str, bytes],
    xip: bool,
    entropy: int = SAME_EVERY_TIME,
    board: BoardData = BOARD,
) -> Engine:
    from pingblock.virtual.desk.engine import DeskEngine

    return DeskEngine(
        sink, firmware_dir=firmware_dir(), files=extra, entropy_seed=entropy, board=board
    )


def _wasm(
    sink: Sink,
    extra: Mapping[str, bytes],
    xip: bool,
    entropy: int = SAME_EVERY_TIME,
    board: BoardData = BOARD,
) -> Engine:
    _need_module()
    from pingblock.virtual.desk.engine import DeskEngine
    from pingblock.virtual.wasm.interpreter import WasmPort

    return DeskEngine(
        sink,
        firmware_dir=firmware_dir(),
        files=extra,
        entropy_seed=entropy,
        board=board,
        name="wasm",
        interpreter=WasmPort,
    )


def _chip(
    sink: Sink,
    extra: Mapping[str, bytes],
    xip: bool,
    entropy: int = SAME_EVERY_TIME,
    board: BoardData = BOARD,
) -> Engine:
    from pingblock.virtual.chip.engine import ChipEngine

    files = device_files(firmware_dir(), extra, board)
    return ChipEngine(sink, files=files, xip=xip, entropy_seed=entropy, board=board)


def _pico2(
    sink: Sink,
    extra: Mapping[str, bytes],
    xip: bool,
    entropy: int = SAME_EVERY_TIME,
    board: BoardData = BOARD,
) -> Engine:
    from pingblock.virtual.pico2.engine import Pico2Engine

    board = with_chip(board, "rp2350")
    return Pico2Engine(sink, files=device_files(firmware_dir(), extra, board), board=board)


ENGINES: Mapping[str, Open] = {"desk": _desk, "wasm": _wasm, "chip": _chip, "pico2": _pico2}


def _need_unix_port() -> None:
    from pingblock.virtual.desk.process import command

    command()


def _need_module() -> None:
    from pingblock.virtual.wasm.module import module_path

    module_path()
    try:
        import wasmtime  # noqa: F401  it says so itself where it has no library for a computer
    except (ImportError, OSError, RuntimeError) as fault:
        raise Unavailable(f"The engine 'wasm' needs wasmtime, which fails here: {fault}") from None


def _need_image() -> None:
    """The chip looks for its image, and may download it, when it is opened."""


# In the order of choice: raises Unavailable where an engine does not run.
NEEDS: Mapping[str, Callable[[], None]] = {
    "desk": _need_unix_port,
    "wasm": _need_module,
    "chip": _need_image,
}


class Choice(NamedTuple):
    """An engine's name, and why it is not the desk: a sentence, "" if it is or was asked for."""

    name: str
    note: str


def choose(asked: str | None) -> Choice:
    """Returns the engine that was asked for, or without a wish the first that runs here.

    Args:
        asked: a name of ``ENGINES``, or None.
    """
    if asked is not None:
        return Choice(asked, "")
    lacks: list[str] = []
    for name, need in NEEDS.items():
        try:
            need()
        except Unavailable as lack:
            lacks.append(str(lack))
            continue
        return Choice(name, " ".join([f"This is the {name} engine.", *lacks]) if lacks else "")
    raise Unavailable(" ".join(lacks))
