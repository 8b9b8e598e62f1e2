"""Finds the mistakes that can harm a Pico or a person, by the simulated circuit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tools.hardware import meter, meter_deck
from tools.hardware.meter_deck import HIGH, Deck, Mistake, Probe, Scene, node
from tools.hardware.model import Circuit

_PIN_LEAST_V, _PIN_MOST_V = -0.35, 3.65  # RP2040 data sheet: -0.5 V, IOVDD + 0.5 V
_PIN_DRIVEN_V = 0.8  # 20 mA through the pin's 40 ohm
_VSYS_MOST_V = 5.5
_CELLS_MOST_A = {"question_block": 0.5, "apple_base": 1.5}


def harm(thing: str, every: Sequence[Mistake]) -> dict[str, str]:
    """Returns mistake -> its harm to a Pico or a person in the finished build, or ""."""
    circuit = meter.CIRCUITS[thing]
    refs = frozenset(part.ref for part in circuit.parts)
    drives = frozenset(circuit.signals) - {"lever", "block_button", "check_button", "cell_sense"}
    base = Scene(circuit, refs, supply="cells", bench_v=meter.BENCH_V[thing])
    scenes = [base, replace(base, high=drives)]
    if thing == "apple_base":
        on = (("SUPPLY_ON", "3.3", 40.0), ("SERVO", "3.3", 40.0))
        scenes = [base, replace(base, joined=on)]
    else:
        scenes += [replace(scene, supply="usb") for scene in list(scenes)]
    points = _harm_points(circuit)
    runs, keys = [], []
    for wrong in every:
        for scene in scenes:
            deck = Deck(scene, wrong, HIGH)
            for name, probe in points:
                if probe.kind == "amps" and scene.supply == "usb":
                    continue
                runs.append((deck, probe))
                keys.append((wrong.name, name, scene))
    found = {wrong.name: "" for wrong in every}
    for (wrong_name, name, scene), value in zip(keys, meter_deck.read(runs), strict=True):
        found[wrong_name] = found[wrong_name] or _harm_of(circuit, scene, name, value)
    for wrong in every:
        if any(circuit.part(ref).kind.name == "C_Polarized" for ref in wrong.turned):
            found[wrong.name] = "a reversed electrolytic capacitor bursts"
        for (ref, _), (other, _) in wrong.bridges:
            if ref == other and circuit.part(ref).kind.name == "Polyfuse":
                found[wrong.name] = "a stall or a short circuit continues"
    return found


def _harm_points(circuit: Circuit) -> list[tuple[str, Probe]]:
    if circuit.name == "apple_base":
        nets = ["LEVER", "SUPPLY_ON", "SERVO", "SAG"]
    else:
        nets = [circuit.net_of("U1", pin) for pin in circuit.signals.values()] + ["VSYS"]
    points = [(net, Probe("volts", node(net))) for net in nets if net]
    return [*points, ("cells", Probe("amps", "v_bt1meter"))]


def _harm_of(circuit: Circuit, scene: Scene, name: str, value: float) -> str:
    if name == "cells":
        return f"{value:.1f} A from the cells" if value > _CELLS_MOST_A[circuit.name] else ""
    if name == "VSYS":
        return f"{value:.1f} V at VSYS" if value > _VSYS_MOST_V else ""
    if not _PIN_LEAST_V <= value <= _PIN_MOST_V:
        return f"{value:.1f} V at the Pico's {name}"
    driven = (
        {circuit.net_of("U1", circuit.signals[s]) for s in scene.high} if scene.high else set()
    )
    if name in driven and value < 3.3 - _PIN_DRIVEN_V:
        return f"more than 20 mA from the Pico's {name}"
    return ""
