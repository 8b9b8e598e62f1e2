"""The engines by name, each imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pingblock.build.image import device_files
from pingblock.firmware import firmware_dir
from pingblock.virtual.engine import Engine, Sink

Open = Callable[[Sink, Mapping[str, bytes], bool], Engine]


def _desk(sink: Sink, extra: Mapping[str, bytes], xip: bool) -> Engine:
    from pingblock.virtual.desk.engine import DeskEngine

    return DeskEngine(sink, firmware_dir=firmware_dir(), files=extra)


def _chip(sink: Sink, extra: Mapping[str, bytes], xip: bool) -> Engine:
    from pingblock.virtual.chip.engine import ChipEngine

    return ChipEngine(sink, files=device_files(firmware_dir(), extra), xip=xip)


ENGINES: Mapping[str, Open] = {"desk": _desk, "chip": _chip}
