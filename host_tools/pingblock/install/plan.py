"""Plan of an install, decided before anything is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from pingblock.build.image import MAIN
from pingblock.install.board import Board
from pingware.shared import slots

# Modules that the firmware imports and a file of the same name in the root folder would take the
# place of; ``boot`` runs before all.
SHADOWED = (
    *("array", "asyncio", "binascii", "boot", "collections", "deflate", "firmware_slots", "gc"),
    *("hashlib", "io", "json", "machine", "micropython", "os", "rp2", "select", "struct", "sys"),
    *("time", "uctypes", "umachine"),
)
_OLD_BUNDLE = re.compile(r"/app(_\w+)?\.mpy")  # in the root folder, before there were slots
_OLD_STAGE = "new"
_LEFT_OVER = ".new"  # a switch that was cut short


@dataclass(frozen=True)
class InstallPlan:
    """The steps, in their order; each leaves a board that starts.

    Args:
        staged: path to content, into the slot that is not in force; nothing runs it yet.
        switches: path to content, each replaced in one step; the new firmware is in force after
            the last one.
        removed: paths that go at the end.
        old_stage: whether a folder of an older install that was cut short goes as well.
        kept: paths that are as they must be.
        bare: whether the board holds no Pingblock yet.
        program: path of a program of somebody else's that ours takes the place of; "" if none.
    """

    staged: dict[str, bytes]
    switches: dict[str, bytes]
    removed: tuple[str, ...]
    old_stage: bool
    kept: tuple[str, ...]
    bare: bool
    program: str = ""

    @property
    def size(self) -> int:
        """Bytes to write."""
        return sum(map(len, [*self.staged.values(), *self.switches.values()]))

    @property
    def is_empty(self) -> bool:
        """True if the board holds all of it already."""
        return not (self.staged or self.switches or self.removed or self.old_stage)

    def folders(self) -> list[str]:
        """Returns the folders that the files need, outer ones first."""
        paths = [*self.staged, *self.switches]
        parts = (path.split("/")[1:-1] for path in paths)
        found = {"/".join(["", *names[: end + 1]]) for names in parts for end in range(len(names))}
        return sorted(found)


def plan(board: Board, firmware: Mapping[str, bytes], rescue: Mapping[str, bytes]) -> InstallPlan:
    """Returns what is to be done.

    Args:
        board: what it holds.
        firmware: of a slot, path below its folder to content.
        rescue: what starts a slot, path on the device to content, ``/slot`` among it.
    """
    slot = _target(board, firmware)
    wanted = {f"/{slot}/{name}": data for name, data in firmware.items()}
    switch = {f"/{name}": data for name, data in rescue.items()}
    switch[slots.SLOT] = f"/{slot}".encode()
    kept = [path for path, data in {**wanted, **switch}.items() if _holds(board, path, data)]
    removed = [path for path in board.files if _is_left_over(board, path, slot, wanted)]
    main = f"/{MAIN}"
    bare = not board.in_force and "/app.mpy" not in board.files
    order = sorted(switch, key=lambda path: (path == main, path == slots.SLOT, path))
    return InstallPlan(
        {path: data for path, data in wanted.items() if path not in kept},
        {path: switch[path] for path in order if path not in kept},
        tuple(sorted(removed)),
        _OLD_STAGE in board.folders,
        tuple(kept),
        bare,
        main if bare and main in board.files and main not in kept else "",
    )


def shadowing(board: Board) -> tuple[str, ...]:
    """Returns the paths in the root folder that MicroPython would take for what we import."""
    files = {f"/{name}.{ending}" for name in SHADOWED for ending in ("py", "mpy")}
    folders = {f"/{name}" for name in board.folders if name in SHADOWED}
    return tuple(sorted(files & board.files.keys() | folders))


def _target(board: Board, firmware: Mapping[str, bytes]) -> str:
    """The slot in force if it holds this firmware already, else the other one."""
    now = board.in_force
    if not now:
        return slots.SLOTS[0]
    same = all(_holds(board, f"/{now}/{name}", data) for name, data in firmware.items())
    return now if same else slots.other(now)


def _holds(board: Board, path: str, data: bytes) -> bool:
    return board.files.get(path) == sha256(data).hexdigest()


def _is_left_over(board: Board, path: str, slot: str, wanted: Mapping[str, bytes]) -> bool:
    """In the other slot all may stay: it is what was in force until now."""
    if path.startswith(f"/{slot}/"):
        return path not in wanted
    if path == slots.TRIAL:
        return True
    old = _OLD_BUNDLE.fullmatch(path) or path.endswith(_LEFT_OVER)
    return bool(old) and path.count("/") == 1
