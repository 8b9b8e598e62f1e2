"""The stack has space for a press in the middle of a pull, and of an exchange (chip only)."""

import pytest
from benchmarks.stack_depth import MOST_BYTES, Watermark
from tests import slots_image

from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench


@pytest.mark.parametrize("engine", ["chip"])
def test_press_in_the_deepest_call_has_enough_stack(open_apple, only):
    apple = open_apple(run_s=[5, 5], **only("coins", 6))
    bench = apple.bench
    watermark = Watermark(bench)
    for later_ms in (1.0, 3.0):
        apple.pull()
        bench.advance(later_ms)
        bench.press(bounce=CLEAN)
        bench.send('{"id":1,"do":"settings"}')
        bench.advance(1000)
        assert bench.request("worms", run="stop")["ok"]["reply"] == "done"
        bench.advance(1500)
    assert len(bench.events("outcome")) == 2
    assert 4000 < watermark.used_bytes < MOST_BYTES


@pytest.fixture
def on_trial(stored):
    """Opens a device whose firmware in slot b starts for the first time."""
    opened = []

    def made(settings):
        firmware = slots_image.firmware()
        parts = {0: firmware.at(0, 1), 1: firmware.at(1, 2, confirmed=False)}
        flash = slots_image.flash(parts, stored(**settings))
        opened.append(Bench(lambda sink: ChipEngine(sink, flash=flash)))
        return opened[-1]

    yield made
    for bench in opened:
        bench.close()


@pytest.mark.parametrize("engine", ["chip"])
@pytest.mark.parametrize("tried", [False, True], ids=["normal", "trial"])
def test_game_change_during_a_sound_has_enough_stack(open_bench, on_trial, only, tried):
    bench = on_trial(only("laugh")) if tried else open_bench(**only("laugh"))
    bench.advance_to(2500)
    watermark = Watermark(bench)
    bench.press(bounce=CLEAN)
    bench.advance(60)
    assert bench.request("game", name="dice")["ok"]["game"] == "dice"
    bench.advance(3000)
    bench.press(bounce=CLEAN)
    bench.advance(60)
    told = bench.request("settings", set={"game": "block", "dice_rules": "hideout"})["ok"]
    assert told["settings"]["game"] == "block"
    bench.advance(5000)
    bench.press(bounce=CLEAN)
    bench.advance(60)
    bench.check(for_ms=1500)
    for later_ms in (500, 900):
        bench.press(bench.now_ms + later_ms, bounce=CLEAN)
    bench.advance(3500)
    assert [event["name"] for event in bench.events("game")] == ["storm_dice"]
    assert [event["outcome"] for event in bench.events("outcome")] == ["laugh", "roll", "laugh"]
    assert bench.request("update", what="state")["ok"]["running"] == ("b" if tried else "a")
    assert 4000 < watermark.used_bytes < MOST_BYTES
