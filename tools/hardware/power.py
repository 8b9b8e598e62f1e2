"""Power budget of block and base: energy of a day's use, days of life for each kind of cell."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools.hardware.products import ROOT

from pingblock.virtual.parts.pico_power import (
    ASLEEP,
    ASLEEP_WITH_USB,
    AWAKE,
    W_ASLEEP,
    W_AWAKE,
    Draw,
)

TABLE = ROOT / "hardware" / "power_budget.toml"
STATUSES = ("datasheet", "measured", "seller", "emulated", "guess")
# a Schottky diode, then a silicon one, see hardware/apple_base/circuit.py
DIODE_V = {"block": 0.24, "base": 0.8}


def read(path: Path = TABLE) -> dict[str, Any]:
    """Returns the table, including the Pico's currents.

    Raises:
        ValueError: a figure has no source or no known status.
    """
    table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    table["draw"][:0] = [asdict(draw) for draw in (AWAKE, ASLEEP, ASLEEP_WITH_USB)]
    for figure in (*table["draw"], asdict(W_AWAKE), asdict(W_ASLEEP), *table.get("cells", ())):
        if not figure.get("source") or figure.get("status") not in STATUSES:
            raise ValueError(f"{figure['name']}: its source or its status is missing.")
    return table


def block_mws(
    table: Mapping[str, Any],
    use: Mapping[str, Any],
    asleep: Draw = ASLEEP,
    awake: Draw = AWAKE,
) -> float:
    """Returns the energy that the block draws from VSYS on such a day, milliwatt seconds."""
    _, _, _, silent, sound, light, load, _ = (draw["power_mw"] for draw in table["draw"])
    press = table["press"]
    pressed: float = (silent + sound) * press["amplifier_s"] + light * press["light_s"]
    pico_mws: float = awake.power_mw * use["awake_s"] + asleep.power_mw * use["asleep_s"]
    whole: float = pico_mws + use["presses"] * pressed
    tests: float = use["battery_tests"] * load * press["test_s"]
    return whole + tests


def base_mws(table: Mapping[str, Any], use: Mapping[str, Any]) -> float:
    """Returns the energy that the servo draws from its cells on such a day, milliwatt seconds."""
    moving: float = table["draw"][-1]["power_mw"] * table["press"]["run_s"] * use["runs"]
    return moving


def days(
    table: Mapping[str, Any],
    use: Mapping[str, Any],
    cells: Mapping[str, Any],
    asleep: Draw = ASLEEP,
    awake: Draw = AWAKE,
) -> float:
    """Returns how many days a set of cells lasts with such use and one of two ways to sleep."""
    of_base = cells["of"] == "base"
    needed_mws = base_mws(table, use) if of_base else block_mws(table, use, asleep, awake)
    if "efficiency" in cells:
        drawn_v = cells["volts"] * cells["efficiency"]
    else:
        drawn_v = cells["volts"] - DIODE_V[cells["of"]]  # the diode wastes its share
    has_mws = cells["mah"] * cells["usable"] * drawn_v * 3600
    return float(has_mws / needed_mws)


def page(table: Mapping[str, Any]) -> str:
    """Returns the budget as a page in Markdown."""
    lines = [
        "# Power budget",
        "",
        "`make hardware` makes this page from `hardware/power_budget.toml` and the figures in",
        "`host_tools/pingblock/virtual/parts/pico_power.py`. The figures were not measured on a",
        "finished block. Each figure has its source. If it is a guess, measure it.",
        "",
        "| load | mW from VSYS | status | source |",
        "|---|---|---|---|",
    ]
    for draw in table["draw"]:
        cells = (draw["name"], f"{draw['power_mw']:g}", draw["status"], draw["source"])
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    press = table["press"]
    lines += [
        "",
        f"A press keeps the amplifier on for {press['amplifier_s']} s and the light for "
        f"{press['light_s']} s, the mean of all",
        "outcomes. A test compares both with the firmware on the desk and on the emulated chip.",
        "",
        "## Days of life",
        "",
        "| cells | "
        + " | ".join(use["name"] for use in table["use"])
        + " | capacity from | status |",
        "|---|" + "---|" * (len(table["use"]) + 2),
    ]
    for cells in table["cells"]:
        lasting = [f"{days(table, use, cells):.0f}" for use in table["use"]]
        lines.append(
            f"| {cells['name']} | {' | '.join(lasting)} | {cells['source']} | {cells['status']} |"
        )
    lines += [
        "",
        "Most energy is used while the block is awake, so it falls asleep 90 s after",
        "the last press. If you don't use the block and don't switch it off, its cells",
        f"last {_asleep_days(table, ASLEEP):.0f} days asleep. If you switch it off, the switch",
        "leaks only 47 nA, much less than the self-discharge of the cells.",
        "",
        *_asleep_rows(table),
        *_other_boards(table),
    ]
    return "\n".join(lines)


def _asleep_days(table: Mapping[str, Any], asleep: Draw) -> float:
    use = {"awake_s": 0, "asleep_s": 86_400, "presses": 0, "battery_tests": 0}
    return days(table, use, table["cells"][0], asleep)


def _asleep_rows(table: Mapping[str, Any]) -> list[str]:
    """Returns the days of the first cells, by the clocks that run during sleep."""
    cells, (_, always_on, _) = table["cells"][0], table["use"]
    lines = [
        "It does not matter whether the block was at a computer before, because the firmware",
        "stops the clock and the PLL of USB for each nap. Days of "
        f"{cells['name']}, with and without this:",
        "",
        f"| how it sleeps | never used | {always_on['name']} |",
        "|---|---|---|",
    ]
    for asleep in (ASLEEP, ASLEEP_WITH_USB):
        played = days(table, always_on, cells, asleep)
        lines.append(f"| {asleep.name} | {_asleep_days(table, asleep):.0f} | {played:.0f} |")
    return [*lines, ""]


def _other_boards(table: Mapping[str, Any]) -> list[str]:
    """Returns the figures of a Pico W, and the names of boards without figures."""
    cells, uses = table["cells"][0], table["use"]
    lines = [
        "## Other boards",
        "",
        "The order lists name a plain Pico. A Pico W draws more while it is awake "
        f"({W_AWAKE.power_mw:g} mW, {W_AWAKE.source}),",
        f"and asleep as much as a Pico, {W_ASLEEP.power_mw:g} mW: {W_ASLEEP.source}.",
        f"Days of {cells['name']}:",
        "",
        "| board | " + " | ".join(use["name"] for use in uses) + " |",
        "|---|" + "---|" * len(uses),
    ]
    for board, asleep, awake in (("Pico", ASLEEP, AWAKE), ("Pico W", W_ASLEEP, W_AWAKE)):
        lasting = (f"{days(table, use, cells, asleep, awake):.0f}" for use in uses)
        lines.append(f"| {board} | {' | '.join(lasting)} |")
    return [
        *lines,
        "",
        "For a Pico 2 and a Pico 2 W we found no figure of MicroPython awake and asleep:",
        "use them on USB, or measure them first.",
        "",
    ]


def write_page(folder: Path) -> None:
    """Writes the page ``power.md``."""
    (folder / "power.md").write_text(page(read()), encoding="utf-8")
