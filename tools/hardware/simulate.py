"""Simulations with ngspice: fills circuits with the parts' values, runs them, checks limits.

A failed measurement, an error or a missing value is a failure, although ngspice itself exits with
0.
"""

from __future__ import annotations

import math
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.hardware import parts
from tools.hardware.make import CIRCUITS
from tools.hardware.products import ROOT

FOLDER = ROOT / "hardware" / "simulation"
CASES, FIGURES = FOLDER / "cases.toml", FOLDER / "figures.toml"
COLUMNS = ("case", "measured", "value", "least", "most", "unit", "reason")

# Figures of the firmware's sound: carrier, samples, PWM counts. The amplifier starts 0.24 ms into
# the second half buffer.
CARRIER_HZ, CARRIERS_A_SAMPLE, TOP = 132_275.13, 6, 944
HALF_S = 128 * CARRIERS_A_SAMPLE / CARRIER_HZ
ON_S = HALF_S + 0.24e-3
PIN_V = 3.3
# Start of the amplifier, and beginning and end of the measurement. A table has the other figures.
_TIMES = {
    "on_s": f"{ON_S:.6g}",
    "after_s": f"{ON_S + 4e-6:.6g}",
    "from_s": "10m",
    "to_s": "20m",
}
STATUSES = ("datasheet", "measured", "model", "guess")
_MEASURED = re.compile(r"^\s*(\w+)\s*=\s*([-+0-9.eE]+)", re.MULTILINE)
_THD = re.compile(r"THD:\s*([-+0-9.eE]+)\s*%")
_WRONG = re.compile(r"\bfailed|\berror\b|\bfatal|singular|undefined", re.IGNORECASE)
_HOLE = re.compile(r"\{(\w+)\}")


class SimulationFailed(Exception):
    """ngspice could not simulate or measure a circuit. The message has the reason."""


@dataclass(frozen=True)
class Result:
    """One measured value of a case with its limits."""

    case: str
    measured: str
    value: float
    least: float
    most: float
    unit: str
    reason: str

    @property
    def holds(self) -> bool:
        """True if the value is within its limits."""
        return self.least <= self.value <= self.most


def cases(path: Path = CASES) -> list[dict[str, Any]]:
    """Returns the cases of a table of limits."""
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return found


def figures(path: Path = FIGURES) -> dict[str, str]:
    """Returns figure -> value. Raises ValueError if one has no source or no known status."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))["figure"]
    for figure in found:
        if not figure.get("source") or figure.get("status") not in STATUSES:
            raise ValueError(f"{figure['name']}: its source or its status is missing.")
    return {figure["name"]: figure["value"] for figure in found}


def values_of(case: Mapping[str, Any]) -> dict[str, str]:
    """Returns the values for a circuit's holes: parts' values, then the case's."""
    circuit = next(circuit for circuit in CIRCUITS if circuit.name == case["circuit"])
    values = {part.ref: part.value for part in circuit.parts}
    own = {name: str(value) for name, value in case.items() if name != "limits"}
    return {**figures(), **_TIMES, **values, **own}


def carrier_text(case: Mapping[str, Any], until_s: float = 0.02) -> str:
    """Returns the pin's voltage of a sine through PWM: points of a PWL source."""
    rows, edge_s = ["+ 0 0"], 20e-9
    for count in range(int(until_s * CARRIER_HZ)):
        sample_s = count // CARRIERS_A_SAMPLE * CARRIERS_A_SAMPLE / CARRIER_HZ
        wave = math.sin(2 * math.pi * case["tone_hz"] * sample_s)
        level = round((TOP / 2) * (1 + case["amplitude"] * wave))
        start_s = count / CARRIER_HZ
        end_s = start_s + level / (TOP + 1) / CARRIER_HZ
        for at_s, volts in (
            (start_s + edge_s, PIN_V),
            (end_s, PIN_V),
            (end_s + edge_s, 0.0),
            ((count + 1) / CARRIER_HZ, 0.0),
        ):
            rows.append(f"+ {at_s:.10f} {volts}")
    return "\n".join(rows) + "\n"


def bias_text(case: Mapping[str, Any]) -> str:
    """Returns points of the pin's mean voltage while the bias rises along its S-curve."""
    samples = case["ramp_samples"]
    step_s = CARRIERS_A_SAMPLE / CARRIER_HZ
    rows = ["+ 0 0"]
    for sample in range(1, samples + 1):
        volts = PIN_V / 4 * (1 - math.cos(math.pi * sample / samples))
        rows.append(f"+ {(sample - 1) * step_s + 1e-7:.9f} {volts:.6f}")
        rows.append(f"+ {sample * step_s:.9f} {volts:.6f}")
    return "\n".join(rows) + "\n"


# Node of a deck -> net of the module, by hardware/parts/amplifier.toml.
_NODES = {"A+": "AMP_PLUS", "A-": "AMP_MINUS", "IN+": "chip_plus", "IN-": "chip_minus",
          "SD": "AMP_SHUTDOWN"}  # fmt: skip


def module_text(case: Mapping[str, Any]) -> str:
    """Returns the amplifier module's resistors and capacitors as lines of a deck.

    A case with ``module = "as bought"`` leaves out the builder's two steps on it.
    """
    lines = []
    for part in parts.read("amplifier").module:
        nodes = [_NODES.get(net, net) for net in part.nets]
        changed = bool(part.change) and case.get("module") != "as bought"
        here = "AMP_SHUTDOWN" if case["file"] == "amp_off.cir" else "AMP_PLUS chip_plus WIPER C1R1"
        here += " AMP_MINUS chip_minus C2R2" * (case["file"] != "amp_off.cir")
        if part.ref == "VR1" and "AMP_PLUS" in here:
            low, wiper, high = nodes
            lines.append(f"Rm_VR1 {wiper} {high} {{trimmer_ohm}}")
            if not changed:
                lines.append(f"Rm_VR1b {low} {wiper} {part.value}")
        elif part.ref[0] in "RC" and not changed and set(nodes) & set(here.split()):
            value = "{module_farad}" if part.value == "1u" else part.value
            lines.append(f"{part.ref[0]}m_{part.ref} {nodes[0]} {nodes[1]} {value}")
    return "".join(f"{line}\n" for line in lines)


def filled(case: Mapping[str, Any]) -> str:
    """Returns a case's circuit with its values.

    Raises:
        SimulationFailed: a value for the circuit is missing.
    """
    values = values_of(case)
    if signal := case.get("signal"):
        values["points"] = carrier_text(case) if signal == "tone" else bias_text(case)
    values["module"] = module_text(case)
    values["trip"] = ".meas tran trip_s WHEN i(Vmeter)=0.3 FALL=1" if case.get("trips") else ""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            raise SimulationFailed(f"{case['name']}: no value for {found[1]}.")
        return str(values[found[1]])

    source = (FOLDER / case["file"]).read_text(encoding="utf-8")
    models = (FOLDER / "models.inc").read_text(encoding="utf-8")
    text: str = source.replace(".include models.inc\n", models)
    while _HOLE.search(text):
        text = _HOLE.sub(value, text)
    return text


def measure(text: str, name: str, folder: Path) -> dict[str, float]:
    """Runs a circuit. Returns its measurements, or raises SimulationFailed after any error."""
    (folder / "circuit.cir").write_text(text, encoding="utf-8")
    command = ["ngspice", "-b", "circuit.cir"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    for line in said.splitlines():
        if _WRONG.search(line):
            raise SimulationFailed(f"{name}: {line.strip()}")
    found = {key: float(value) for key, value in _MEASURED.findall(done.stdout)}
    if thd := _THD.search(said):
        found["thd_pct"] = float(thd[1])
    return found


def run(case: Mapping[str, Any]) -> list[Result]:
    """Simulates a case. Returns its values with their limits, or raises SimulationFailed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = measure(filled(case), case["name"], folder)
    results = []
    for measured, (least, most, unit, reason) in case["limits"].items():
        if measured not in found:
            raise SimulationFailed(f"{case['name']}: {measured} was not measured.")
        results.append(Result(case["name"], measured, found[measured], least, most, unit, reason))
    return results
