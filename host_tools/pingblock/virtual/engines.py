"""The engines by name, each imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from pingblock.build.board import BOARD, BoardData
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


ENGINES: Mapping[str, Open] = {"desk": _desk, "chip": _chip}


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
    from pingblock.virtual.desk.process import command

    try:
        command()
    except Unavailable as lack:
        return Choice("chip", f"This is the chip engine. {lack}")
    return Choice("desk", "")
