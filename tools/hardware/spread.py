"""Spread of a simulated value: the worst effect of the tolerances of parts and figures.

First each input varies separately to both ends of its tolerance. Then the resulting corners are
simulated, and some random draws, because a corner may be at an unexpected place.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tools.hardware import simulate
from tools.hardware.make import CIRCUITS
from tools.hardware.model import number
from tools.hardware.simulate import FOLDER, Result

SPREADS = FOLDER / "spreads.toml"
Values = Mapping[str, float]


def spreads(path: Path = SPREADS) -> list[dict[str, Any]]:
    """Returns the table of spreads."""
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["spread"]
    return found


def tolerances(spread: Mapping[str, Any], case: Mapping[str, Any]) -> dict[str, float]:
    """Returns name -> tolerance, %, of all varied inputs.

    Raises:
        ValueError: a part has no tolerance.
    """
    circuit = next(circuit for circuit in CIRCUITS if circuit.name == case["circuit"])
    found = {ref: circuit.part(ref).tolerance_pct for ref in spread["parts"].split()}
    found |= spread["figures"]
    if nothing := [name for name, pct in found.items() if not pct]:
        raise ValueError(f"{spread['case']}: no tolerance is given for {', '.join(nothing)}.")
    return found


def _value(case: Mapping[str, Any], spread: Mapping[str, Any], changed: Values) -> float:
    """Returns the measurement of a case with some values changed, in percent."""
    given = simulate.values_of(case)
    values = {
        name: f"{number(given[name]) * (1 + pct / 100):.6g}" for name, pct in changed.items()
    }
    limits = {spread["measured"]: spread["limits"]}
    (result,) = simulate.run({**case, **values, "limits": limits})
    return result.value


def run(spread: Mapping[str, Any], cases: Iterable[dict[str, Any]] | None = None) -> list[Result]:
    """Simulates a spread. Returns its least and its greatest value with the limits.

    Raises:
        simulate.SimulationFailed: ngspice could not simulate a draw.
    """
    every = {case["name"]: case for case in cases or simulate.cases()}
    case = every[spread["case"]]
    most = tolerances(spread, case)
    by_chance = Random(1)
    draws = [
        {name: by_chance.uniform(-pct, pct) for name, pct in most.items()}
        for _ in range(spread["runs"])
    ]
    ends = [{name: sign * pct} for name, pct in most.items() for sign in (-1, 1)]
    measure = partial(_value, case, spread)
    with ThreadPoolExecutor(2) as pool:
        alone = list(pool.map(measure, ends))
        highest = {
            name: pct if alone[2 * at + 1] > alone[2 * at] else -pct
            for at, (name, pct) in enumerate(most.items())
        }
        lowest = {name: -pct for name, pct in highest.items()}
        found = alone + list(pool.map(measure, [highest, lowest, *draws]))
    name, measured = f"spread: {spread['case']}", spread["measured"]
    low, high, unit, reason = spread["limits"]
    return [
        Result(name, f"{end} {measured}", value, low, high, unit, reason)
        for end, value in (("least", min(found)), ("greatest", max(found)))
    ]


def write_results(folder: Path) -> None:
    """Simulates every case into ``results.csv``. Raises SimulationFailed beyond a limit."""
    results = [result for case in simulate.cases() for result in simulate.run(case)]
    results += [result for each in spreads() for result in run(each)]
    bad = [f"{r.case}: {r.measured} = {r.value:.4g} {r.unit}" for r in results if not r.holds]
    if bad:
        raise simulate.SimulationFailed("Beyond the limits: " + "; ".join(bad))
    with (folder / "results.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(simulate.COLUMNS)
        for r in results:
            row = (r.case, r.measured, f"{r.value:.3g}", r.least, r.most, r.unit, r.reason)
            writer.writerow(row)
