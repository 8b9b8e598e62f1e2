"""Automatic sleep on cells, never on USB, and a wake-up by a press, which counts."""

import pytest
from tests.processor import cycles

from pingblock.virtual.parts.contact import CLEAN

_SPAN_MS = 5000
OFF_MS = 90_000
ANSWER_MAX_MS = 12.0  # the end of the ramp is audible 6 ms after it began
SOUND_MS = 700
NAP_MS = 4000
ASLEEP = 0.25  # largest share of the cycles of an awake, idle device. The real share is a tenth


@pytest.fixture
def on_cells(open_bench, only):
    """Returns a block that plays one coin, on fresh cells, and has had no cable since power-on."""
    bench = open_bench(until_ms=0, **only("coins", 1))
    bench.unplug()
    bench.advance_to(2000)
    return bench


@pytest.fixture
def chip_on_cells(opened, only):
    """The same on the chip, where the processor's work is visible."""
    bench = opened("chip", until_ms=0, **only("coins", 1))
    bench.unplug()
    bench.advance_to(2000)
    return bench


def answer_ms(bench):
    """Presses now. Returns the time to the first note, ms."""
    at_ms = bench.now_ms
    bench.press(bounce=CLEAN)
    bench.advance(SOUND_MS)
    return next(onset.at_ms for onset in bench.heard().onsets if onset.at_ms >= at_ms) - at_ms


def test_block_on_cells_sleeps_after_90_s_without_use(chip_on_cells):
    bench = chip_on_cells
    bench.advance_to(20_000)
    awake = cycles(bench, _SPAN_MS)
    bench.advance_to(50_000)
    bench.press(bounce=CLEAN)
    bench.advance_to(50_000 + OFF_MS - 6000)
    assert cycles(bench, _SPAN_MS) > awake / 2
    bench.advance_to(50_000 + OFF_MS + 3000)
    assert cycles(bench, _SPAN_MS) < awake * ASLEEP
    bench.advance(300_000)
    assert cycles(bench, _SPAN_MS) < awake * ASLEEP
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]
    assert bench.led() == (0, 0, 0)
    assert not bench.parts.sound.amplifier_on(1000, int(bench.now_ms), int(bench.now_ms) + 1)[0]


def test_block_on_usb_never_sleeps(opened):
    bench = opened("chip")
    bench.advance_to(20_000)
    awake = cycles(bench, _SPAN_MS)
    bench.advance_to(3 * OFF_MS)
    assert cycles(bench, _SPAN_MS) > awake / 2
    asked_ms = bench.now_ms
    assert bench.request("hello")["ok"]["product"] == "pingblock"
    assert bench.now_ms - asked_ms < 50


@pytest.mark.parametrize(
    ("engine", "later_ms"),
    [
        *[("chip", later_ms) for later_ms in (17.0, NAP_MS - 0.1)],
        *[
            pytest.param("chip", later_ms, marks=pytest.mark.long)
            for later_ms in (0.0, 999.9, NAP_MS + 0.2)
        ],
    ],
)
def test_press_wakes_the_block_and_counts(on_cells, later_ms):
    on_cells.advance_to(2 * OFF_MS + later_ms)
    assert answer_ms(on_cells) <= ANSWER_MAX_MS
    on_cells.advance(2000)
    assert answer_ms(on_cells) <= ANSWER_MAX_MS
    on_cells.plug()
    on_cells.advance(5000)
    assert [event["draw"] for event in on_cells.events("outcome")] == [1, 2]


@pytest.mark.rules
def test_each_press_in_sleep_gives_one_outcome(on_cells):
    for _ in range(5):
        on_cells.advance(OFF_MS + 20_000)
        on_cells.press()
        on_cells.advance(SOUND_MS)
    on_cells.plug()
    on_cells.advance(5000)
    assert [event["draw"] for event in on_cells.events("outcome")] == [1, 2, 3, 4, 5]
    assert len(on_cells.heard().onsets) == 6, "the ping of power-on, and five coins"


def test_press_keeps_the_block_awake_for_90_s(chip_on_cells):
    bench = chip_on_cells
    bench.advance_to(2 * OFF_MS)
    asleep = cycles(bench, _SPAN_MS)
    bench.press(bounce=CLEAN)
    bench.advance(OFF_MS - 6000)
    assert cycles(bench, _SPAN_MS) > asleep / ASLEEP
    bench.advance(4000)
    assert cycles(bench, _SPAN_MS) < asleep * 2


@pytest.mark.rules
def test_check_button_wakes_the_block_and_replays_the_outcome(on_cells):
    on_cells.press()
    on_cells.advance(2 * OFF_MS)
    on_cells.check()
    on_cells.advance(2000)
    assert [len(sound) for sound in on_cells.heard().sounds] == [1, 1, 1]
    on_cells.plug()
    on_cells.advance(5000)
    assert len(on_cells.events("outcome")) == len(on_cells.events("replay")) == 1


def test_plugging_in_wakes_the_block_and_the_link_answers(on_cells):
    on_cells.advance_to(2 * OFF_MS)
    on_cells.plug()
    on_cells.advance(NAP_MS + 2000)
    assert on_cells.request("hello")["ok"]["product"] == "pingblock"
    on_cells.advance(2 * OFF_MS)
    assert on_cells.request("hello")["ok"]["product"] == "pingblock"
