"""The power budget: its figures have sources, and a press costs what the virtual device draws."""

import tomllib
from itertools import pairwise
from random import Random

import pytest
from tools.hardware import power
from tools.hardware.products import ROOT

from pingblock.virtual.bench import open_bench
from pingblock.virtual.parts.speaker import AMP_FULL_SINE_MW
from pingware.shared.power_budget import SINE_MW

TABLE = power.read()
EVENING, ALWAYS_ON, SHOP = TABLE["use"]
ALKALINE, ZINC, _, DEMO, ONE_CELL, BASE = TABLE["cells"]
PRESSES = 24


@pytest.fixture(scope="module")
def played():
    """A block that was pressed two dozen times."""
    with open_bench("desk", seed=5) as bench:
        bench.advance(2000)
        start_us = bench.engine.now_us
        gaps = Random(1)
        for _ in range(PRESSES):
            bench.press()
            bench.advance(6000 + gaps.randrange(500))
        yield bench, start_us


def test_a_press_keeps_the_amplifier_on_as_the_budget_says(played):
    bench, start_us = played
    sound = bench.parts.sound
    switched = list(zip(sound._amp_us, sound._amp_on, strict=True))
    on_us = sum(after - at for (at, on), (after, _) in pairwise(switched) if on and at >= start_us)
    seconds = on_us / 1e6 / PRESSES
    assert seconds == pytest.approx(TABLE["press"]["amplifier_s"], rel=0.25)


def test_a_press_lights_as_the_budget_says(played):
    bench, start_us = played
    changes = [each for each in bench.parts.light.changes if each[0] >= start_us]
    lit_us = drawn = 0.0
    for (at_us, rgb), (after_us, _) in pairwise(changes):
        if any(rgb):
            lit_us += after_us - at_us
            drawn += (after_us - at_us) * sum(rgb) / 3 / 255 * 100
    budget = next(d for d in TABLE["draw"] if d["name"].startswith("light"))
    assert lit_us / 1e6 / PRESSES == pytest.approx(TABLE["press"]["light_s"], rel=0.35)
    assert drawn / lit_us <= budget["power_mw"]


def test_all_who_reckon_with_the_sound_reckon_with_the_simulations_worst():
    """200 mW: what no tolerance exceeds, in the spreads, the firmware and the virtual device."""
    text = (ROOT / "hardware" / "simulation" / "spreads.toml").read_text(encoding="utf-8")
    (drawn,) = [s for s in tomllib.loads(text)["spread"] if s["measured"] == "supply_mw"]
    assert drawn["limits"][1] == SINE_MW == AMP_FULL_SINE_MW == 200


def test_days_of_life():
    assert power.days(TABLE, EVENING, ALKALINE) == pytest.approx(27, abs=2)
    assert power.days(TABLE, ALWAYS_ON, ALKALINE) == pytest.approx(13, abs=2)
    assert power.days(TABLE, EVENING, ZINC) < 0.5 * power.days(TABLE, EVENING, ALKALINE)
    assert power.days(TABLE, EVENING, ONE_CELL) < 6
    assert power.days(TABLE, SHOP, ALKALINE) > 5
    assert power.days(TABLE, EVENING, BASE) > 90


def test_every_figure_has_a_source_and_a_status(tmp_path):
    assert all(draw["source"] for draw in TABLE["draw"])
    bad = tmp_path / "bad.toml"
    bad.write_text('[[draw]]\nname = "x"\npower_mw = 1\nsource = ""\nstatus = "guess"\n')
    with pytest.raises(ValueError, match="x: its source"):
        power.read(bad)


def test_the_page_shows_every_draw_and_kind_of_cells():
    page = power.page(TABLE)
    assert all(draw["name"] in page for draw in TABLE["draw"])
    assert all(cells["name"] in page for cells in TABLE["cells"])
