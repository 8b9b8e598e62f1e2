"""Another pin map, with other pins and only the block, needs only one file of data."""

import pytest
from tests import slots_image
from tests.data.boards import other_pins
from tests.pins import GPIO

from pingblock.boards.board import firmware_files
from pingblock.errors import BadInput
from pingblock.virtual.parts.battery import PRESETS

PRESS = '{"at_ms": 1200, "do": "press", "for_ms": 60}'


def image(engine):
    """Returns an image with the other pin map for an engine that runs images, None for the others.

    Only safe mode has the pins of the first pin map, because they are in the base.
    """
    if engine not in slots_image.OF_ENGINE:
        return None
    texts = {path: data.decode() for path, data in firmware_files(other_pins).items()}
    return slots_image.changed(texts, name=slots_image.OF_ENGINE[engine])


def test_press_draws_and_sounds_through_other_pins(engine, play, seed_for):
    seed = seed_for("coins", 3)
    story = play(engine, PRESS, seed, board=other_pins, image=image(engine))
    assert story.outcomes() == story.heard() == [("coins", 3)]


@pytest.fixture
def bench(engine, bench_of):
    """A device with the other board, up and quiet."""
    bench = bench_of(engine, 7, board=other_pins, image=image(engine))
    bench.advance_to(1200)
    return bench


@pytest.mark.rules
def test_device_names_its_pin_map_and_ignores_the_usual_pins(bench):
    assert [event["board"] for event in bench.events("hello")] == ["other_pins"]
    inputs = {"block": False, "check": False, "lever": False}
    assert bench.request("selftest")["ok"]["inputs"] == inputs
    shared = set(bench.parts.gpio.values()) & set(GPIO.values())
    assert shared == {24, 29}  # these pins are on the Pico itself
    bench.engine.drive(bench.engine.now_us, GPIO["block_button"], False)
    bench.advance(500)
    assert bench.events("outcome") == []
    with pytest.raises(BadInput, match="The board other_pins has no lever"):
        bench.pull_lever()
    assert bench.request("worms")["error"]["code"] == "no_base"


@pytest.mark.rules
@pytest.mark.parametrize(
    ("cells", "count", "open_mv"), [("3xaaa", 3, 4720), ("1xaaa_boost", 1, 1565)]
)
def test_check_button_light_and_senses_use_other_pins(bench, cells, count, open_mv):
    bench.request("battery", cells=cells)
    bench.unplug()
    # cells of 1.58 V, whose voltage the Pico lowers a little
    bench.set_battery([PRESETS["fresh"]] * count)
    bench.advance(2000)
    dark = len(bench.parts.light.changes)
    bench.check(for_ms=2500)
    bench.advance(5000)
    assert len(bench.parts.light.changes) > dark
    bench.plug()
    bench.advance(4000)  # With the cable, it sends the waiting reports.
    told = [event for event in bench.events("battery") if "fault" not in event]
    assert {event["verdict"] for event in told} == {"good"}
    assert told[-1]["open_mv"] == pytest.approx(open_mv, abs=15)
