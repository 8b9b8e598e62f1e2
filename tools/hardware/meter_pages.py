"""Writes the readings: two lists, and the tables of the guides, between marks in their text."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from tools.hardware import meter, meter_deck, meter_harm, simulate
from tools.hardware.meter import OPEN, Reading, Shown
from tools.hardware.step_list import THINGS, guide

from pingware.shared.battery import Battery

READINGS = ("thing", "step", "do", "red", "black", "reads", "least", "most", "unit")
MISTAKES = ("thing", "mistake", "step", "reading", "reads", "instead of", "harm")
FOLDER = meter.ROOT / "hardware" / "made"
_UNITS = {
    "millivolts": "V",
    "volts": "V",
    "diode": "V",
    "ohms": "Ohm",
    "beep": "Ohm",
    "amps": "A",
    "shines": "A",
}
_BLOCK = re.compile(r"( *)<!-- ([a-z]+)(?: (\S+))? -->\n.*?<!-- end -->\n", re.DOTALL)
BY_SELFTEST = "VSYS on USB, by `pingblock selftest`"
_BY_BATTERY = "of new cells, by `pingblock battery`"
_UNSURE = ("library", "seller", "memory")  # sources of sizes without a data sheet
_LOOSE_MM = 1.0  # a larger tolerance means that makers differ
_LIST_INDENT = 3  # indent within a step. With more, pages of the site show no table
Row = dict[str, str]


def value_text(value: float, kind: str) -> str:
    """Returns a value with its unit, in a meter's form."""
    if kind in ("volts", "diode"):
        return "no reading" if value == OPEN else f"{value:.2f} V".replace("-0.00", "0.00")
    if kind == "millivolts":
        return f"{value * 1000:.1f} mV"
    if kind == "amps":
        small = f"{value * 1000:.2f}" if abs(value) < 1e-3 else f"{value * 1000:.3g}"
        return f"{small} mA" if abs(value) < 1 else f"{value:.1f} A"
    if value == OPEN:
        return "no reading"
    for scale, unit in ((1e6, "MOhm"), (1e3, "kOhm")):
        if value >= 0.9995 * scale:  # 1 MOhm, not 1e+03 kOhm
            return f"{value / scale:.3g} {unit}"
    return f"{max(value, 0):.3g} Ohm"


def limits_text(least: float, most: float, kind: str) -> str:
    """Returns the range of a faultless build, in a few words."""
    if kind == "beep":
        return "beep" if least < 0 else "no beep"
    if kind in ("shines", "sounds"):
        return kind
    if least == OPEN:
        return "no reading"
    if most == OPEN:
        return f"more than {value_text(least, kind)}"
    if least <= 0:
        return f"less than {value_text(most, kind)}" if most > -least else (
            f"{value_text(least, kind)} to {value_text(max(most, 0.0), kind)}"
        )  # fmt: skip
    low, high = value_text(least, kind), value_text(most, kind)
    same = low.split()[1] == high.split()[1]
    return f"{low.split()[0] if same else low} to {high}"


def _row(thing: str, one: Reading) -> Row:
    kind = one.probe.kind
    texts = [limits_text(one.least, one.most, kind), f"{one.least:.6g}", f"{one.most:.6g}"]
    values = (thing, one.step, one.does, *one.where, *texts, _UNITS.get(kind, ""))
    return dict(zip(READINGS, values, strict=True))


def device_rows(thing: str) -> list[Row]:
    """Returns the values that the device measures itself: VSYS on USB, and new cells."""
    [on_cells] = [one for one in meter.readings(thing) if one.does == "on new cells"]
    loaded = replace(on_cells, scene=replace(on_cells.scene, high=frozenset({"cell_load"})))
    on_usb = replace(on_cells, scene=replace(on_cells.scene, supply="usb"))
    devices = meter.spreads()
    every = [one.device(spread=s) for one in (on_usb, on_cells, loaded) for s in devices]
    volts = meter_deck.read(every)
    count = len(devices)
    usb, cells, under_load = (volts[at * count : (at + 1) * count] for at in range(3))
    checks = []
    for open_v, loaded_v in zip(cells, under_load, strict=True):
        one, other = ((round(v * 1000), 3) for v in (open_v, loaded_v))
        load_mw = int(loaded_v**2 * 1000 / 220)
        checks.append(Battery("3xaaa").check(one, other, load_mw))
    rows = []
    for does, values, unit in (
        (BY_SELFTEST, usb, "V"),
        (f"open voltage {_BY_BATTERY}", [check.open_mv / 1e3 for check in checks], "V"),
        (f"resistance {_BY_BATTERY}", [check.milliohm / 1e3 for check in checks], "Ohm"),
    ):
        low, high = (0.5, 0.5) if unit == "Ohm" else (_converter_v(f(values)) for f in (min, max))
        least, most = max(min(values) - low, 0.1), max(values) + high
        text = f"{least:.2g} to {most:.2g} {unit}" if unit == "Ohm" else (
            f"{least:.2f} to {most:.2f} {unit}"
        )  # fmt: skip
        row = (thing, "8", does, "", "", text, f"{least:.4g}", f"{most:.4g}", unit)
        rows.append(dict(zip(READINGS, row, strict=True)))
    return rows


def _converter_v(volts: float) -> float:
    """Returns the error of the device's converter at VSYS: 1 %, and 20 mV behind its divider."""
    return 0.01 * volts + 0.02


def _mistake(thing: str, one: Shown, harm: str) -> Row:
    if one.reading is None:
        values: Sequence[str] = (thing, one.mistake.name, "", "no check shows it", "", "", harm)
    else:
        values = mistake_values(thing, one.mistake.name, one.reading, one.value)
    return dict(zip(MISTAKES, values, strict=True))


def mistake_values(thing: str, name: str, reading: Reading, value: float) -> tuple[str, ...]:
    """Returns a row of the list of mistakes."""
    kind = reading.probe.kind
    does = ", ".join(filter(None, (reading.does, *reading.where)))
    wanted = limits_text(reading.least, reading.most, kind)
    if kind == "beep":
        reads = "beep" if value < 30 else "no beep"
    elif kind in ("shines", "sounds"):
        reads = f"{'dark' if kind == 'shines' else 'silent'}"
        reads = reads if value < reading.least else "too much"
    else:
        reads = value_text(value, kind)
    return (thing, name, reading.step, does, reads, wanted, "")


def computed() -> tuple[list[Row], list[Row]]:
    """Returns all readings and mistakes. Raises ValueError if a harmful one has no reading."""
    readings: list[Row] = []
    mistakes: list[Row] = []
    for thing in THINGS:
        every = meter.expected(thing)
        readings += [_row(thing, one) for one in every]
        if thing == "question_block":
            readings += device_rows(thing)
        shown = meter.shown(thing, every)
        hidden = [one.mistake for one in shown if one.reading is None]
        harm = meter_harm.harm(thing, hidden)
        if worst := [name for name, how in harm.items() if how]:
            raise ValueError(f"No check shows what can harm: {', '.join(worst)}.")
        for one in shown:
            mistakes.append(_mistake(thing, one, ""))
            mistakes += [
                dict(zip(MISTAKES, mistake_values(thing, one.mistake.name, *later), strict=True))
                for later in one.every[1:]
                if later[0].probe.kind in ("volts", "amps")
            ]
    return readings, mistakes


def _groups(rows: Iterable[Row]) -> list[Row]:
    """Returns the rows of a table. Rows that differ only in their red place become one."""

    def key(row: Row) -> tuple[str, str, str]:
        black = "" if row["reads"] in ("beep", "no beep") else row["black"]
        return row["do"], row["reads"], black

    found = []
    for (does, reads, _), group in groupby(_resistors(rows), key):
        some = list(group)
        first = dict(some[0])
        if reads in ("beep", "no beep") and len(some) > 1:
            first["red"] = first["black"] = ""
            first["do"] = f"{does} ({len(some)})"
        else:
            first["red"] = ", ".join(row["red"] for row in some)
        found.append(first)
    return found


def _resistors(rows: Iterable[Row]) -> list[Row]:
    loose = re.compile(r"(R\d+) (before it is soldered)")
    found: list[Row] = []
    for row in rows:
        if match := loose.match(row["do"]):
            row = {**row, "do": match[2], "red": match[1], "black": ""}
        found.append(row)
    return sorted(found, key=lambda row: "before it" not in row["do"])


def _of_step(thing: str, step: str, readings: Iterable[Row]) -> list[Row]:
    rows = _groups(row for row in readings if (row["thing"], row["step"]) == (thing, step))
    if not rows:
        raise ValueError(f"{thing}: no reading belongs to step {step}.")
    return rows


def table(thing: str, step: str, readings: Iterable[Row]) -> list[str]:
    """Returns the table of a step of a guide."""
    rows = _of_step(thing, step, readings)
    lines = ["| do | red | black | reads |", "|---|---|---|---|"]
    return lines + [f"| {r['do']} | {r['red']} | {r['black']} | {r['reads']} |" for r in rows]


def sentence(thing: str, step: str, readings: Iterable[Row]) -> str:
    """Returns the readings of a step as a sentence, since a list cannot contain a table."""
    every = [
        ", ".join(filter(None, (row["do"], row["red"], row["black"]))) + f": {row['reads']}"
        for row in _of_step(thing, step, readings)
    ]
    return f"Readings: {'; '.join(every)}."


def trouble(thing: str, mistakes: Iterable[Row]) -> list[str]:
    """Returns the table of wrong readings on a supply, and the meaning of each."""
    means: dict[tuple[str, str, str], list[str]] = {}
    told = set()
    for row in mistakes:
        supplied = row["reads"].endswith(("V", "A")) and not row["reading"].startswith("diode")
        single = re.match(r"R\d+ is|A bridge|(?!BT1|S\d|D\d|U1|M1).* conduct", row["mistake"])
        new = row["mistake"] not in told
        if row["thing"] == thing and supplied and new and not single:
            told.add(row["mistake"])
            means.setdefault((row["step"], row["reading"], row["reads"]), []).append(
                row["mistake"]
            )
    lines = ["| step | reading | reads | likely |", "|---|---|---|---|"]
    ordered = sorted(means.items(), key=lambda each: float(each[0][0].split(".")[0]))
    return lines + [f"| {s} | {r} | {v} | {'; '.join(w)} |" for (s, r, v), w in ordered]


def limits(thing: str) -> list[str]:
    """Returns the table of a thing's limits, from the simulation's results."""
    with (simulate.FOLDER / "made" / "results.csv").open(encoding="utf-8", newline="") as file:
        results = {(row["case"], row["measured"]): row for row in csv.DictReader(file)}
    lines = ["| what | at most | where it is proven |", "|---|---|---|"]
    for row in meter.table_of(thing)["limit"]:
        if "words" in row:
            lines.append(f"| {row['what']} | {row['words']} | circuit check |")
            continue
        found = results[row["case"], row["measured"]]
        value = f"{float(found['value']):g}".removeprefix("-" if "dB" not in found["unit"] else "")
        lines.append(f"| {row['what']} | {value} {found['unit']} | simulation *{row['case']}* |")
    return lines


def sizes(thing: str) -> list[str]:
    """Returns the table of the bought parts' sizes that the builder measures before printing."""
    path = meter.ROOT / "hardware" / thing / "made" / "printed" / "bought_sizes.csv"
    lines = ["| part | measure | from mm | to mm |", "|---|---|---|---|"]
    with path.open(encoding="utf-8", newline="") as file:
        unsure = [row for row in csv.DictReader(file) if row["status"] in _UNSURE]
    for row in unsure:
        middle, most = float(row["mm"]), float(row["borne +- mm"])
        if most >= _LOOSE_MM:
            name, what = row["part"].split(",")[0], row["size"].replace("_", " ")
            lines.append(f"| {name} | {what} | {middle - most:.1f} | {middle + most:.1f} |")
    return lines


def with_tables(text: str, thing: str, readings: list[Row], mistakes: list[Row]) -> str:
    """Returns a guide whose tables come from the lists."""

    whole = {
        "limits": lambda: limits(thing),
        "sizes": lambda: sizes(thing),
        "trouble": lambda: trouble(thing, mistakes),
    }

    def made(found: re.Match[str]) -> str:
        indent, what, step = found[1], found[2], found[3]
        if not step:
            lines = whole[what]()
        elif len(indent) > _LIST_INDENT:
            lines = [sentence(thing, step, readings)]
        else:
            lines = table(thing, step, readings)
        mark = f"<!-- {what} {step} -->" if step else f"<!-- {what} -->"
        return "".join(f"{indent}{line}\n" for line in [mark, *lines, "<!-- end -->"])

    return _BLOCK.sub(made, text)


def read_list(name: str) -> list[Row]:
    """Returns the rows of a list of ``hardware/made``."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(folder: Path) -> None:
    """Writes ``readings.csv``, ``mistakes.csv`` and the tables of both guides."""
    readings, mistakes = computed()
    for name, columns, rows in (
        ("readings.csv", READINGS, readings),
        ("mistakes.csv", MISTAKES, mistakes),
    ):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    for thing in THINGS:
        page = guide(thing)
        text = page.read_text(encoding="utf-8")
        page.write_text(with_tables(text, thing, readings, mistakes), encoding="utf-8")
