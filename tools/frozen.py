"""Builds MicroPython with the firmware frozen into it: ``python -m tools.frozen [NAME ...]``.

MicroPython's sources, Debian's compiler for Arm and the merged firmware become one UF2 file for
each kind of Pico, with the apple base and without, in ``build/frozen``. What was built before is
in the user's cache, under the hash of all that it is made of; so it is for the tests.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tools.micropython_build import HERE, PARTS, WORK, compiled, edited
from tools.micropython_source import ROOT

from pingblock.build import frozen, uf2
from pingblock.build.board import BOARD, BoardData, with_chip, without_base
from pingblock.common.cache import cache_dir, kept, write_atomically
from pingblock.common.micropython import RELEASED, Pico
from pingblock.errors import PingblockError

_DAY_S = 86_400


@dataclass(frozen=True)
class Kind:
    """One of the images.

    Args:
        pico: that it is for.
        base: whether it plays the apple base, too.
    """

    pico: Pico
    base: bool

    @property
    def name(self) -> str:
        """Of its file, without the ending."""
        return f"pingblock-{self.pico.name}{'' if self.base else '-block'}"

    @property
    def board(self) -> BoardData:
        """Its pins and parts."""
        board = with_chip(BOARD, self.pico.chip, self.pico.radio)
        return board if self.base else without_base(board)

    @property
    def place(self) -> Path:
        """Its file in the user's cache, once it is built from these sources."""
        about = (Path(__file__), *sorted(HERE.glob("*.py")), *PARTS)
        made_of = (self.name, frozen.about(self.board), [path.read_bytes() for path in about])
        key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
        return cache_dir("frozen") / f"{self.name}-{key}.uf2"


_KINDS = (Kind(pico, base) for pico in RELEASED for base in (True, False))
KINDS = {kind.name: kind for kind in _KINDS}


def build(kind: Kind) -> bytes:
    """Returns the UF2 file, built unless that was done before.

    Raises:
        Unavailable: a tool or a source is missing and cannot be had.
        BadInput: a source is not the one that is known.
    """
    content = kept(kind.place, lambda: _built(kind))
    _clear(kind)
    return content


def _clear(kind: Kind) -> None:
    """Removes images of the kind that were built of other sources.

    What is younger than a day stays: it may be that of another checkout, in use.
    """
    ours = (kind.place.name, f"{kind.place.name}.sha256")
    for path in kind.place.parent.glob(f"{kind.name}-{'[0-9a-f]' * 16}.uf2*"):
        if path.name not in ours and time.time() - path.stat().st_mtime > _DAY_S:
            path.unlink(missing_ok=True)


def _built(kind: Kind) -> bytes:
    folder = WORK / kind.name
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in frozen.modules(HERE, kind.board).items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    out = compiled(edited(), kind.pico, folder)
    return uf2.of_binary((out / "firmware.bin").read_bytes(), kind.pico.chip)


def main() -> int:
    """Builds those that are named, or all; prints where they are."""
    names = sys.argv[1:] or list(KINDS)
    if unknown := [name for name in names if name not in KINDS]:
        print(f"There is no image {unknown[0]}: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    try:
        for name in names:
            content = build(KINDS[name])
            place = WORK / f"{name}.uf2"
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, content)
            print(f"{place.relative_to(ROOT)}: {len(content) / 1000:.0f} kB")
    except PingblockError as fault:
        print(f"The frozen image was not built. {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
