"""State of the user's virtual block. Its stored form is the same for all engines."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pingblock.common.checked import checked, number
from pingblock.common.device_path import device_files, is_owners
from pingblock.errors import BadInput
from pingblock.virtual.parts.battery import FRESH_PACK, Cell
from pingware.shared.schema import whole

if TYPE_CHECKING:
    from pingblock.virtual.virtual_device import Bench

# Rules for the numbers of the cells, in the form that the page sends and the store keeps.
CELLS = {"openMv": number(0, 2000, "mV"), "ohm": number(0, 1000, "ohm"), "count": whole(1, 4)}
_AMOUNT = number(0, 1e15, "mAh or ms")
_SHOWN_MOST = 60  # characters of a path in an error


@dataclass(frozen=True)
class Pack:
    """The cells of a virtual block. They are all alike: see ``Cell``."""

    cell: Cell = FRESH_PACK[0]
    count: int = len(FRESH_PACK)

    def fields(self) -> dict[str, float]:
        """Returns the pack in the form that is stored and sent to a page."""
        return {"openMv": self.cell.open_mv, "ohm": self.cell.ohm, "count": self.count}

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Pack:
        """Returns the pack of these fields. Wrong fields raise BadInput, KeyError or TypeError."""
        open_mv, ohm, count = (checked(name, rule, fields[name]) for name, rule in CELLS.items())
        return cls(Cell(open_mv, ohm), count)


@dataclass(frozen=True)
class BlockState:
    """A virtual block while no program uses it.

    Args:
        files: settings, sounds and battery tests of the owner: path on the device to content.
        pack: the cells of the block.
        drawn_mah: charge that each cell has given.
        clock_ms: total running time of the block.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    pack: Pack = Pack()
    drawn_mah: float = 0.0
    clock_ms: float = 0.0

    def fields(self) -> dict[str, Any]:
        """Returns the state as an object for JSON."""
        files = {path: b64encode(data).decode() for path, data in self.files.items()}
        amounts = {"drawnMah": round(self.drawn_mah, 6), "clockMs": round(self.clock_ms)}
        return {"files": files, "cells": self.pack.fields(), **amounts}

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> BlockState:
        """Returns the state with these fields.

        Raises:
            BadInput, ValueError, KeyError, TypeError, AttributeError: the fields are not a state.
        """
        files = {str(path): b64decode(data) for path, data in fields["files"].items()}
        # Our programs store only the owner's files, so any other file may be a stranger's program.
        if others := [path for path in files if not is_owners(path)]:
            shown = ascii(others[0])[:_SHOWN_MOST]
            raise BadInput(
                f"It holds {shown}, and a virtual block keeps settings and sounds only."
            )
        pack = Pack.of(fields["cells"]) if "cells" in fields else Pack()
        drawn, clock = (
            checked(name, _AMOUNT, fields.get(name, 0.0)) for name in ("drawnMah", "clockMs")
        )
        return cls(device_files(files), pack, drawn, clock)

    def after(self, bench: Bench) -> BlockState:
        """Returns the state of a virtual device that was started with this state."""
        held: Mapping[str, bytes] = bench.engine.device_files()  # type: ignore[attr-defined]
        named = {f"/{path.removeprefix('/')}": data for path, data in held.items()}
        cells = bench.parts.battery.cells
        return BlockState(
            {path: data for path, data in named.items() if is_owners(path)},
            Pack(cells[0], len(cells)),
            bench.drawn_mah,
            self.clock_ms + bench.now_ms,
        )
