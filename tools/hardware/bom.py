"""Parts list of a circuit as CSV: part to order, number, alternatives, class of price."""

from __future__ import annotations

import csv
import io
import re

from tools.hardware.model import Circuit, Part

COLUMNS = (
    "quantity", "references", "value", "use", "maker", "number", "alternatives", "price",
    "number from",
)  # fmt: skip
FROM_MEMORY = "memory: compare with the seller's page before ordering"
_REFERENCE = re.compile(r"([A-Z]+)(\d+)")


def order(ref: str) -> tuple[str, int]:
    """Returns a key that sorts R2 before R10. Raises ValueError if it is not a reference."""
    if not (found := _REFERENCE.fullmatch(ref)):
        raise ValueError(f"{ref} is not a reference such as R1.")
    return found[1], int(found[2])


def lines(circuit: Circuit) -> list[list[Part]]:
    """Returns the parts in order, grouped by equal purchase."""
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in sorted(circuit.parts, key=lambda part: order(part.ref)):
        groups.setdefault((part.buy.number, part.value), []).append(part)
    return list(groups.values())


def bom_text(circuit: Circuit) -> str:
    """Returns the parts list."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for group in lines(circuit):
        first = group[0]
        uses = "; ".join(dict.fromkeys(part.use for part in group))
        writer.writerow(
            [
                len(group),
                " ".join(part.ref for part in group),
                first.value,
                uses,
                first.buy.maker,
                first.buy.number,
                first.buy.alternatives,
                first.buy.price,
                first.buy.source or FROM_MEMORY,
            ]
        )
    return out.getvalue()
