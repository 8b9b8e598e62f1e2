"""A mute lock and a cap resist hostile programs, and files that do not contain them.

The page on security promises that only new firmware can remove them.
"""

from random import Random
from types import SimpleNamespace

import pytest
from benchmarks.firmware_changes import Flashed
from reliability import hostile_lines
from reliability.hostile_lines import seal
from tests.scenarios.trials.own_sound_files import made, on_device, wav
from tests.waveforms import peak

from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.virtual_device import Bench
from pingware.shared import volume

LINES = 60
OWN = ("ping", "laugh", "game_over")
CAP = 2
ROUNDING = 0.004  # error of a sample: one count, and the middle, which is off by half a count
NAMES_THEM = (b"mute_lock", b"cap", b"reset", b"bootsel", b"restart", b"put", b"commit")


@pytest.fixture
def attacked(stored):
    """Plays a device with these settings during hostile lines, with the loudest custom sounds."""

    def play(settings):
        own = on_device(*(made(name, wav(share=1.0), ".wav") for name in OWN))
        device = Flashed({**stored(**settings), **own})
        bench = Bench(lambda sink: ChipEngine(sink, flash=device.flash()))
        chance = Random(11)
        bench.advance_to(1200)
        for id in range(LINES):
            line = hostile_lines.line(id, chance)
            if not any(word in line for word in NAMES_THEM):
                bench.send(line)
            bench.advance(20)
        for do in (b"press", b"replay", b"battery"):
            bench.advance(4000)
            bench.send(seal(b'{"id":1,"do":"%s"}' % do))
        bench.advance(1000)
        bench.check(for_ms=2300)
        bench.pull_lever()
        bench.advance(500)
        bench.release_lever()
        bench.advance(8000)
        bench.press()
        bench.advance(4000)
        assert len(bench.events("outcome")) >= 2
        assert bench.events("run")
        return bench

    return play


@pytest.mark.long
def test_locked_mute_stays_silent_under_attack(attacked):
    with attacked({"mute_lock": True, "volume": 10}) as bench:
        assert not bench.parts.sound.waveform().levels.any()


def test_sounds_stay_below_the_cap_under_attack(attacked):
    share = volume.gain_and_cap(SimpleNamespace(loudness=10, cap=CAP))[1] / 472
    with attacked({"cap": CAP, "volume": 10}) as bench:
        loudest = peak(bench.parts.sound.waveform())
        assert 0.5 * share <= loudest <= share + ROUNDING
