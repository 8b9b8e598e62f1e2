"""A start after a bad end: another try, the other slot, or safe mode. The device responds."""

import json
import struct
from itertools import pairwise

import numpy as np
import pytest
from benchmarks.firmware_changes import Flashed
from tests import slots_image
from tests.scenarios.trials.safe_start import damage
from tests.scenarios.trials.safe_start.damage import PLAYS, SAFE
from tests.seldom import seldom

from pingblock.boards.board import BOARD, with_pins
from pingblock.image import slot_image
from pingblock.image.slot_image import CONTENT
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench
from pingware.shared.stored_json import PINS, slot_bytes

CRASHES = "def run():\n    raise KeyError('on purpose')\n"
HANGS = "import time\ntime.sleep(1000)\n"
WATCHDOG_MS = 4200
WATCHDOG_LOAD = 0x40058004  # RP2040 datasheet 4.7.6
XIP = 0x10000000
TABLE_BYTES = 20  # frozen_table_t, with which the content begins: see slot.h
DOCTORS = "import sys; print(sys.modules['safe'].reason)"


@pytest.fixture(autouse=True)
def image():
    """Skips the test if the image is missing."""
    slots_image.built()


def causes(bench):
    return [event["cause"] for event in bench.events("reset")]


def said(bench):
    return [str(event["text"]) for event in bench.events("text")]


def typed(bench, line, wait_ms=300):
    """Returns the last that a line typed at the prompt prints."""
    bench.send(line.encode() + b"\r")
    bench.advance(wait_ms)
    return said(bench)[-1]


def flashes(bench):
    """Returns how many times the Pico's LED comes on in 3 s."""
    typed(bench, "import machine, time; lamp = machine.Pin('LED')")
    line = "seen = [time.sleep_ms(50) or lamp.value() for _ in range(60)]"
    typed(bench, line, wait_ms=3300)
    return int(typed(bench, "print(sum(b > a for a, b in zip(seen, seen[1:] + seen[:1])))"))


def firmware(app):
    """Returns slot a with firmware of one module."""
    return slots_image.small(app).at(0, 1)


@pytest.mark.parametrize(
    "way", ["flipped", *[seldom(way) for way in damage.WAYS if way != "flipped"]]
)
def test_damaged_slot_leaves_the_start_to_the_other(way):
    a, b = damage.slots()
    with damage.opened(damage.WAYS[way](a), b) as bench:
        assert damage.outcome(bench) == PLAYS


@pytest.mark.parametrize(
    "way", ["no_head", *[seldom(way) for way in damage.WAYS if way != "no_head"]]
)
def test_damage_to_both_slots_leads_to_play_or_safe_mode(way):
    a, b = map(damage.WAYS[way], damage.slots())
    with damage.opened(a, b) as bench:
        found = damage.outcome(bench)
    # One byte can be in a place that is not read.
    assert found == SAFE or (way == "flipped" and found == PLAYS)


def endless(slot):
    """Returns a slot whose list of strings refers to itself, so that a search does not end."""
    table = struct.pack("<I", XIP + slot_image.offset(0) + CONTENT + TABLE_BYTES)
    end = CONTENT + TABLE_BYTES
    return slot[:CONTENT] + table + slot[CONTENT + 4 : end] + table + bytes(16) + slot[end + 20 :]


def test_damaged_slot_that_blocks_python_is_skipped_after_a_watchdog():
    a, b = damage.slots()
    with damage.opened(endless(a), b) as bench:
        bench.advance(10)
        # A loop of 4 s takes minutes to emulate. This shortens the watchdog if it is running.
        bench.engine.silicon.mcu.write_uint32(WATCHDOG_LOAD, 1000)
        assert damage.outcome(bench) == PLAYS
        assert causes(bench) == ["power_on", "watchdog"]
        assert bench.request("update", what="state")["ok"]["why"] == "damaged"


@pytest.mark.parametrize("seed", [0, seldom(1), seldom(2)])
def test_random_damage_leads_to_play_or_safe_mode(seed):
    a, _b = damage.slots()
    with damage.opened(damage.mutated(a, seed)) as bench:
        assert damage.outcome(bench) in (PLAYS, SAFE)


@pytest.mark.parametrize(("app", "why"), [seldom(CRASHES, "crash"), (HANGS, "hang")])
def test_firmware_that_never_starts_ends_in_safe_mode(app, why):
    with damage.opened(firmware(app)) as bench:
        bench.advance(4.5 * WATCHDOG_MS)
        assert f"Pingblock is in safe mode ({why})." in said(bench)
        assert len(causes(bench)) == 4, "three starts, then safe mode"
        bench.advance(2 * WATCHDOG_MS)
        assert len(causes(bench)) == 4, "the device must stay in safe mode"
        assert damage.look(bench) == SAFE
        assert typed(bench, DOCTORS) == why


def beeps(bench):
    """Returns the number of sounds, each soft and of about 220 Hz."""
    wave = bench.parts.sound.waveform()
    rises_us = [at for at, level in zip(wave.times_us, wave.levels, strict=True) if level > 0]
    assert all(level < 0.1 for level in wave.levels)
    gaps_us = [after - before for before, after in pairwise(rises_us)]
    assert all(4300 < gap < 5200 or gap > 100_000 for gap in gaps_us)
    return len(rises_us) and 1 + sum(gap > 100_000 for gap in gaps_us)


def test_safe_mode_flashes_and_beeps_low_and_soft():
    with damage.opened(b"") as bench:
        bench.advance(1000)
        seen = len(bench.parts.light.changes)
        bench.advance(8700)  # three rounds of two flashes
        turns = [(at_us / 1000, colour) for at_us, colour in bench.parts.light.changes[seen:]]
        lit = [colour for _, colour in turns if any(colour)]
        assert all(red == green > 0 == blue for red, green, blue in lit)
        rounds = [after[0] - before[0] for before, after in pairwise(turns)]
        first = next(n for n, gap_ms in enumerate(rounds) if gap_ms > 1000) + 1
        round_ms = [100, 200, 100, 2600]  # lit, dark, lit, dark
        assert rounds[first : first + 4] == pytest.approx(round_ms, abs=2)
        assert beeps(bench) == 3
        assert bench.parts.sound.idle
        assert not bench.parts.sound.on_at(np.array([bench.now_ms * 1000]))[0], "it must be off"
        assert flashes(bench) == 2


# The firmware writes the two files alternately.
@pytest.mark.parametrize(("slot", "mute"), [("a", "mute_lock"), ("b", "button_mute")])
def test_mute_holds_in_safe_mode(stored, slot, mute):
    muted, loud = stored(**{mute: True}), stored(mute_lock=False, button_mute=False)
    files = {"/settings.a": loud["/settings.a"], f"/settings.{slot}": muted["/settings.a"]}
    with damage.booted(Flashed(files, slots={0: b""})) as bench:
        bench.advance(3000)
        assert damage.look(bench) == SAFE
        assert beeps(bench) == 0


def test_safe_mode_flashes_and_beeps_at_custom_pins():
    own = {"light_red": 2, "light_green": 3, "light_blue": 4, "speaker": 10, "amp_shutdown": 11}
    files = {PINS: slot_bytes(1, json.dumps({"pins": own, "base": True}))}
    flash = Flashed(files, slots={0: b""}).flash()
    wired = with_pins(BOARD, own)
    with Bench(lambda sink: ChipEngine(sink, flash=flash, board=wired), board=wired) as bench:
        bench.advance(3000)
        assert damage.look(bench) == SAFE
        assert beeps(bench) == 3
        assert any(red == green > 0 for _, (red, green, _) in bench.parts.light.changes)


def test_firmware_is_retried_only_after_cells_lose_power():
    with damage.opened(firmware(CRASHES)) as bench:
        bench.advance(WATCHDOG_MS)
        ends = ["power_on", *["watchdog"] * 3]
        assert causes(bench) == ends
        bench.unplug()
        bench.advance(5000)
        bench.plug()
        bench.advance(WATCHDOG_MS)
        assert causes(bench) == ends, "the cells keep it in safe mode"
        bench.power_off()
        bench.advance(100)
        bench.power_on()
        bench.advance(WATCHDOG_MS)
        assert causes(bench) == ends * 2


def test_check_button_held_at_power_on_leads_to_safe_mode():
    with damage.booted(Flashed()) as bench:
        bench.check(for_ms=6000, bounce=CLEAN)
        bench.advance(8000)
        assert "Pingblock is in safe mode (asked)." in said(bench)
        bench.send(b"import machine; machine.reset()\r")
        bench.advance(2000)
        assert damage.look(bench) == PLAYS, "once"


def ask_for_bootsel(bench):
    bench.request("bootsel")


def type_bootloader(bench):
    bench.send(b"\r\x03")
    bench.advance(500)
    bench.send(b"import machine; machine.bootloader()\r")


@pytest.mark.parametrize("leave", [ask_for_bootsel, type_bootloader])
def test_restart_through_the_boot_loader_is_not_a_fault(leave):
    """It uses the watchdog, and overwrites the first two of the words that survive."""
    with damage.booted(Flashed()) as bench:
        bench.advance(2000)
        leave(bench)
        bench.advance(3000)
        assert causes(bench) == ["power_on", "watchdog"]
        assert bench.request("hello")["ok"]["ended"] == ""
        assert bench.events("fault") == []


def test_stuck_check_button_does_not_prevent_play():
    with damage.booted(Flashed()) as bench:
        bench.check(for_ms=100_000, bounce=CLEAN)
        bench.advance(40_000)
        assert causes(bench) == ["power_on"]
        assert bench.request("hello")["ok"]["product"] == "pingblock"


def test_check_button_held_during_a_crash_leads_to_safe_mode():
    with damage.opened(firmware(CRASHES)) as bench:
        bench.check(for_ms=20_000, bounce=CLEAN)
        bench.advance(WATCHDOG_MS)
        assert "Pingblock is in safe mode (asked)." in said(bench)
        assert len(causes(bench)) == 2
