"""The power budget: its figures have sources, and a press costs as on the virtual device."""

import csv
import math
import tomllib
from itertools import pairwise
from random import Random

import pytest
from tools.hardware import power
from tools.hardware.products import ROOT

from pingblock.virtual.parts.pico_power import (
    ASLEEP,
    ASLEEP_WITH_USB,
    AWAKE,
    W_ASLEEP,
    W_AWAKE,
    pico_mw,
)
from pingblock.virtual.parts.speaker import AMP_FULL_SINE_MW
from pingblock.virtual.virtual_device import open_bench
from pingware.games.worms.options import RUN_USUAL_S
from pingware.services.idle import OFF_AFTER_MS
from pingware.shared.power_budget import SINE_MW

TABLE = power.read()
EVENING, ALWAYS_ON, SHOP = TABLE["use"]
ALKALINE, ZINC, NIMH, DEMO, ONE_CELL, BASE = TABLE["cells"]


def on_times(engine, presses):
    """Returns seconds of amplifier and of light per press, and mW of the light while it shines."""
    with open_bench(engine, seed=5) as bench:
        bench.advance(2000)
        start_us = bench.engine.now_us
        gaps = Random(1)
        for _ in range(presses):
            bench.press()
            bench.advance(6000 + gaps.randrange(500))
        sound, light = bench.parts.sound, bench.parts.light
        switched = list(zip(sound._amp_us, sound._amp_on, strict=True))
        colours = list(light.changes)
    on_us = sum(after - at for (at, on), (after, _) in pairwise(switched) if on and at >= start_us)
    lit_us = drawn = 0.0
    for (at_us, rgb), (after_us, _) in pairwise(colours):
        if any(rgb) and at_us >= start_us:
            lit_us += after_us - at_us
            drawn += (after_us - at_us) * sum(rgb) / 3 / 255 * 100
    return on_us / 1e6 / presses, lit_us / 1e6 / presses, drawn / lit_us


def test_press_costs_as_much_as_the_budget_says():
    amplifier_s, light_s, light_mw = on_times("desk", 24)
    assert amplifier_s == pytest.approx(TABLE["press"]["amplifier_s"], rel=0.25)
    assert light_s == pytest.approx(TABLE["press"]["light_s"], rel=0.35)
    budget = next(d for d in TABLE["draw"] if d["name"].startswith("light"))
    assert light_mw <= budget["power_mw"]


def test_press_costs_the_same_on_the_emulated_chip():
    desk, chip = on_times("desk", 3), on_times("chip", 3)
    assert chip[0] == pytest.approx(desk[0], rel=0.01)
    assert chip[1] == pytest.approx(desk[1], rel=0.05)


def test_cell_test_loads_the_cells_as_long_as_budgeted():
    with open_bench("desk", seed=5) as bench:
        bench.advance(2000)
        bench.unplug()
        loaded_ms = 0
        for _ in range(4000):
            bench.advance(1)
            loaded_ms += bench.parts.cells_loaded
        assert bench.parts.battery.cells, "cells were tested, not the cable"
    assert loaded_ms / 1000 == pytest.approx(TABLE["press"]["test_s"], rel=0.1)


def test_all_models_use_the_simulated_worst_power_of_sound():
    """200 mW: above all tolerances, in the spreads, the firmware and the virtual device."""
    text = (ROOT / "hardware" / "simulation" / "spreads.toml").read_text(encoding="utf-8")
    (drawn,) = [s for s in tomllib.loads(text)["spread"] if s["measured"] == "supply_mw"]
    assert drawn["limits"][1] == SINE_MW == AMP_FULL_SINE_MW == 200


def test_page_gives_shorter_life_for_a_pico_w():
    page = power.page(TABLE)
    lasting = [
        [power.days(TABLE, use, ALKALINE, *draws) for use in TABLE["use"]]
        for draws in ((ASLEEP, AWAKE), (W_ASLEEP, W_AWAKE))
    ]
    assert all(w < plain for plain, w in zip(*lasting, strict=True))
    for board, every in zip(("Pico", "Pico W"), lasting, strict=True):
        assert f"| {board} | {' | '.join(f'{each:.0f}' for each in every)} |" in page
    assert "For a Pico 2 and a Pico 2 W we found no figure" in page
    entrance = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    assert "Buy a plain **Pico** for each path." in entrance


def test_page_has_run_time_of_firmware_and_simulated_leak():
    assert TABLE["press"]["run_s"] == RUN_USUAL_S == 20
    results = ROOT / "hardware" / "simulation" / "made" / "results.csv"
    rows = list(csv.DictReader(results.read_text(encoding="utf-8").splitlines()))
    (leak,) = [row["value"] for row in rows if row["measured"] == "off_na"]
    assert f" {float(leak):.0f} nA" in power.page(TABLE)
    (sine,) = [
        row["value"]
        for row in rows
        if (row["case"], row["measured"]) == ("full sine", "speaker_mw")
    ]
    assert f"A full sine draws {float(sine) / 1000:.2f} W" in power.page(TABLE)
    assert f"falls asleep {OFF_AFTER_MS // 1000} s after" in power.page(TABLE)
    assert "last 20 days asleep" in power.page(TABLE), "970 mAh x 0.85 x 3.6 V / 6.25 mW"
    assert f"| {ASLEEP_WITH_USB.name} | 7 | 6 |" in power.page(TABLE)


def test_page_and_virtual_device_share_the_figures_of_a_pico():
    """Cells are charged by the same currents that the page shows."""
    text = power.TABLE.read_text(encoding="utf-8")
    assert "asleep" not in {draw["name"] for draw in tomllib.loads(text)["draw"]}
    for system, usb, draw in ((1, 1, AWAKE), (0, 0, ASLEEP), (0, 1, ASLEEP_WITH_USB)):
        assert f"| {draw.name} | {pico_mw(system, usb):g} |" in power.page(TABLE)


def test_days_of_life_fit_each_use_and_kind_of_cells():
    assert power.days(TABLE, EVENING, ALKALINE) == pytest.approx(27, abs=2)
    assert power.days(TABLE, ALWAYS_ON, ALKALINE) == pytest.approx(12, abs=1)
    assert power.days(TABLE, ALWAYS_ON, ALKALINE, ASLEEP_WITH_USB) == pytest.approx(6, abs=0.5)
    assert power.days(TABLE, EVENING, ZINC) < 0.5 * power.days(TABLE, EVENING, ALKALINE)
    assert power.days(TABLE, EVENING, NIMH) == pytest.approx(21, abs=2)
    assert power.days(TABLE, EVENING, DEMO) == pytest.approx(4, abs=1)
    assert power.days(TABLE, EVENING, ONE_CELL) < 6
    assert 3.3 < power.days(TABLE, SHOP, ALKALINE) < 4.0
    assert power.days(TABLE, EVENING, BASE) > 90


def test_every_draw_has_a_source(tmp_path):
    assert all(draw["source"] for draw in TABLE["draw"])
    bad = tmp_path / "bad.toml"
    bad.write_text('[[draw]]\nname = "x"\npower_mw = 1\nsource = ""\nstatus = "guess"\n')
    with pytest.raises(ValueError, match="x: its source"):
        power.read(bad)


def test_page_shows_every_draw_and_kind_of_cells():
    page = power.page(TABLE)
    assert all(draw["name"] in page for draw in TABLE["draw"])
    assert all(cells["name"] in page for cells in TABLE["cells"])


def test_awake_time_of_a_shop_block_fits_random_presses():
    """A press wakes it within 8 h, and it sleeps 90 s after the last press."""
    open_s, wakes_s = 8 * 3600, OFF_AFTER_MS // 1000
    awake = open_s * (1 - math.exp(-SHOP["presses"] * wakes_s / open_s)) + wakes_s
    assert SHOP["awake_s"] == pytest.approx(awake, rel=0.01)
    assert SHOP["awake_s"] + SHOP["asleep_s"] == 24 * 3600
