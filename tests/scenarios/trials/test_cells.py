"""Kinds of cells, and the times and words of their verdicts (QB-R7)."""

from itertools import pairwise

import pytest
from tests.pins import GPIO

from pingblock.virtual.parts.battery import CHEMISTRIES, PRESETS, Cell
from pingblock.virtual.parts.contact import CLEAN
from pingware.shared.power_budget import PACKS

FRESH, WORN, DEMO, FLAT = (PRESETS[name] for name in ("fresh", "worn", "demo", "flat"))
WEAK = Cell(1050, 0.5)  # three of these mean "replace soon"
EMPTY = Cell(880, 0.2)  # three of these mean "stop", but are strong enough for the current sound
# pack, cell, possible verdicts, whether it must be recognized as a demonstration cell
CASES = {
    "3xaaa fresh": ("3xaaa", FRESH, "good", False),
    "3xaaa worn": ("3xaaa", WORN, "fair", False),
    "3xaaa demo": ("3xaaa", DEMO, "good", True),
    "3xaaa weak": ("3xaaa", WEAK, "replace_soon", False),
    "3xaaa flat": ("3xaaa", FLAT, "stop", False),
    "2xaaa fresh": ("2xaaa", FRESH, "good", False),
    "2xaaa worn": ("2xaaa", WORN, "fair replace_soon", False),  # this is at the limit
    "2xaaa demo": ("2xaaa", Cell(1500, 1.3), "good", True),
    "2xaaa empty": ("2xaaa", Cell(1090, 0.3), "stop", False),
    "3xnimh fresh": ("3xnimh", CHEMISTRIES["nimh"], "good", False),
    "3xnimh worn": ("3xnimh", Cell(1180, 0.3), "fair", False),
    "3xnimh empty": ("3xnimh", Cell(1000, 0.5), "stop", False),
    "1xaaa fresh": ("1xaaa_boost", FRESH, "good", False),
    "1xaaa worn": ("1xaaa_boost", WORN, "replace_soon", False),
    "1xaaa demo": ("1xaaa_boost", Cell(1500, 1.25), "good fair replace_soon", True),
    "1xaaa empty": ("1xaaa_boost", Cell(960, 0.2), "stop", False),
}
CHIRP_HZ, GOODBYE_HZ = [400, 400], [2637, 1760]
# Cycles per second: 36 000, or 59 000 with MicroPython 1.28, where a nap ends after 2 s. An awake,
# idle device has half a million.
ASLEEP_CYCLES = 75_000
PLUGGED_MS = 4000  # time after plugging in until all waiting messages are sent


@pytest.fixture
def on_cells(opened, only):
    """Opens a block that has been on these cells since power-on. It plays some coins."""

    def made(engine, cell, cells="3xaaa", coins=2, **settings):
        bench = opened(engine, until_ms=0, cells=cells, **only("coins", coins), **settings)
        bench.unplug()
        bench.set_battery([cell] * PACKS[cells].count)
        bench.advance_to(2500)
        return bench

    return made


def linked(bench):
    """Connects the link while cells feed the block, as a cable with a broken 5 V wire does."""
    bench.plug()
    bench.parts.battery.plugged = False
    bench.engine.drive(bench.engine.now_us, GPIO["vbus_sense"], False)


def change_cells(bench, cell):
    bench.set_battery([cell] * len(bench.parts.battery.cells))


def play(bench, ms=3000):
    bench.press(bounce=CLEAN)
    bench.advance(ms)


def sounds(bench):
    """Returns the pitches of each sound except the first, which is the ping of power-on."""
    return [[onset.hz for onset in sound] for sound in bench.heard().sounds[1:]]


def near(hz):
    return pytest.approx(hz, rel=0.03)


def causes(bench):
    return [event["cause"] for event in bench.events("reset")]


# The rules about limits are the same on each engine. The chip measures once with each pack.
MEASURED = ("3xaaa flat", "2xaaa worn", "3xnimh worn", "1xaaa demo")


@pytest.mark.rules
@pytest.mark.parametrize(
    ("engine", "case"),
    [*[("desk", case) for case in CASES], *[("chip", case) for case in MEASURED]],
)
def test_each_kind_of_pack_gets_its_verdict_and_warning(engine, on_cells, case):
    cells, cell, verdicts, demo = CASES[case]
    bench = on_cells(engine, cell, cells)
    play(bench, 4000)
    bench.plug()
    bench.advance(PLUGGED_MS)
    told = [event for event in bench.events("battery") if "fault" not in event]
    assert told[-1]["verdict"] in verdicts.split()
    assert {event["demo_cell"] for event in told} == {demo}
    # the voltage of fresh NiMH falls by 3 mV
    assert told[-1]["loaded_mv"] <= told[-1]["open_mv"] + 3
    assert (causes(bench), bench.events("brown_out")) == (["power_on"], [])
    assert len(sounds(bench)[-1 if len(sounds(bench)) == 1 else -2]) == 2


@pytest.mark.parametrize("cells", ["2xaaa", "1xaaa_boost"])
def test_device_stays_off_with_cells_too_flat_for_it(engine, on_cells, cells):
    bench = on_cells(engine, FLAT, cells)
    play(bench)
    assert bench.heard().onsets == []
    change_cells(bench, FRESH)
    bench.advance(1000)
    play(bench)
    assert [len(sound) for sound in bench.heard().sounds] == [1, 2]


TOLD_HZ = [(FRESH, [523, 659, 784]), (WORN, [523, 659]), (WEAK, [523]), (DEMO, CHIRP_HZ)]


@pytest.mark.rules
def test_held_check_button_gives_verdict_by_sound_and_light(engine, on_cells):
    bench = on_cells(engine, FRESH)
    for cell, told_hz in TOLD_HZ:
        change_cells(bench, cell)
        lit = len(bench.parts.light.changes)
        bench.check(for_ms=2200)
        bench.advance(4500)
        assert sounds(bench)[-1] == near(told_hz)
        assert len(bench.parts.light.changes) > lit


def test_weak_cells_chirp_after_the_first_outcome_and_every_tenth(on_cells):
    bench = on_cells("desk", WEAK, coins=1)  # Counting is a rule, so the desk is enough.
    for _ in range(12):
        play(bench, 2000)
    chirps = [index for index, sound in enumerate(sounds(bench)) if sound == near(CHIRP_HZ)]
    assert chirps == [1, 12]
    assert len(sounds(bench)) == 14


@pytest.mark.pico2
@pytest.mark.rules
def test_cells_that_weaken_are_reported_after_the_next_outcome(engine, on_cells):
    bench = on_cells(engine, FRESH, coins=6)
    play(bench, 500)
    change_cells(bench, WEAK)
    bench.advance(5000)
    assert [len(sound) for sound in sounds(bench)] == [6], "a warning follows an outcome at once"
    play(bench, 5000)
    assert [len(sound) for sound in sounds(bench)] == [6, 6, 2]
    assert sounds(bench)[-1] == near(CHIRP_HZ)


def test_empty_cells_play_goodbye_and_the_block_sleeps(opened, on_cells):
    bench = on_cells("chip", FRESH, coins=3)
    play(bench, 500)
    change_cells(bench, EMPTY)
    for _ in range(2):  # The second time, a press wakes it, and counts.
        bench.advance(5000)
        outcome, goodbye = sounds(bench)[-2:]
        assert len(outcome) == 3
        assert goodbye == near(GOODBYE_HZ)
        before = bench.engine.cycles
        bench.advance(5000)
        assert (bench.engine.cycles - before) / 5 < ASLEEP_CYCLES
        pressed_ms = bench.now_ms
        bench.press(bounce=CLEAN)
    bench.advance(5000)
    assert len(sounds(bench)) == 6
    assert bench.heard().sounds[-2][0].at_ms - pressed_ms < 12
    assert causes(bench) == ["power_on"]


@pytest.mark.rules
def test_flat_cells_are_not_mentioned_on_usb(engine, opened, only):
    bench = opened(engine, until_ms=0, **only("coins", 1))
    change_cells(bench, FLAT)
    bench.advance_to(1500)
    for _ in range(3):
        play(bench)
    bench.check(for_ms=2200)
    bench.advance(100_000)
    assert [len(sound) for sound in sounds(bench)] == [1, 1, 1, 1]
    assert [event["fault"] for event in bench.events("battery")] == ["battery_on_usb"]
    assert bench.request("hello")["ok"]["product"] == "pingblock"


@pytest.mark.rules
@pytest.mark.parametrize(("engine", "presses"), [("desk", 15), ("chip", 10)])
def test_goodbye_follows_every_later_outcome(engine, presses, on_cells):
    bench = on_cells(engine, Cell(917, 0.4), coins=1)  # at the limit between chirp and goodbye
    for _ in range(presses):
        play(bench)
    told = sounds(bench)
    first = next(index for index, sound in enumerate(told) if sound == near(GOODBYE_HZ))
    rest = told[first + 1 :]
    assert [len(sound) for sound in rest[::2]] == [1] * len(rest[::2])
    assert rest[1::2] == [near(GOODBYE_HZ)] * (len(rest) // 2)
    assert len(rest) >= presses


WIDE_CODE = "the load moves over a wide code"
# Three cells at a limit under load, or whose voltage changes much during the test.
AT_A_LIMIT = {
    "good or fair": Cell(1275.6, 0.4),
    "demonstration cell or not": Cell(1500, 1.0),
    WIDE_CODE: DEMO,
}


# The rules keep a verdict stable. The chip is also tested with the ADC's wide codes.
@pytest.mark.rules
@pytest.mark.parametrize(
    ("engine", "presses", "case"),
    [
        *[("desk", 15, case) for case in AT_A_LIMIT],
        ("chip", 10, WIDE_CODE),
    ],
)
def test_verdict_near_a_limit_changes_at_most_once(engine, presses, on_cells, case):
    bench = on_cells(engine, AT_A_LIMIT[case], coins=1, volume=0)
    linked(bench)
    bench.advance(PLUGGED_MS)
    seen = []
    for _ in range(presses):
        play(bench, 1000)
        seen.append(bench.request("status")["ok"]["battery"])
    for field in ("verdict", "demo_cell"):
        values = [check[field] for check in seen]
        assert sum(a != b for a, b in pairwise(values)) <= 1, values
    assert not any("fault" in check for check in seen)
