"""A device with other wiring: its file ``/pins`` describes it, and the image stays the same."""

import json

import pytest
from tests.pins import GPIO

from pingblock.boards.board import BOARD, with_pins
from pingblock.errors import BadInput
from pingware.shared.stored_json import PINS, slot_bytes

OWN = {
    **{"block_button": 6, "check_button": 7, "speaker": 10, "amp_shutdown": 11},
    **{"light_red": 2, "light_green": 3, "light_blue": 4, "cell_load": 1, "cell_sense": 27},
    **{"lever": 9, "servo": 0, "servo_supply": 14},
}
PRESS = '{"at_ms": 1200, "do": "press", "for_ms": 60}'


def wired(pins, base=True, content=None):
    """Returns options for a virtual device whose parts and file ``/pins`` have the same wiring."""
    told = slot_bytes(1, json.dumps({"pins": pins, "base": base}))
    return {"board": with_pins(BOARD, pins, base), "files": {PINS: content or told}}


def test_press_draws_and_sounds_through_custom_pins(engine, play, seed_for):
    seed = seed_for("coins", 3)
    story = play(engine, PRESS, seed, **wired(OWN))
    assert story.outcomes() == story.heard() == [("coins", 3)]


@pytest.mark.rules
def test_custom_pins_replace_the_usual_ones_and_lever_starts_wiggle(engine, bench_of):
    bench = bench_of(engine, 7, **wired(OWN))
    bench.advance_to(1200)
    told = bench.request("selftest")["ok"]
    assert (told["pins"], told["base"]) == (OWN, True)
    assert told["inputs"] == {"block": False, "check": False, "lever": False}
    bench.engine.drive(bench.engine.now_us, GPIO["block_button"], False)
    bench.advance(500)
    assert bench.events("outcome") == []
    bench.pull_lever()
    bench.advance(500)
    bench.release_lever()
    bench.advance(1000)
    assert [event["state"] for event in bench.events("run")][:2] == ["armed", "started"]


@pytest.mark.rules
def test_block_without_base_has_no_lever_and_plays(engine, bench_of):
    bench = bench_of(engine, 7, **wired({}, base=False))
    bench.advance_to(1200)
    with pytest.raises(BadInput, match="has no lever"):
        bench.pull_lever()
    assert bench.request("worms")["error"]["code"] == "no_base"
    assert bench.request("selftest")["ok"]["base"] is False
    bench.press()
    bench.advance(500)
    assert len(bench.events("outcome")) == 1


WRONG = {
    "CRC": b"00000000 1 {}",
    "no JSON": slot_bytes(1, "{"),
    "no object": slot_bytes(1, "[1]"),
    "no pins": slot_bytes(1, "{}"),
    "a list of pins": slot_bytes(1, '{"pins": [1]}'),
    "no GPIO": slot_bytes(1, '{"pins": {"speaker": 99}}'),
    "half a GPIO": slot_bytes(1, '{"pins": {"speaker": 1.5}}'),
}


@pytest.mark.rules
@pytest.mark.parametrize("wrong", WRONG)
def test_damaged_file_of_pins_is_reported_and_usual_pins_play(engine, bench_of, wrong):
    bench = bench_of(engine, 7, files=wired({}, content=WRONG[wrong])["files"])
    bench.advance_to(1200)
    problems = bench.request("status")["ok"]["problems"]
    assert problems == [
        "The file of pins cannot be read: type 'pingblock pins' with your pins again."
    ]
    bench.press()
    bench.advance(500)
    assert len(bench.events("outcome")) == 1
