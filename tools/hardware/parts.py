"""Bought parts as data: outline, legs, a module's circuit, figures with their sources.

Each file of ``hardware/parts`` is one part. These files are the only source of sizes, pin orders
and figures for circuits, pictures, parts lists, simulations and enclosures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.hardware.products import ROOT

FOLDER = ROOT / "hardware" / "parts"
# any: the design fits each value of the range, and its source says why. Tests try both ends.
# memory: written down without the source at hand. The design must allow for its tolerance.
STATUSES = ("datasheet", "cad", "library", "measured", "seller", "any", "memory")
UNITS = ("mm", "N", "V", "A", "mA", "uA", "W", "ohm", "pF", "s", "S", "Nm", "g", "N/mm", "1")


@dataclass(frozen=True)
class Figure:
    """One figure of a part.

    Args:
        value, tolerance: in ``unit``. A tolerance of 0 is that of the source itself.
        source: where the value is from. If ``status`` is ``memory``, where to measure, or "".
    """

    value: float
    unit: str
    source: str
    status: str
    tolerance: float = 0.0


@dataclass(frozen=True)
class Leg:
    """One pin. Args: name: as printed on the part. at_mm: in the file's frame, if known."""

    name: str
    at_mm: tuple[float, float] | None = None


@dataclass(frozen=True)
class Box:
    """Space that must stay free. Args: from_mm, to_mm: corners in the file's frame."""

    name: str
    from_mm: tuple[float, ...]
    to_mm: tuple[float, ...]
    source: str


@dataclass(frozen=True)
class OnModule:
    """A part that is on a module.

    Args:
        nets: net of each of its pins, in order. ``-`` is open.
        change: step that the builder takes before the module goes in, such as ``removed``.
    """

    ref: str
    value: str
    nets: tuple[str, ...]
    change: str = ""


@dataclass(frozen=True)
class Offer:
    """A way to buy a part. ``source`` is where its number is from, or "" if from memory."""

    maker: str
    number: str
    source: str
    note: str = ""


@dataclass(frozen=True)
class Bought:
    """One bought part.

    Args:
        key: name of its file.
        price: class of its price, as in ``model.Purchase``.
        fits: alternatives.
        pins: names of its pins, in the order printed on the part.
        pins_source: source of their order.
        from_below: sentence for the builder about the legs.
    """

    key: str
    name: str
    price: str
    fits: str
    offers: tuple[Offer, ...]
    pins: tuple[Leg, ...]
    pins_source: str
    from_below: str
    figures: Mapping[str, Figure]
    keep_outs: tuple[Box, ...]
    module: tuple[OnModule, ...]

    def value(self, name: str, unit: str) -> float:
        """Returns a figure in a unit. Raises KeyError if it is missing in that unit."""
        figure = self.figures.get(name)
        if figure is None or figure.unit != unit:
            raise KeyError(f"hardware/parts/{self.key}.toml has no {name} in {unit}.")
        return figure.value

    def mm(self, name: str) -> float:
        """Returns a length, mm. Raises KeyError if it is missing."""
        return self.value(name, "mm")

    def most_mm(self, name: str) -> float:
        """Returns the greatest length that its tolerance allows, mm."""
        return self.mm(name) + self.figures[name].tolerance

    def at_mm(self, pin: str) -> tuple[float, float]:
        """Returns the place of a pin, mm in the file's frame. Raises KeyError if it is unknown."""
        for leg in self.pins:
            if leg.name == pin and leg.at_mm:
                return leg.at_mm
        raise KeyError(f"hardware/parts/{self.key}.toml does not say where {pin} is.")

    def on_module(self, ref: str) -> OnModule:
        """Returns a part of the module. Raises KeyError if it is missing."""
        for part in self.module:
            if part.ref == ref:
                return part
        raise KeyError(f"hardware/parts/{self.key}.toml has no {ref} on the module.")


def faults(part: Bought) -> list[str]:
    """Returns the faults of a part's file, a sentence each."""
    found = []
    for name, figure in part.figures.items():
        here = f"{part.key}: {name}"
        if figure.status not in STATUSES:
            found.append(f"{here} has the status {figure.status!r}.")
        if figure.unit not in UNITS:
            found.append(f"{here} has the unit {figure.unit!r}.")
        if figure.status in ("any", "memory") and not figure.tolerance > 0:
            found.append(f"{here} has the status {figure.status!r}, but no tolerance.")
        if figure.status != "memory" and not figure.source:
            found.append(f"{here} has no source.")
    if part.pins and not part.pins_source and {leg.name for leg in part.pins} != {"1", "2"}:
        found.append(f"{part.key}: the source of the order of its pins is missing.")
    if len(part.offers) < 2:
        found.append(f"{part.key} can be bought in one way only.")
    if not part.fits:
        found.append(f"{part.key}: alternatives are missing.")
    found += [f"{part.key}: {box.name} has no source." for box in part.keep_outs if not box.source]
    return found


def _bought(key: str, table: Mapping[str, Any]) -> Bought:
    return Bought(
        key,
        table["name"],
        table["price"],
        table["fits"],
        tuple(Offer(**offer) for offer in table.get("buy", ())),
        tuple(
            Leg(pin["name"], tuple(pin["at"]) if "at" in pin else None)
            for pin in table.get("pin", ())
        ),
        table.get("pins_source", ""),
        table.get("from_below", ""),
        {name: Figure(**figure) for name, figure in table.get("figure", {}).items()},
        tuple(
            Box(box["name"], tuple(box["from"]), tuple(box["to"]), box.get("source", ""))
            for box in table.get("keep_out", ())
        ),
        tuple(
            OnModule(
                part["ref"], part["value"], tuple(part["nets"].split()), part.get("change", "")
            )
            for part in table.get("on_module", ())
        ),
    )


def load(path: Path) -> Bought:
    """Returns the part of a file. Raises ValueError if the file has a wrong form."""
    try:
        return _bought(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"{path.name} is not the file of a part: {error}") from error


@cache
def read(key: str) -> Bought:
    """Returns a part by the name of its file. Raises FileNotFoundError if it is missing."""
    return load(FOLDER / f"{key}.toml")


def every() -> dict[str, Bought]:
    """Returns key -> part, of all parts."""
    return {path.stem: read(path.stem) for path in sorted(FOLDER.glob("*.toml"))}
