"""Compares the part models in JavaScript and Python on random inputs that Python generates."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import Page

from pingblock.common.cells import CHEMISTRIES, USED, Cell
from pingblock.make_page.page_data import data_files
from pingblock.virtual.parts.adc import Adc
from pingblock.virtual.parts.battery import PRESETS, BatteryModel
from pingblock.virtual.parts.contact import DEFAULT, Bounce, chatter
from pingblock.virtual.parts.light import LightModel
from pingblock.virtual.parts.servo import ServoModel
from pingblock.virtual.parts.speaker import SpeakerModel

np = pytest.importorskip("numpy")


def _answers(page: Page, url: str, body: str, vectors: object) -> list:
    """Returns JavaScript's results for each of ``vectors``. ``body`` is that of a function."""
    page.goto(f"{url}empty.html")
    return page.evaluate(f"async (vectors) => {{ {body} }}", vectors)


def test_random_numbers_match_python(page: Page, plain: str) -> None:
    body = """const {Random} = await import("./parts/random.js");
        const random = await Random.of("block 3");
        const draw = (_, i) => i % 3 ? random.gauss(2.5) : random.random();
        return Array.from({length: vectors}, draw);"""
    random = Random("block 3")
    wanted = [random.gauss(0, 2.5) if i % 3 else random.random() for i in range(2000)]
    assert _answers(page, plain, body, 2000) == pytest.approx(wanted, abs=1e-12)


def test_converter_matches_python(page: Page, plain: str) -> None:
    draw = Random(1)
    volts = [draw.uniform(-50, 3400) for _ in range(1500)] + [412.5 + i / 100 for i in range(300)]
    body = """const {Random} = await import("./parts/random.js");
        const {Adc} = await import("./parts/adc.js");
        const adc = new Adc(await Random.of("adc 9"));
        return vectors.map((mv) => adc.code(mv));"""
    adc = Adc(Random("adc 9"))
    assert _answers(page, plain, body, volts) == [adc.code(mv) for mv in volts]


def test_contact_bounce_matches_python(page: Page, plain: str) -> None:
    draw = Random(2)
    lasting = (None, 0.0, 3.5)
    changes = [
        (draw.uniform(0, 1e7), draw.random() < 0.5, draw.choice(lasting), draw.randrange(9))
        for _ in range(200)
    ]
    body = """const {Random} = await import("./parts/random.js");
        const {chatter} = await import("./parts/contact.js");
        const random = await Random.of("lever 0");
        return vectors.map(([at, closed, bounceMs, edges]) =>
            chatter(random, at, closed, {bounceMs, edges}, 20000));"""
    random = Random("lever 0")
    wanted = [
        [list(edge) for edge in chatter(random, at, closed, Bounce(ms, edges), 20000)]
        for at, closed, ms, edges in changes
    ]
    assert _answers(page, plain, body, changes) == wanted
    assert Bounce(None, 6) == DEFAULT


def test_light_colour_and_current_match_python(page: Page, plain: str) -> None:
    draw = Random(3)
    duties = [(draw.randrange(3), draw.choice((draw.uniform(-0.1, 1.1), 0.5))) for _ in range(600)]
    body = """const {Light} = await import("./parts/light.js");
        const light = new Light();
        return vectors.map(([index, duty]) => {
            light.channel(index, duty);
            return [...light.rgb, light.currentMa];
        });"""
    light, wanted = LightModel(), []
    for place, (index, duty) in enumerate(duties):
        light.channel(place * 1e4, index, duty)
        wanted.append([*light.colour, light.current_ma])
    assert _answers(page, plain, body, duties) == wanted


def test_battery_voltages_match_python(page: Page, plain: str) -> None:
    draw = Random(4)
    packs = [
        (draw.randrange(800, 1700), draw.uniform(0, 4), draw.randint(1, 4), draw.random() < 0.3)
        for _ in range(300)
    ]
    loads = [(draw.uniform(0, 700), draw.choice((0.0, draw.uniform(0, 0.14)))) for _ in packs]
    body = """const {Battery} = await import("./parts/battery.js");
        return vectors.map(([[openMv, ohm, count, plugged], [load, siemens]]) => {
            const battery = new Battery();
            battery.cells = {openMv, ohm, count};
            battery.plugged = plugged;
            return [battery.vsysMv(load, siemens), battery.cellMv(load, siemens)];
        });"""
    wanted = []
    for (open_mv, ohm, count, plugged), load in zip(packs, loads, strict=True):
        battery = BatteryModel([Cell(open_mv, ohm)] * count)
        battery.plugged = plugged
        wanted += [battery.vsys_mv(*load), battery.cell_mv(*load)]
    found = _answers(page, plain, body, list(zip(packs, loads, strict=True)))
    assert [value for pair in found for value in pair] == pytest.approx(wanted, abs=1e-6)
    assert 0.0 in wanted  # Some models reach zero volts.


def test_cells_of_each_charge_match_the_virtual_device(page: Page, plain: str) -> None:
    data = json.loads(data_files()["data/games.json"])["cells"]
    body = """const {cellsOf} = await import("./parts/cells.js");
        const cells = vectors.at.map(([kind, pct]) => cellsOf(vectors.data, kind, pct));
        return cells.map(({openMv, ohm}) => [openMv, ohm]);"""
    at = [(name, 100) for name in CHEMISTRIES] + [("alkaline", pct) for pct in (25, 0, 37.5)]
    found = _answers(page, plain, body, {"data": data, "at": at})
    half = [(USED[25].open_mv + USED[50].open_mv) / 2, (USED[25].ohm + USED[50].ohm) / 2]
    cells = [*CHEMISTRIES.values(), PRESETS["worn"], PRESETS["flat"]]
    assert found[:-1] == [pytest.approx([cell.open_mv, cell.ohm]) for cell in cells]
    assert found[-1] == pytest.approx(half)


def test_servo_angle_and_current_match_python(page: Page, plain: str) -> None:
    """Compares angle and current over time, with pulses and with supplies that sag and switch."""
    draw = Random(5)
    steps, at_us = [], 0.0
    for _ in range(400):
        at_us += draw.uniform(0, 60_000)
        kind = draw.choice(("signal", "signal", "supply", "feed", "advance"))
        pulse = draw.choice((0.0, draw.uniform(400, 2500)))
        value = {"supply": draw.random() < 0.8, "feed": draw.uniform(2000, 5200)}.get(kind, pulse)
        steps.append((kind, at_us, value))
    body = """const {Servo} = await import("./parts/servo.js");
        const servo = new Servo();
        return vectors.map(([kind, at, value]) => {
            if (kind === "signal") servo.signal(at, 50, value * 50 / 1e6);
            else servo[kind](at, value);
            servo.advance(at + 5000);
            return [servo.deg, servo.siemens];
        });"""
    servo, wanted = ServoModel(), []
    for kind, at_us, value in steps:
        if kind == "signal":
            servo.signal(at_us, 50, value * 50 / 1e6)
        elif kind == "advance":
            servo.advance(at_us)
        else:
            getattr(servo, kind)(at_us, value)
        wanted += [servo.horn_deg(at_us + 5000), servo.siemens]
    found = [value for pair in _answers(page, plain, body, steps) for value in pair]
    assert found == pytest.approx(wanted, abs=1e-9)
    assert len(set(wanted[::2])) > 100  # The part moved.


def test_speaker_power_matches_python(page: Page, plain: str) -> None:
    """Compares the power within and between series of levels. Old series are forgotten."""
    draw = Random(6)
    events, at_us = [], 0.0
    for _ in range(120):
        at_us += draw.uniform(0, 8000)
        if draw.random() < 0.2:
            events.append((at_us, draw.random() < 0.7, None))
        else:
            levels = [draw.randrange(1000) for _ in range(draw.randrange(1, 90))]
            events.append((at_us, None, levels))
            at_us += 45.36 * len(levels)
    body = """const {Speaker} = await import("./parts/speaker.js");
        const speaker = new Speaker();
        let looks = 0;
        speaker.write(0, 45.36, {0: 0, get length() { return ++looks && 1; }});
        return vectors.map(([at, on, levels], place) => {
            if (place === 100) looks = 0;
            if (levels === null) speaker.amplifier(at, on);
            else speaker.write(at, 45.36, Float64Array.from(levels, (level) => level / 1000));
            return speaker.powerMw(at + (levels?.length ?? 0) * 45.36 + 300);
        }).concat(looks);"""
    speaker, wanted = SpeakerModel(), []
    for at_us, on, levels in events:
        if levels is None:
            speaker.amplifier(at_us, on)
        else:
            speaker.write(at_us, 45.36, np.array(levels, dtype=np.uint16), 999)
        wanted.append(speaker.power_mw(at_us + len(levels or ()) * 45.36 + 300))
    assert _answers(page, plain, body, events) == pytest.approx([*wanted, 0], rel=1e-6)
    assert max(wanted) > 30
